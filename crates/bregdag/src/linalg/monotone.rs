//! The increasing function nearest to some values: min Σ w_k (y_k − f_k)² over f_1 ≤ f_2 ≤ …, by pooling
//! neighbours that fall (Ayer and others 1955, doi:10.1214/aoms/1177728423).

/// Neighbours with one value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pool {
    /// How many points.
    pub members: usize,
    /// Σ w.
    pub weight: f64,
    /// Σ w y.
    pub sum: f64,
}

impl Pool {
    /// Their common value.
    pub fn value(&self) -> f64 {
        self.sum / self.weight
    }
}

/// The pools of the points (w y, w), w > 0, in their order; their values increase.
pub fn pools(points: impl Iterator<Item = (f64, f64)>) -> Vec<Pool> {
    let mut pools: Vec<Pool> = vec![];
    for (sum, weight) in points {
        let mut pool = Pool { members: 1, weight, sum };
        while let Some(last) = pools.pop_if(|last| last.value() >= pool.value()) {
            pool.members += last.members;
            pool.weight += last.weight;
            pool.sum += last.sum;
        }
        pools.push(pool);
    }
    pools
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_fall_share_their_mean() {
        let found = pools([(1.0, 1.0), (6.0, 2.0), (2.0, 1.0), (4.0, 1.0)].into_iter());
        let values: Vec<(usize, f64)> = found.iter().map(|p| (p.members, p.value())).collect();
        assert_eq!(values, [(1, 1.0), (2, 8.0 / 3.0), (1, 4.0)]);
        assert!(pools([].into_iter()).is_empty());
    }
}
