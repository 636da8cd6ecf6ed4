//! What can be ordered apart. Where i → j is allowed for no i of some variables and no j of some others, the first never
//! come before the second; so each strongly connected part of the graph of allowed edges has its own order, with
//! all parents from other parts at hand.

use crate::data::Knowledge;

/// Variables that are ordered together, and those from which parents may come beside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Those that are ordered; bits 0, 1, … of a set.
    pub inner: Vec<usize>,
    /// Possible parents from other parts; the bits after that.
    pub outer: Vec<usize>,
}

impl Part {
    /// How many variables a set may have.
    pub fn bits(&self) -> usize {
        self.inner.len() + self.outer.len()
    }

    /// The variables in the order of their bits.
    pub fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.inner.iter().chain(&self.outer).copied()
    }

    /// These variables as a set.
    pub fn set(&self, members: &[usize]) -> usize {
        let bit = |(k, i): (usize, usize)| usize::from(members.contains(&i)) << k;
        self.variables().enumerate().map(bit).sum()
    }

    /// The variables of a set.
    pub fn members(&self, set: usize) -> Vec<usize> {
        let mut members: Vec<usize> = self
            .variables()
            .enumerate()
            .filter(|(k, _)| set >> k & 1 == 1)
            .map(|(_, i)| i)
            .collect();
        members.sort_unstable();
        members
    }
}

/// The parts, from what is known about the variables.
pub fn parts(known: &Knowledge) -> Vec<Part> {
    let n = known.variables();
    let allows = |i: usize, j: usize| i != j && known.allows(i, j);
    components(n, allows)
        .into_iter()
        .map(|inner| {
            let is_outer = |i: &usize| !inner.contains(i) && inner.iter().any(|&j| allows(*i, j));
            let outer = (0..n).filter(is_outer).collect();
            Part { inner, outer }
        })
        .collect()
}

/// The strongly connected components of the graph of edges, each increasing (Kosaraju).
fn components(n: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; n];
    let mut finished = vec![];
    for root in 0..n {
        visit(root, &mut seen, &edge, &mut finished);
    }
    let mut seen = vec![false; n];
    let mut components = vec![];
    for &root in finished.iter().rev() {
        let mut component = vec![];
        visit(root, &mut seen, &|i, j| edge(j, i), &mut component);
        component.sort_unstable();
        components.extend(Some(component).filter(|component| !component.is_empty()));
    }
    components
}

/// Everything that can be reached and was not seen, each when all behind it is done.
fn visit(
    root: usize,
    seen: &mut [bool],
    edge: &impl Fn(usize, usize) -> bool,
    finished: &mut Vec<usize>,
) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut way = vec![(root, 0)];
    while let Some((node, next)) = way.last_mut() {
        let (i, j) = (*node, *next);
        *next += 1;
        if j == seen.len() {
            finished.push(i);
            way.pop();
        } else if !seen[j] && edge(i, j) {
            seen[j] = true;
            way.push((j, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rules;

    fn known(rules: &Rules, n: usize) -> Knowledge {
        rules.over(&(0..n).map(|j| format!("v{j}")).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn nothing_known_is_one_part() {
        let one = Part { inner: vec![0, 1, 2], outer: vec![] };
        assert_eq!(parts(&Knowledge::none(3)), [one]);
    }

    #[test]
    fn tiers_are_parts() {
        let tier = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let rules =
            Rules { tiers: vec![tier(&["v3", "v1"]), tier(&["v0", "v2"])], ..Rules::default() };
        let mut found = parts(&known(&rules, 4));
        found.sort_by_key(|part| part.inner[0]);
        let later = Part { inner: vec![0, 2], outer: vec![1, 3] };
        assert_eq!(found, [later.clone(), Part { inner: vec![1, 3], outer: vec![] }]);
        assert_eq!((later.set(&[2, 3]), later.members(0b1010)), (0b1010, vec![2, 3]));
        // A variable in no tier may act on both and be acted on by both.
        assert_eq!(parts(&known(&rules, 5)).len(), 1);
    }
}
