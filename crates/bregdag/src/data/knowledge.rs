//! What is known about the graph before any data are seen: edges that must be there, edges that must
//! not, and tiers, an order in time: no edge leads from a later tier into an earlier one.
//!
//! [`Rules`](super::Rules) speak of names, as people and files do; over the columns of a table they become
//! [`Knowledge`], which answers "may i → j be there?" in one step.

use crate::error::{Error, Result};
use crate::graph::{Dag, causal_order, describe_cycle};
use crate::text::quoted;

/// Which edges among n variables may be there, and which must. Edges that would close a cycle with
/// required ones count as forbidden.
#[derive(Debug, Clone, PartialEq)]
pub struct Knowledge {
    /// The required parents of every variable, increasing.
    required: Vec<Vec<usize>>,
    /// The variables that each one is a required parent of, increasing.
    children: Vec<Vec<usize>>,
    /// Bit i of row j tells whether i → j is forbidden; no rows where nothing is known.
    forbidden: Vec<Vec<u64>>,
    /// The tier of every variable that is in one.
    tiers: Vec<Option<usize>>,
}

/// What is ruled out among n variables.
pub(super) struct Ruled {
    /// No edge leads from any of the first to any of the second.
    pub forbidden: Vec<(Vec<usize>, Vec<usize>)>,
    /// The tier of every variable that is in one.
    pub tiers: Vec<Option<usize>>,
    /// No edge leads into these.
    pub roots: Vec<usize>,
    /// No edge leads out of these.
    pub leaves: Vec<usize>,
}

impl Ruled {
    /// Refuses a required edge into a root or out of a leaf.
    fn check_ends(&self, (i, j): (usize, usize), names: &[String]) -> Result<()> {
        let (cause, effect) = (quoted(&names[i]), quoted(&names[j]));
        if self.roots.contains(&j) {
            return Err(contradiction(format!(
                "{cause} -> {effect} is required, but {effect} is a root, which nothing here can cause"
            )));
        }
        if self.leaves.contains(&i) {
            return Err(contradiction(format!(
                "{cause} -> {effect} is required, but {cause} is a leaf, which causes nothing here"
            )));
        }
        Ok(())
    }
}

impl Knowledge {
    /// Nothing is known about n variables.
    pub fn none(n: usize) -> Knowledge {
        Knowledge {
            required: vec![vec![]; n],
            children: vec![vec![]; n],
            forbidden: vec![],
            tiers: vec![None; n],
        }
    }

    /// Whether nothing is known.
    pub fn is_none(&self) -> bool {
        self.forbidden.is_empty()
    }

    pub(super) fn new(
        names: &[String],
        required: &[(usize, usize)],
        ruled: &Ruled,
    ) -> Result<Knowledge> {
        let n = names.len();
        let mut parents: Vec<Vec<usize>> = vec![vec![]; n];
        required.iter().for_each(|&(i, j)| parents[j].push(i));
        parents.iter_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        let mut children = vec![vec![]; n];
        for (j, list) in parents.iter().enumerate() {
            list.iter().for_each(|&i| children[i].push(j));
        }
        let mut knowledge = Knowledge {
            required: parents,
            children,
            forbidden: vec![vec![0; n.div_ceil(64)]; n],
            tiers: ruled.tiers.clone(),
        };
        for (causes, effects) in &ruled.forbidden {
            knowledge.forbid_all(causes, effects);
        }
        knowledge.check(names, ruled)?;
        let all: Vec<usize> = (0..n).collect();
        knowledge.forbid_all(&all, &ruled.roots);
        knowledge.forbid_all(&ruled.leaves, &all);
        knowledge.forbid_backwards();
        Ok(knowledge)
    }

    /// Refuses required edges that are forbidden, go back in time, lead into a root or out of a leaf, or form a cycle.
    fn check(&self, names: &[String], ruled: &Ruled) -> Result<()> {
        let edge = |i: usize, j: usize| format!("{} -> {}", quoted(&names[i]), quoted(&names[j]));
        for (j, list) in self.required.iter().enumerate() {
            for &i in list {
                ruled.check_ends((i, j), names)?;
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
        match causal_order(&self.required) {
            Some(_) => Ok(()),
            None => {
                let cycle = describe_cycle(&self.required, names);
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
        let Some(order) = causal_order(&self.required) else { return };
        // The required ancestors of each node: those of its parents, and these themselves.
        let mut ancestors = vec![vec![0u64; n.div_ceil(64)]; n];
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

    /// Forbids all edges from these to those. A variable is no cause of itself anyway.
    fn forbid_all(&mut self, causes: &[usize], effects: &[usize]) {
        for &j in effects {
            causes.iter().filter(|&&i| i != j).for_each(|&i| self.forbid(i, j));
        }
    }

    fn forbid(&mut self, i: usize, j: usize) {
        self.forbidden[j][i / 64] |= 1 << (i % 64);
    }

    fn is_forbidden(&self, i: usize, j: usize) -> bool {
        !self.forbidden.is_empty() && self.forbidden[j][i / 64] >> (i % 64) & 1 == 1
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

    /// Whether two that are joined can only be i → j.
    pub fn settles(&self, i: usize, j: usize) -> bool {
        self.requires(i, j) || !self.allows(j, i)
    }

    /// The variables that must be parents of j, increasing.
    pub fn required_parents(&self, j: usize) -> &[usize] {
        &self.required[j]
    }

    /// The variables of which i must be a parent, increasing.
    pub fn required_children(&self, i: usize) -> &[usize] {
        &self.children[i]
    }

    /// How many edges must be there.
    pub fn required_edges(&self) -> usize {
        self.required.iter().map(Vec::len).sum()
    }

    /// Whether a graph has all edges that must be there and none that must not.
    pub fn is_satisfied_by(&self, dag: &Dag) -> bool {
        let allowed = |j: usize| dag.parents(j).iter().all(|&i| self.allows(i, j));
        let complete = |j: usize| self.required[j].iter().all(|&i| dag.has_edge(i, j));
        dag.nodes() == self.variables() && (0..dag.nodes()).all(|j| allowed(j) && complete(j))
    }

    /// What is known of some of the variables.
    pub fn select(&self, kept: &[usize]) -> Knowledge {
        if self.is_none() {
            return Knowledge::none(kept.len());
        }
        let place = |j: usize| kept.iter().position(|&k| k == j);
        let n = kept.len();
        let mut some = Knowledge {
            required: vec![vec![]; n],
            children: vec![vec![]; n],
            forbidden: vec![vec![0; n.div_ceil(64)]; n],
            tiers: vec![None; n],
        };
        for (b, &j) in kept.iter().enumerate() {
            some.tiers[b] = self.tiers[j];
            some.required[b] = self.required[j].iter().filter_map(|&i| place(i)).collect();
            some.children[b] = self.children[j].iter().filter_map(|&i| place(i)).collect();
            let forbidden = (0..n).filter(|&a| self.is_forbidden(kept[a], j));
            forbidden.for_each(|a| some.forbid(a, b));
        }
        some
    }

    /// The tier of variable j, from 0, if it is in one.
    pub fn tier(&self, j: usize) -> Option<usize> {
        self.tiers[j]
    }
}

pub(super) fn contradiction(problem: impl Into<String>) -> Error {
    Error::Knowledge { problem: problem.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rules;

    fn rules(required: &[(&str, &str)], forbidden: &[(&str, &str)], tiers: &[&[&str]]) -> Rules {
        let pairs = |edges: &[(&str, &str)]| {
            edges.iter().map(|&(a, b)| (a.to_string(), b.to_string())).collect()
        };
        let tiers = tiers.iter().map(|tier| tier.iter().map(ToString::to_string).collect());
        Rules {
            required_edges: pairs(required),
            forbidden_edges: pairs(forbidden),
            tiers: tiers.collect(),
            ..Rules::default()
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

    /// Along a chain over several words of bits, whatever points backwards is forbidden.
    #[test]
    fn many_variables() {
        let names: Vec<String> = (0..150).map(|j| format!("v{j}")).collect();
        let chain = names.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        let knowledge = Rules { required_edges: chain, ..Rules::default() }.over(&names).unwrap();
        assert_eq!((knowledge.variables(), knowledge.required_edges()), (150, 149));
        for (i, j) in (0..150).flat_map(|j| (0..150).map(move |i| (i, j))) {
            assert_eq!(knowledge.allows(i, j), i < j, "{i} {j}");
            assert_eq!(knowledge.requires(i, j), i + 1 == j, "{i} {j}");
        }
        assert_eq!(
            (knowledge.required_children(64), knowledge.required_children(149)),
            (&[65][..], &[][..])
        );
        let path = (0..150).map(|j: usize| j.checked_sub(1).into_iter().collect());
        let path: Vec<Vec<_>> = path.collect();
        assert!(knowledge.is_satisfied_by(&Dag::new(path.clone()).unwrap()));
        let broken = Dag::new(path.iter().take(149).cloned().chain([vec![]]).collect()).unwrap();
        assert!(!knowledge.is_satisfied_by(&broken));
    }

    #[test]
    fn patterns_stand_for_what_is_not_named() {
        let knowledge = rules(&[], &[], &[&["c"], &["*"]]).over(&names()).unwrap();
        let tiers: Vec<_> = (0..4).map(|j| knowledge.tier(j)).collect();
        assert_eq!(tiers, [Some(1), Some(1), Some(0), Some(1)]);
        assert!(rules(&[], &[], &[&["a*"], &["*"]]).over(&names()).is_err());
        assert!(rules(&[], &[], &[&["z*"]]).over(&names()).is_err());
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

    fn ends(roots: &[&str], leaves: &[&str]) -> Rules {
        let own = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Rules { roots: own(roots), leaves: own(leaves), ..Rules::default() }
    }

    #[test]
    fn nothing_leads_into_a_root_or_out_of_a_leaf() {
        let knowledge = ends(&["a"], &["d", "?"]).over(&names());
        // Every name fits "?": then nothing may lead anywhere.
        let none = knowledge.unwrap();
        assert!((0..16).all(|k| !none.allows(k / 4, k % 4)));
        let knowledge = ends(&["a", "a"], &["d"]).over(&names()).unwrap();
        let allowed: Vec<(usize, usize)> =
            (0..16).map(|k| (k / 4, k % 4)).filter(|&(i, j)| knowledge.allows(i, j)).collect();
        assert_eq!(allowed, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 1), (2, 3)]);
        for (ends, required, expected) in [
            (ends(&["b"], &[]), ("a", "b"), "but \"b\" is a root"),
            (ends(&[], &["a*"]), ("a", "b"), "but \"a\" is a leaf"),
            (ends(&["x*"], &[]), ("a", "b"), "no column is named \"x*\""),
            (ends(&["B"], &[]), ("a", "b"), "no variable \"B\""),
        ] {
            let required_edges = vec![(required.0.to_string(), required.1.to_string())];
            let problem = Rules { required_edges, ..ends }.over(&names()).unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}");
        }
        assert!(!ends(&["a"], &[]).is_empty() && !ends(&[], &["a"]).is_empty());
    }

    #[test]
    fn patterns_forbid_all_that_fit() {
        let names = ["age", "sex", "a*", "bmi"].map(String::from);
        let allowed = |from: &str, to: &str| -> Vec<(usize, usize)> {
            let known = rules(&[], &[(from, to)], &[]).over(&names).unwrap();
            (0..16)
                .map(|k| (k / 4, k % 4))
                .filter(|&(i, j)| i != j && !known.allows(i, j))
                .collect()
        };
        assert_eq!(allowed("*", "age"), [(1, 0), (2, 0), (3, 0)]);
        // A name comes first: one variable is really called a*.
        assert_eq!(allowed("a*", "b*"), [(2, 3)]);
        assert_eq!(allowed("?e?", "???"), [(1, 0), (1, 3)]);
        for (from, to, expected) in [
            ("x*", "age", "no column is named \"x*\""),
            (
                "agee",
                "age",
                "no variable \"agee\"; there are \"age\", \"sex\", \"a*\", \"bmi\"; did you mean \"age\"?",
            ),
            ("SEX", "age", "did you mean \"sex\"?"),
            ("weight", "age", "\"bmi\""),
        ] {
            let problem = rules(&[], &[(from, to)], &[]).over(&names).unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}");
            assert_eq!(expected.contains("mean"), problem.contains("mean"), "{problem}");
        }
        let problem = rules(&[("*", "age")], &[], &[]).over(&names).unwrap_err().to_string();
        assert!(problem.contains("\"*\" is a pattern, and a required edge joins two"), "{problem}");
        assert!(rules(&[("a*", "age")], &[], &[]).over(&names).unwrap().requires(2, 0));
    }

    /// More variables than one word has bits: a chain lets nothing go back, and everything forward.
    #[test]
    fn many_variables_are_no_trouble() {
        let names: Vec<String> = (0..130).map(|i| format!("x{i}")).collect();
        let chain = names.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        let rules = Rules { required_edges: chain, ..Rules::default() };
        let knowledge = rules.over(&names).unwrap();
        for (i, j) in (0..130).flat_map(|i| (0..130).map(move |j| (i, j))) {
            assert_eq!(knowledge.allows(i, j), i < j, "{i} -> {j}");
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
