//! Orders that agree with what is known: every node after the parents that it must have.
//!
//! Of all such orders the one nearest to a given one is taken in this sense: the node that stands first
//! in the given order among those that may come next comes next. An order that agrees stays as it is.
//!
//! Tiers ask less of an order than required edges do: a node before one of an earlier tier only loses a
//! possible parent. A first order respects them where it can, for best insertions would have to carry
//! whole tiers past each other one node at a time; later moves need not.

use crate::data::Knowledge;
use crate::graph::{Dag, causal_order};

/// The order nearest to this one that agrees with what is known.
pub fn agreeing(order: Vec<usize>, known: &Knowledge) -> Vec<usize> {
    if known.is_none() {
        return order;
    }
    let with_tiers = Constraints::new(&order, known).and_tiers(known).order();
    let repaired = with_tiers.or_else(|| Constraints::new(&order, known).order());
    repaired.unwrap_or(order)
}

/// An order of the graph that agrees with what is known. Where the graph contradicts required edges,
/// some of its edges point backwards in it.
pub fn of_graph(dag: &Dag, known: &Knowledge) -> Vec<usize> {
    let order = dag.order();
    if known.is_none() {
        return order.to_vec();
    }
    let constraints = || Constraints::new(order, known).and_edges(dag, known);
    let found = constraints().and_tiers(known).order().or_else(|| constraints().order());
    found.unwrap_or_else(|| agreeing(order.to_vec(), known))
}

/// What must come before what. The items are first one gate for each tier, which opens when all of the
/// tier have come, then the nodes as they stand in the given order: the lowest number comes first.
struct Constraints<'a> {
    order: &'a [usize],
    gates: usize,
    /// Item of each node.
    item: Vec<usize>,
    /// What each item waits for.
    before: Vec<Vec<usize>>,
}

impl<'a> Constraints<'a> {
    /// Required edges only.
    fn new(order: &'a [usize], known: &Knowledge) -> Constraints<'a> {
        let n = order.len();
        let gates = (0..n).filter_map(|j| known.tier(j)).max().map_or(0, |last| last + 1);
        let mut item = vec![0; n];
        order.iter().enumerate().for_each(|(position, &j)| item[j] = gates + position);
        let mut constraints = Constraints { order, gates, item, before: vec![vec![]; gates + n] };
        for j in 0..n {
            known.required_parents(j).iter().for_each(|&i| constraints.wait_for(i, j));
        }
        constraints
    }

    /// Node j comes after node i.
    fn wait_for(&mut self, i: usize, j: usize) {
        self.before[self.item[j]].push(self.item[i]);
    }

    /// The edges of a graph too, as far as they may be there.
    fn and_edges(mut self, dag: &Dag, known: &Knowledge) -> Constraints<'a> {
        for (i, j) in dag.edges() {
            if known.allows(i, j) && !known.requires(i, j) {
                self.wait_for(i, j);
            }
        }
        self
    }

    /// The tiers too.
    fn and_tiers(mut self, known: &Knowledge) -> Constraints<'a> {
        for gate in 1..self.gates {
            self.before[gate].push(gate - 1);
        }
        for j in 0..self.order.len() {
            let Some(tier) = known.tier(j) else { continue };
            self.before[tier].push(self.item[j]);
            if tier > 0 {
                self.before[self.item[j]].push(tier - 1);
            }
        }
        self
    }

    /// The nodes in an order that meets all constraints, if there is one.
    fn order(&self) -> Option<Vec<usize>> {
        let items = causal_order(&self.before)?;
        let node = |item: usize| item.checked_sub(self.gates).map(|position| self.order[position]);
        Some(items.into_iter().filter_map(node).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rules;
    use crate::random::Stream;

    /// Rules about v0, …, v(n−1).
    fn knowledge(n: usize, required: &[(usize, usize)], tiers: &[&[usize]]) -> Knowledge {
        let name = |j: usize| format!("v{j}");
        let rules = Rules {
            required_edges: required.iter().map(|&(i, j)| (name(i), name(j))).collect(),
            forbidden_edges: vec![],
            tiers: tiers.iter().map(|tier| tier.iter().map(|&j| name(j)).collect()).collect(),
            ..Rules::default()
        };
        rules.over(&(0..n).map(name).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn an_order_that_agrees_stays() {
        let mut stream = Stream::new(1, 0);
        for _ in 0..50 {
            let order = stream.permutation(9);
            assert_eq!(agreeing(order.clone(), &Knowledge::none(9)), order);
            let required = [(order[0], order[4]), (order[4], order[7]), (order[2], order[7])];
            let tiers: [&[usize]; 3] = [&[order[0], order[2]], &[order[3]], &[order[6], order[8]]];
            let known = knowledge(9, &required, &tiers);
            assert_eq!(agreeing(order.clone(), &known), order);
        }
    }

    #[test]
    fn nodes_wait_for_what_they_must_follow() {
        let known = knowledge(5, &[(4, 0), (0, 1)], &[]);
        assert_eq!(agreeing(vec![0, 1, 2, 3, 4], &known), [2, 3, 4, 0, 1]);
        let known = knowledge(5, &[], &[&[3, 2], &[], &[0]]);
        assert_eq!(agreeing(vec![0, 1, 2, 3, 4], &known), [1, 2, 3, 0, 4]);
        // 1 of the first tier waits for 2, which is in none, and 0 of the second for both.
        let known = knowledge(3, &[(2, 1)], &[&[1], &[0]]);
        assert_eq!(agreeing(vec![1, 0, 2], &known), [2, 1, 0]);
        // Over a variable in no tier, required edges may lead back in time; they count more.
        let known = knowledge(3, &[(0, 2), (2, 1)], &[&[1], &[0]]);
        assert_eq!(agreeing(vec![1, 2, 0], &known), [0, 2, 1]);
    }

    #[test]
    fn a_graph_keeps_its_edges_where_it_can() {
        let dag = Dag::new(vec![vec![1], vec![2], vec![], vec![]]).unwrap();
        let known = knowledge(4, &[(3, 2)], &[]);
        assert_eq!(of_graph(&dag, &known), [3, 2, 1, 0]);
        // 2 → 1 → 0 → 2 would be a cycle.
        let known = knowledge(4, &[(0, 2)], &[]);
        assert_eq!(of_graph(&dag, &known), [1, 0, 2, 3]);
    }
}
