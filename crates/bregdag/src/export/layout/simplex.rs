//! Layers with the least total length of all links, by the network simplex method.
//!
//! min Σ (r_j − r_i) over i → j, subject to r_j ≥ r_i + 1 (Gansner et al. 1993, doi:10.1109/32.221135).
//! A spanning tree of links of length 1 gives the ranks. Without a link of the tree, it falls into the
//! side of the link's tail and the side of its head. If more links lead back from head to tail than
//! from tail to head, then lengthening this link shortens the rest: it leaves the tree, and the
//! shortest one that leads back enters.

/// Exchanges times links that may be spent: bounds the time for large graphs.
const EFFORT: usize = 300_000_000;

/// The ranks of the nodes of a connected DAG, from 0.
pub(super) fn ranks(nodes: usize, links: &[(usize, usize)]) -> Vec<usize> {
    if nodes < 2 || links.is_empty() {
        return vec![0; nodes];
    }
    let mut simplex = Simplex::new(nodes, links);
    // The tree improves or stays; that it stays for ever is only known to happen in theory. Every
    // tree gives layers, so that a large graph may stop before the best.
    let pivots = (4 * (nodes + links.len())).min(EFFORT / (nodes + links.len()));
    for _ in 0..pivots {
        if !simplex.pivot() {
            break;
        }
    }
    let least = simplex.rank.iter().copied().min().unwrap_or(0);
    simplex.rank.iter().map(|&rank| (rank - least) as usize).collect()
}

struct Simplex<'a> {
    links: &'a [(usize, usize)],
    /// The numbers of the links at each node.
    at: Vec<Vec<usize>>,
    rank: Vec<i64>,
    in_tree: Vec<bool>,
    /// The tree as seen from node 0: order of first visit, link to the parent, end of the subtree.
    visited: Vec<usize>,
    number: Vec<usize>,
    parent_link: Vec<Option<usize>>,
    end: Vec<usize>,
}

impl<'a> Simplex<'a> {
    fn new(nodes: usize, links: &'a [(usize, usize)]) -> Simplex<'a> {
        let mut at = vec![Vec::new(); nodes];
        for (number, &(source, target)) in links.iter().enumerate() {
            at[source].push(number);
            at[target].push(number);
        }
        let rank = longest_paths(nodes, links).iter().map(|&rank| rank as i64).collect();
        let mut simplex = Simplex {
            links,
            at,
            rank,
            in_tree: vec![false; links.len()],
            visited: Vec::with_capacity(nodes),
            number: vec![0; nodes],
            parent_link: vec![None; nodes],
            end: vec![0; nodes],
        };
        simplex.grow();
        simplex.survey();
        simplex
    }

    fn slack(&self, link: usize) -> i64 {
        let (source, target) = self.links[link];
        self.rank[target] - self.rank[source] - 1
    }

    /// Grows a tree of tight links from node 0; where none is tight, moves the tree until one is.
    fn grow(&mut self) {
        let mut inside = vec![false; self.rank.len()];
        inside[0] = true;
        let mut front = vec![0];
        loop {
            while let Some(node) = front.pop() {
                for &link in &self.at[node] {
                    let (source, target) = self.links[link];
                    let other = if source == node { target } else { source };
                    if !inside[other] && self.slack(link) == 0 {
                        self.in_tree[link] = true;
                        inside[other] = true;
                        front.push(other);
                    }
                }
            }
            let leaving = |&link: &usize| inside[self.links[link].0] != inside[self.links[link].1];
            let nearest = (0..self.links.len()).filter(leaving).min_by_key(|&l| self.slack(l));
            let Some(link) = nearest else { return };
            let (source, _) = self.links[link];
            let shift = if inside[source] { self.slack(link) } else { -self.slack(link) };
            for node in 0..self.rank.len() {
                if inside[node] {
                    self.rank[node] += shift;
                    front.push(node);
                }
            }
        }
    }

    /// Walks through the tree: a subtree becomes a range of visiting numbers.
    fn survey(&mut self) {
        self.visited.clear();
        self.parent_link[0] = None;
        let mut open = vec![(0, false)];
        while let Some((node, done)) = open.pop() {
            if done {
                self.end[node] = self.visited.len();
                continue;
            }
            self.number[node] = self.visited.len();
            self.visited.push(node);
            open.push((node, true));
            for &link in self.at[node].iter().filter(|&&link| self.in_tree[link]) {
                if self.parent_link[node] != Some(link) {
                    let (source, target) = self.links[link];
                    let child = if source == node { target } else { source };
                    self.parent_link[child] = Some(link);
                    open.push((child, false));
                }
            }
        }
    }

    /// Links out of the subtree of each node minus links into it: inner ones cancel.
    fn net_outflow(&self) -> Vec<i64> {
        let mut net = vec![0i64; self.rank.len()];
        for &(source, target) in self.links {
            net[source] += 1;
            net[target] -= 1;
        }
        for &node in self.visited.iter().rev() {
            if let Some(link) = self.parent_link[node] {
                let (source, target) = self.links[link];
                let parent = if source == node { target } else { source };
                net[parent] += net[node];
            }
        }
        net
    }

    /// Exchanges one link of the tree; false if none is worth it.
    fn pivot(&mut self) -> bool {
        let net = self.net_outflow();
        // (more links back than forth, node below the link, link)
        let mut worst: Option<(i64, usize, usize)> = None;
        for node in 0..net.len() {
            if let Some(link) = self.parent_link[node] {
                let is_tail = self.links[link].0 == node;
                let back = if is_tail { -net[node] } else { net[node] };
                if back > worst.map_or(0, |(most, ..)| most) {
                    worst = Some((back, node, link));
                }
            }
        }
        let Some((_, top, leaving)) = worst else { return false };
        let subtree = self.number[top]..self.end[top];
        let tail_below = self.links[leaving].0 == top;
        let in_tail = |node: usize| subtree.contains(&self.number[node]) == tail_below;
        let leads_back = |&link: &usize| {
            let (source, target) = self.links[link];
            !in_tail(source) && in_tail(target)
        };
        let entering = (0..self.links.len()).filter(leads_back).min_by_key(|&l| self.slack(l));
        let Some(entering) = entering else { return false };
        let shift = self.slack(entering);
        let tail: Vec<usize> = (0..net.len()).filter(|&node| in_tail(node)).collect();
        for node in tail {
            self.rank[node] -= shift;
        }
        self.in_tree[leaving] = false;
        self.in_tree[entering] = true;
        self.survey();
        true
    }
}

/// The length of the longest path down to each node.
pub(super) fn longest_paths(nodes: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let mut below = vec![Vec::new(); nodes];
    let mut causes = vec![0usize; nodes];
    for &(source, target) in links {
        below[source].push(target);
        causes[target] += 1;
    }
    let mut length = vec![0; nodes];
    let mut free: Vec<usize> = (0..nodes).filter(|&node| causes[node] == 0).collect();
    while let Some(node) = free.pop() {
        for &next in &below[node] {
            length[next] = length[next].max(length[node] + 1);
            causes[next] -= 1;
            if causes[next] == 0 {
                free.push(next);
            }
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    /// The least total length over all ranks below `layers`, by trying them all.
    fn least_length(nodes: usize, layers: usize, links: &[(usize, usize)]) -> usize {
        let mut least = usize::MAX;
        for code in 0..layers.pow(nodes as u32) {
            let rank = |node: usize| code / layers.pow(node as u32) % layers;
            if links.iter().all(|&(i, j)| rank(i) < rank(j)) {
                least = least.min(links.iter().map(|&(i, j)| rank(j) - rank(i)).sum());
            }
        }
        least
    }

    #[test]
    fn no_other_layers_have_shorter_links() {
        let nodes = 6;
        for seed in 0..40 {
            let mut random = Stream::new(seed, 0);
            let mut links = Vec::new();
            for target in 1..nodes {
                // One link into each node keeps the graph in one piece.
                let joined = random.below(target);
                for source in 0..target {
                    if source == joined || random.uniform() < 0.25 {
                        links.push((source, target));
                    }
                }
            }
            // Numbers that do not follow the order of the graph.
            let names = random.permutation(nodes);
            let links: Vec<_> = links.iter().map(|&(i, j)| (names[i], names[j])).collect();
            let ranks = ranks(nodes, &links);
            assert!(links.iter().all(|&(i, j)| ranks[i] < ranks[j]), "{seed}");
            let length: usize = links.iter().map(|&(i, j)| ranks[j] - ranks[i]).sum();
            assert_eq!(length, least_length(nodes, nodes, &links), "{seed}: {links:?}");
        }
    }
}
