//! What people and files say about named variables before any data are seen: edges that must be there, edges
//! that must not, and tiers, an order in time: no edge leads from a later tier into an earlier one.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::knowledge::{Ruled, contradiction};
use super::{Knowledge, pattern};
use crate::error::Result;
use crate::text::{listed, quoted};

/// Rules about named variables. The names of the fields are those of benchpress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Edges (a, b) that must be there: a → b.
    pub required_edges: Vec<(String, String)>,
    /// Edges (a, b) that must not be there: a → b. Either may be a pattern (`*`, `?`), and stands for all that fit.
    pub forbidden_edges: Vec<(String, String)>,
    /// The earliest variables first, by name or pattern (`*`, `?`); nothing is ruled about variables in
    /// no tier.
    pub tiers: Vec<Vec<String>>,
    /// Variables that nothing here can cause, such as age, by name or pattern: no edge leads into them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roots: Vec<String>,
    /// Variables that cause nothing here, such as death, by name or pattern: no edge leads out of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<String>,
}

impl Rules {
    /// Whether nothing is ruled.
    pub fn is_empty(&self) -> bool {
        self.required_edges.is_empty()
            && self.forbidden_edges.is_empty()
            && self.tiers.is_empty()
            && self.roots.is_empty()
            && self.leaves.is_empty()
    }

    /// Every name and pattern in these rules.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        let edges = self.required_edges.iter().chain(&self.forbidden_edges);
        let ends = edges.flat_map(|(a, b)| [a, b]);
        ends.chain(self.tiers.iter().flatten()).chain(&self.roots).chain(&self.leaves)
    }

    /// These rules and others together. Tiers can come from one of them only.
    pub fn and(mut self, other: Rules) -> Result<Rules> {
        self.required_edges.extend(other.required_edges);
        self.forbidden_edges.extend(other.forbidden_edges);
        self.roots.extend(other.roots);
        self.leaves.extend(other.leaves);
        match (self.tiers.is_empty(), other.tiers.is_empty()) {
            (false, false) => return Err(contradiction("tiers are given twice; give them once")),
            (true, _) => self.tiers = other.tiers,
            (false, true) => {}
        }
        Ok(self)
    }

    /// The rules over the variables of these names.
    ///
    /// ```
    /// use bregdag::data::Rules;
    ///
    /// let names = ["age", "smokes", "weight"].map(String::from);
    /// let tiers = vec![vec!["age".into()], vec!["smokes".into(), "weight".into()]];
    /// let knowledge = Rules { tiers, ..Rules::default() }.over(&names)?;
    /// assert!(knowledge.allows(0, 2) && !knowledge.allows(2, 0));
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn over(&self, names: &[String]) -> Result<Knowledge> {
        if self.is_empty() {
            return Ok(Knowledge::none(names.len()));
        }
        let places = Places::of(names);
        let pair = |(a, b): &(String, String)| Ok((places.required(a)?, places.required(b)?));
        let required = self.required_edges.iter().map(pair).collect::<Result<Vec<_>>>()?;
        let block = |(a, b): &(String, String)| Ok((places.fitting(a)?, places.fitting(b)?));
        let forbidden = self.forbidden_edges.iter().map(block).collect::<Result<Vec<_>>>()?;
        let tiers = self.tiers_of(&places)?;
        let (roots, leaves) = (places.all(&self.roots)?, places.all(&self.leaves)?);
        Knowledge::new(names, &required, &Ruled { forbidden, tiers, roots, leaves })
    }

    /// The tier of every variable. A pattern stands for the variables it fits that no tier names.
    fn tiers_of(&self, places: &Places<'_>) -> Result<Vec<Option<usize>>> {
        let names = places.names;
        let mut tiers = vec![None; names.len()];
        let members = || {
            let tiers = self.tiers.iter().enumerate();
            tiers.flat_map(|(tier, members)| members.iter().map(move |name| (tier, name)))
        };
        let (patterns, exact): (Vec<_>, Vec<_>) =
            members().partition(|(_, name)| places.is_pattern(name));
        for (tier, name) in exact {
            if tiers[places.exact(name)?].replace(tier).is_some() {
                return Err(contradiction(format!("{} is in two tiers", quoted(name))));
            }
        }
        let named = tiers.clone();
        for (tier, pattern) in patterns {
            for j in pattern::find(pattern, names)?.into_iter().filter(|&j| named[j].is_none()) {
                if tiers[j].replace(tier).is_some_and(|other| other != tier) {
                    let name = quoted(&names[j]);
                    return Err(contradiction(format!("patterns put {name} into two tiers")));
                }
            }
        }
        Ok(tiers)
    }
}

/// The variables by name.
struct Places<'a> {
    names: &'a [String],
    places: HashMap<&'a str, usize>,
}

impl<'a> Places<'a> {
    fn of(names: &'a [String]) -> Places<'a> {
        let places = names.iter().enumerate().map(|(j, name)| (name.as_str(), j)).collect();
        Places { names, places }
    }

    /// Whether it stands for the variables that fit. A name that has a star in it is a name.
    fn is_pattern(&self, name: &str) -> bool {
        name.contains(['*', '?']) && !self.places.contains_key(name)
    }

    /// The variable of this name.
    fn exact(&self, name: &str) -> Result<usize> {
        let unknown = || contradiction(unknown_variable(name, self.names));
        self.places.get(name).copied().ok_or_else(unknown)
    }

    /// An end of a required edge, which is one variable.
    fn required(&self, name: &str) -> Result<usize> {
        match self.is_pattern(name) {
            true => Err(contradiction(format!(
                "{} is a pattern, and a required edge joins two variables: name them, one edge for each pair",
                quoted(name)
            ))),
            false => self.exact(name),
        }
    }

    /// The variable of this name, or those that fit the pattern, at least one.
    fn fitting(&self, name: &str) -> Result<Vec<usize>> {
        match self.is_pattern(name) {
            true => pattern::find(name, self.names),
            false => Ok(vec![self.exact(name)?]),
        }
    }

    /// All that have one of these names or fit one of these patterns.
    fn all(&self, patterns: &[String]) -> Result<Vec<usize>> {
        let found = patterns.iter().map(|name| self.fitting(name)).collect::<Result<Vec<_>>>()?;
        let mut found = found.concat();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

fn unknown_variable(name: &str, names: &[String]) -> String {
    let known = listed(names.iter(), names.len());
    let meant = nearest(name, names)
        .map_or(String::new(), |near| format!("; did you mean {}?", quoted(near)));
    format!("there is no variable {}; there are {known}{meant}", quoted(name))
}

/// The name that is written most like this one, if any is written much like it.
fn nearest<'a>(name: &str, names: &'a [String]) -> Option<&'a String> {
    /// Longer names are no slip of the keyboard, and comparing them takes the product of their lengths.
    const LONGEST: usize = 100;
    /// What is less alike is another word.
    const ALIKE: f64 = 0.6;
    let small = |name: &str| name.trim().to_lowercase();
    let wanted = small(name);
    let short = names.iter().filter(|other| other.len() <= LONGEST && name.len() <= LONGEST);
    let alike =
        short.map(|other| (strsim::normalized_damerau_levenshtein(&wanted, &small(other)), other));
    // The first of those that are alike.
    let best = alike.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    (best.0 >= ALIKE).then_some(best.1)
}
