//! A graph in layers in which every line leads from one layer to the next: longer links get a bend in
//! each layer between.

use super::Plan;

/// Nodes and bends in layers, both called vertices: the nodes first, then the bends.
pub(super) struct Layered {
    /// The vertices of each layer, from left to right.
    pub layers: Vec<Vec<usize>>,
    /// Number of nodes.
    pub nodes: usize,
    /// Width of each vertex.
    pub widths: Vec<f64>,
    /// The vertices in the layer above to which a vertex is joined.
    pub above: Vec<Vec<usize>>,
    /// Those in the layer below.
    pub below: Vec<Vec<usize>>,
    /// For each link its vertices, from the source down to the target.
    pub chains: Vec<Vec<usize>>,
}

/// How many bends these layers need.
pub(super) fn bends(plan: &Plan, ranks: &[usize]) -> usize {
    plan.links.iter().map(|&(source, target, _)| ranks[target] - ranks[source] - 1).sum()
}

impl Layered {
    pub fn new(plan: &Plan, ranks: &[usize]) -> Layered {
        let nodes = ranks.len();
        let mut layers = vec![Vec::new(); ranks.iter().max().map_or(0, |last| last + 1)];
        for (node, &rank) in ranks.iter().enumerate() {
            layers[rank].push(node);
        }
        let mut vertices = nodes;
        let mut chains = Vec::with_capacity(plan.links.len());
        for &(source, target, _) in &plan.links {
            let mut chain = vec![source];
            for layer in &mut layers[ranks[source] + 1..ranks[target]] {
                chain.push(vertices);
                layer.push(vertices);
                vertices += 1;
            }
            chain.push(target);
            chains.push(chain);
        }
        let mut widths = plan.widths.clone();
        widths.resize(vertices, 0.0);
        let (mut above, mut below) = (vec![Vec::new(); vertices], vec![Vec::new(); vertices]);
        for chain in &chains {
            for pair in chain.windows(2) {
                below[pair[0]].push(pair[1]);
                above[pair[1]].push(pair[0]);
            }
        }
        Layered { layers, nodes, widths, above, below, chains }
    }

    /// Pieces of lines between one layer and the next.
    pub fn segments(&self) -> usize {
        self.below.iter().map(Vec::len).sum()
    }

    /// Whether a vertex is a bend of a line, not a node.
    pub fn is_bend(&self, vertex: usize) -> bool {
        vertex >= self.nodes
    }

    /// The place of each vertex in its layer.
    pub fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.widths.len()];
        for layer in &self.layers {
            for (position, &vertex) in layer.iter().enumerate() {
                positions[vertex] = position;
            }
        }
        positions
    }
}
