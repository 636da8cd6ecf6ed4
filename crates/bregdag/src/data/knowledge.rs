//! What is known about the graph before any data are seen: edges that must be there, edges that must
//! not, and tiers, an order in time: no edge leads from a later tier into an earlier one.
//!
//! [`Rules`] speak of names, as people and files do; over the columns of a table they become
//! [`Knowledge`], which answers "may i → j be there?" in one step.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result, quoted};
use crate::graph::{causal_order, describe_cycle};

/// Rules about named variables. The names of the fields are those of benchpress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Edges (a, b) that must be there: a → b.
    pub required_edges: Vec<(String, String)>,
    /// Edges (a, b) that must not be there: a → b.
    pub forbidden_edges: Vec<(String, String)>,
    /// The earliest variables first. Those in no tier may stand anywhere.
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
        let mut tiers = vec![None; names.len()];
        for (tier, members) in self.tiers.iter().enumerate() {
            for name in members {
                if tiers[place(name)?].replace(tier).is_some() {
                    return Err(contradiction(format!("{} is in two tiers", quoted(name))));
                }
            }
        }
        Knowledge::new(names, &required, &forbidden, &tiers)
    }
}

/// Which edges among n variables may be there, and which must. Edges that would close a cycle with
/// required ones count as forbidden.
#[derive(Debug, Clone, PartialEq)]
pub struct Knowledge {
    /// The required parents of every variable, increasing.
    required: Vec<Vec<usize>>,
    /// Bit i of row j tells whether i → j is forbidden.
    forbidden: Vec<Vec<u64>>,
    /// The tier of every variable that is in one.
    tiers: Vec<Option<usize>>,
}

impl Knowledge {
    fn new(
        names: &[String],
        required: &[(usize, usize)],
        forbidden: &[(usize, usize)],
        tiers: &[Option<usize>],
    ) -> Result<Knowledge> {
        let n = names.len();
        let mut parents: Vec<Vec<usize>> = vec![vec![]; n];
        required.iter().for_each(|&(i, j)| parents[j].push(i));
        parents.iter_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        let mut knowledge = Knowledge {
            required: parents,
            forbidden: vec![vec![0; n.div_ceil(64)]; n],
            tiers: tiers.to_vec(),
        };
        for &(i, j) in forbidden {
            knowledge.forbid(i, j);
        }
        knowledge.check(names)?;
        knowledge.forbid_backwards();
        Ok(knowledge)
    }

    /// Refuses required edges that are forbidden, go back in time or form a cycle.
    fn check(&self, names: &[String]) -> Result<()> {
        let edge = |i: usize, j: usize| format!("{} -> {}", quoted(&names[i]), quoted(&names[j]));
        for (j, list) in self.required.iter().enumerate() {
            for &i in list {
                if self.is_forbidden(i, j) {
                    return Err(contradiction(format!("{} is required and forbidden", edge(i, j))));
                }
                if let (Some(a), Some(b)) = (self.tiers[i], self.tiers[j])
                    && a > b
                {
                    return Err(contradiction(format!(
                        "{} is required, but leads from tier {} back into tier {}",
                        edge(i, j),
                        a + 1,
                        b + 1
                    )));
                }
            }
        }
        let weighted = self.weighted_required();
        match causal_order(&weighted) {
            Some(_) => Ok(()),
            None => {
                let cycle = describe_cycle(&weighted, names);
                Err(contradiction(format!("the required edges form a cycle: {cycle}")))
            }
        }
    }

    /// Forbids what goes back in time or would close a cycle with required edges.
    fn forbid_backwards(&mut self) {
        let n = self.required.len();
        for j in 0..n {
            for i in 0..n {
                if i == j || matches!((self.tiers[i], self.tiers[j]), (Some(a), Some(b)) if a > b) {
                    self.forbid(i, j);
                }
            }
        }
        let Some(order) = causal_order(&self.weighted_required()) else { return };
        // The required ancestors of each node: those of its parents, and these themselves.
        let mut ancestors = vec![vec![0; n.div_ceil(64)]; n];
        for &j in &order {
            for &i in &self.required[j] {
                let of_parent = ancestors[i].clone();
                ancestors[j].iter_mut().zip(of_parent).for_each(|(a, b)| *a |= b);
                ancestors[j][i / 64] |= 1 << (i % 64);
            }
        }
        for j in 0..n {
            for i in (0..n).filter(|i| ancestors[j][i / 64] >> (i % 64) & 1 == 1) {
                self.forbid(j, i);
            }
        }
    }

    fn weighted_required(&self) -> Vec<Vec<(usize, f64)>> {
        self.required.iter().map(|list| list.iter().map(|&i| (i, 1.0)).collect()).collect()
    }

    fn forbid(&mut self, i: usize, j: usize) {
        self.forbidden[j][i / 64] |= 1 << (i % 64);
    }

    fn is_forbidden(&self, i: usize, j: usize) -> bool {
        self.forbidden[j][i / 64] >> (i % 64) & 1 == 1
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.required.len()
    }

    /// Whether i → j may be there.
    pub fn allows(&self, i: usize, j: usize) -> bool {
        !self.is_forbidden(i, j)
    }

    /// Whether i → j must be there.
    pub fn requires(&self, i: usize, j: usize) -> bool {
        self.required[j].binary_search(&i).is_ok()
    }

    /// The variables that must be parents of j, increasing.
    pub fn required_parents(&self, j: usize) -> &[usize] {
        &self.required[j]
    }

    /// The tier of variable j, from 0, if it is in one.
    pub fn tier(&self, j: usize) -> Option<usize> {
        self.tiers[j]
    }
}

fn unknown_variable(name: &str, names: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut known: Vec<String> = names.iter().take(SHOWN).map(|name| quoted(name)).collect();
    if names.len() > SHOWN {
        known.push(format!("{} more", names.len() - SHOWN));
    }
    format!("there is no variable {}; there are {}", quoted(name), known.join(", "))
}

fn contradiction(problem: impl Into<String>) -> Error {
    Error::Knowledge { problem: problem.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(required: &[(&str, &str)], forbidden: &[(&str, &str)], tiers: &[&[&str]]) -> Rules {
        let pairs = |edges: &[(&str, &str)]| {
            edges.iter().map(|&(a, b)| (a.to_string(), b.to_string())).collect()
        };
        let tiers = tiers.iter().map(|tier| tier.iter().map(ToString::to_string).collect());
        Rules {
            required_edges: pairs(required),
            forbidden_edges: pairs(forbidden),
            tiers: tiers.collect(),
        }
    }

    fn names() -> Vec<String> {
        ["a", "b", "c", "d"].map(String::from).to_vec()
    }

    #[test]
    fn what_is_forbidden_follows() {
        let rules = rules(&[("a", "b"), ("b", "c")], &[("d", "a")], &[&["b"], &["d"]]);
        let knowledge = rules.over(&names()).unwrap();
        let allowed: Vec<(usize, usize)> =
            (0..16).map(|k| (k / 4, k % 4)).filter(|&(i, j)| knowledge.allows(i, j)).collect();
        // Not b → a, c → b and c → a (cycles), d → b (tiers), d → a (rule).
        assert_eq!(allowed, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 2)]);
        assert!(knowledge.requires(0, 1) && !knowledge.requires(0, 2));
        assert_eq!((knowledge.required_parents(2), knowledge.tier(3)), (&[1][..], Some(1)));
    }

    #[test]
    fn contradictions_are_shown() {
        for (rules, expected) in [
            (rules(&[("a", "b")], &[("a", "b")], &[]), "\"a\" -> \"b\" is required and forbidden"),
            (rules(&[("a", "b"), ("b", "c"), ("c", "a")], &[], &[]), "cycle: "),
            (rules(&[("a", "a")], &[], &[]), "cycle: a -> a"),
            (rules(&[("a", "b")], &[], &[&["b"], &["a"]]), "from tier 2 back into tier 1"),
            (rules(&[], &[], &[&["b"], &["a", "b"]]), "\"b\" is in two tiers"),
            (rules(&[], &[("a", "z")], &[]), "there is no variable \"z\"; there are \"a\", \"b\""),
        ] {
            let problem = rules.over(&names()).unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}");
        }
    }

    #[test]
    fn rules_join() {
        let (first, second) =
            (rules(&[("a", "b")], &[], &[&["a"]]), rules(&[], &[("c", "d")], &[]));
        let both = first.clone().and(second).unwrap();
        assert_eq!(both, rules(&[("a", "b")], &[("c", "d")], &[&["a"]]));
        assert!(both.and(first).is_err());
    }
}
