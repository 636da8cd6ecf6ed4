//! The least score where variances are equal. With V = Σ_j v_j it is
//!
//! ```text
//! F(V, E) = m n log(V / n) + p E,
//! ```
//!
//! concave and increasing in both. A run at σ² gives a line below which no graph lies, (m/σ²) V + p E ≥ c. Over what
//! all lines leave, F is least at a corner, and so is the bound. The next run is along the tangent of F at that corner: either its line
//! cuts the corner off, or its graph is as good as the corner.
//!
//! To the left the lines end at V ≥ n det(S)^(1/n), since the product of the v_j is never less than det S and their mean is never
//! less than their geometric mean; and at the most edges that a graph can have.

use super::room::Halt;
use super::runs::{Parents, Runs};
use crate::watch::Watch;

/// More runs than any table has taken, by far.
const MOST_RUNS: usize = 60;

/// What is known of the least score.
#[derive(Debug)]
pub struct Hull<'a> {
    runs: &'a Runs,
    /// (m/σ², c).
    lines: Vec<(f64, f64)>,
    /// V is never less.
    least_variance: f64,
    /// E is never less, and never more.
    edges: (f64, f64),
    /// The best graph, and its F.
    best: (Parents, f64),
    /// All graphs found.
    found: Vec<Parents>,
}

impl<'a> Hull<'a> {
    /// Begins with a good graph.
    pub fn new(runs: &'a Runs, least_variance: f64, edges: (f64, f64), known: Parents) -> Hull<'a> {
        let mut hull = Hull {
            runs,
            lines: vec![],
            least_variance,
            edges,
            best: (known.clone(), 0.0),
            found: vec![known],
        };
        hull.best.1 = hull.score_of(&hull.best.0);
        hull
    }

    /// The best graph.
    pub fn best(&self) -> &Parents {
        &self.best.0
    }

    /// Runs until the bound is as near to the best graph as this, or no nearer; how it ended.
    pub fn close(&mut self, gap: f64, watch: &dyn Watch) -> Result<(), Halt> {
        let n = self.runs.nodes() as f64;
        let mut variance = self.runs.variance_and_edges(&self.best.0).0;
        for _ in 0..MOST_RUNS {
            let sigma2 = variance / n;
            let measure = self.runs.measure(sigma2);
            let slope = self.runs.rows / sigma2;
            let mut line = f64::NEG_INFINITY;
            let score = |parents: &Parents| self.runs.score(&measure, parents);
            let better = |a, b| if score(b) < score(a) { b } else { a };
            let known = self.found.iter().fold(&self.best.0, better);
            let found = self.runs.least(&measure, known, watch, &mut |bound| line = bound);
            let found = match found {
                Ok(found) => found,
                Err(halt) => {
                    self.lines.push((slope, line));
                    return Err(halt);
                }
            };
            self.lines.push((slope, found.bound));
            if let Some(parents) = found.parents {
                let score = self.score_of(&parents);
                if score < self.best.1 {
                    self.best = (parents.clone(), score);
                }
                self.found.push(parents);
            }
            let (corner, bound) = self.corner();
            if self.best.1 - bound <= gap || corner == variance {
                return Ok(());
            }
            variance = corner;
        }
        Ok(())
    }

    /// The least F over what the lines leave.
    pub fn bound(&self) -> f64 {
        self.corner().1
    }

    fn score_of(&self, parents: &Parents) -> f64 {
        let (variance, edges) = self.runs.variance_and_edges(parents);
        self.score(variance, edges)
    }

    fn score(&self, variance: f64, edges: f64) -> f64 {
        let n = self.runs.nodes() as f64;
        self.runs.rows * n * (variance / n).ln() + self.runs.price * edges
    }

    /// The V where F is least over what the lines leave, and that F.
    fn corner(&self) -> (f64, f64) {
        let price = self.runs.price;
        let (fewest, most) = self.edges;
        // V where a line meets a number of edges.
        let meets = |&(slope, c): &(f64, f64), edges: f64| (c - price * edges) / slope;
        let left =
            self.lines.iter().map(|line| meets(line, most)).fold(self.least_variance, f64::max);
        let edges = |v: f64| {
            let least = self.lines.iter().map(|(slope, c)| (c - slope * v) / price);
            least.fold(fewest, f64::max).min(most)
        };
        let mut corners = vec![left];
        for (k, line) in self.lines.iter().enumerate() {
            corners.push(meets(line, fewest));
            let crossing = |other: &(f64, f64)| (line.1 - other.1) / (line.0 - other.0);
            corners.extend(self.lines[..k].iter().filter(|other| other.0 != line.0).map(crossing));
        }
        let corners = corners.into_iter().filter(|&v| v >= left);
        let scored = corners.map(|v| (v, self.score(v, edges(v))));
        scored.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((left, f64::NEG_INFINITY))
    }
}
