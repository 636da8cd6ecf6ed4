//! What people and files say about named variables before any data are seen: edges that must be there, edges
//! that must not, and tiers, an order in time: no edge leads from a later tier into an earlier one.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::knowledge::contradiction;
use super::{Knowledge, pattern};
use crate::error::Result;
use crate::text::{listed, quoted};

/// Rules about named variables. The names of the fields are those of benchpress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Edges (a, b) that must be there: a → b.
    pub required_edges: Vec<(String, String)>,
    /// Edges (a, b) that must not be there: a → b.
    pub forbidden_edges: Vec<(String, String)>,
    /// The earliest variables first, by name or pattern (`*`, `?`); nothing is ruled about variables in
    /// no tier.
    pub tiers: Vec<Vec<String>>,
}

impl Rules {
    /// Whether nothing is ruled.
    pub fn is_empty(&self) -> bool {
        self.required_edges.is_empty() && self.forbidden_edges.is_empty() && self.tiers.is_empty()
    }

    /// These rules and others together. Tiers can come from one of them only.
    pub fn and(mut self, other: Rules) -> Result<Rules> {
        self.required_edges.extend(other.required_edges);
        self.forbidden_edges.extend(other.forbidden_edges);
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
        let places: HashMap<&str, usize> =
            names.iter().enumerate().map(|(j, name)| (name.as_str(), j)).collect();
        let place = |name: &String| {
            let unknown = || contradiction(unknown_variable(name, names));
            places.get(name.as_str()).copied().ok_or_else(unknown)
        };
        let pairs = |edges: &[(String, String)]| {
            edges.iter().map(|(a, b)| Ok((place(a)?, place(b)?))).collect::<Result<Vec<_>>>()
        };
        let (required, forbidden) = (pairs(&self.required_edges)?, pairs(&self.forbidden_edges)?);
        Knowledge::new(names, &required, &forbidden, &self.tiers_of(names, place)?)
    }

    /// The tier of every variable. A pattern stands for the variables it fits that no tier names.
    fn tiers_of(
        &self,
        names: &[String],
        place: impl Fn(&String) -> Result<usize>,
    ) -> Result<Vec<Option<usize>>> {
        let mut tiers = vec![None; names.len()];
        let members = || {
            let tiers = self.tiers.iter().enumerate();
            tiers.flat_map(|(tier, members)| members.iter().map(move |name| (tier, name)))
        };
        let (patterns, exact): (Vec<_>, Vec<_>) =
            members().partition(|(_, name)| name.contains(['*', '?']) && !names.contains(name));
        for (tier, name) in exact {
            if tiers[place(name)?].replace(tier).is_some() {
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

fn unknown_variable(name: &str, names: &[String]) -> String {
    let known = listed(names.iter(), names.len());
    format!("there is no variable {}; there are {known}", quoted(name))
}
