//! What was done to a table, done once more: to look at a graph with its data as it saw them.

use super::{Collinear, Missing, Options, Preparation, Scale};
use crate::data::pattern;
use crate::read::Reading;
use crate::text::{count, listed, quoted};

impl Preparation {
    /// How these variables of an earlier run are read and prepared as they were then, as far as the record tells:
    /// whatever it learns to tell is carried over here. Columns that were left out then are not read, so nothing is
    /// collinear that was not.
    pub fn again(&self, variables: &[String]) -> (Reading, Options) {
        let is_left = |name: &&String| variables.contains(name);
        let transforms = self.transforms.iter().map(|done| {
            let columns = done.columns.iter().filter(is_left).cloned().collect::<Vec<_>>();
            (done.transform, columns)
        });
        let reading = Reading {
            columns: variables.iter().map(|name| pattern::exactly(name)).collect(),
            drop: vec![],
            weights: self.weights.clone(),
            groups: self.groups.clone(),
            ..self.reading.clone()
        };
        let options = Options {
            missing: self.missing,
            transforms: transforms.filter(|(_, columns)| !columns.is_empty()).collect(),
            scale: self.scale,
            collinear: Collinear::Keep,
            weights: self.weights.clone(),
            groups: self.groups.clone(),
            ..Options::default()
        };
        (reading, options)
    }

    /// The same in a sentence.
    pub fn said_again(&self, variables: &[String]) -> String {
        let (_, options) = self.again(variables);
        let mut done = vec![format!("its {} alone", count(variables.len(), "variable"))];
        done.extend(match options.missing {
            Missing::Error => None,
            Missing::DropRows => Some("rows that miss a value left out".to_string()),
            Missing::Mean => Some("missing values filled in by means".into()),
            Missing::Iterative => Some("missing values filled in by regressions".into()),
        });
        let transforms = options.transforms.iter();
        done.extend(transforms.map(|(transform, columns)| {
            format!("{} of {}", transform.name(), listed(columns.iter(), columns.len()))
        }));
        done.extend((options.scale == Scale::Standardize).then(|| "columns standardised".into()));
        done.extend(options.weights.map(|name| format!("rows weighted by {}", quoted(&name))));
        format!("The data are read and prepared as for the graph: {}.", done.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::{Transform, Transformed};

    #[test]
    fn what_was_done_is_done_again() {
        let own = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let gone = Transformed { transform: Transform::Rank, columns: own(&["gone"]) };
        let log = Transformed { transform: Transform::Log, columns: own(&["b", "gone"]) };
        let record = Preparation {
            missing: Missing::Iterative,
            transforms: vec![gone, log],
            scale: Scale::Standardize,
            weights: Some("w".into()),
            ..Preparation::default()
        };
        let (reading, options) = record.again(&own(&["a", "b"]));
        assert_eq!((reading.columns, reading.weights), (own(&["a", "b"]), Some("w".into())));
        assert_eq!(options.transforms, [(Transform::Log, own(&["b"]))]);
        assert_eq!((options.missing, options.scale), (Missing::Iterative, Scale::Standardize));
        assert_eq!(
            record.said_again(&own(&["a", "b"])),
            "The data are read and prepared as for the graph: its 2 variables alone; missing values filled in \
             by regressions; log of \"b\"; columns standardised; rows weighted by \"w\"."
        );
        let plain = Preparation::default().said_again(&own(&["a"]));
        assert_eq!(plain, "The data are read and prepared as for the graph: its 1 variable alone.");
    }
}
