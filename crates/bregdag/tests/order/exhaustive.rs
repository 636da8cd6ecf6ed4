//! The search against the optimum over all DAGs, by dynamic programming over sets of nodes (Silander
//! & Myllymäki 2006, arXiv:1206.6875): the best graph on a set is a sink with its best parents in
//! the rest, and the best graph on the rest. Equal variances do not split over nodes, but for a given
//! number of edges Σ v_j does.

use super::scores::units;
use super::{BOTH, Model, assert_stages_fall, last_score, learn, of, residual_variance};
use bregdag::graph::Dag;
use bregdag::order::{self, Options, Penalty, Variances};
use bregdag::{Fit, Moments, Table};

/// v of every node given every set of parents.
struct Variance(Vec<Vec<f64>>);

impl Variance {
    fn of(table: &Table) -> Variance {
        let n = table.names().len();
        let members = |set: usize| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>();
        let given = |j: usize, set: usize| match set >> j & 1 {
            0 => residual_variance(table, j, &members(set)),
            _ => f64::NAN,
        };
        Variance((0..n).map(|j| (0..1 << n).map(|set| given(j, set)).collect()).collect())
    }

    /// The smallest contribution of j with k parents from a set.
    fn least(&self, j: usize, k: u32, within: usize, term: fn(f64) -> f64) -> f64 {
        let subsets = (0..=within).filter(|set| set & within == *set && set.count_ones() == k);
        subsets.map(|set| term(self.0[j][set])).fold(f64::INFINITY, f64::min)
    }

    /// The smallest Σ_j term(v_j) over the DAGs with k edges, for every k.
    fn optima(&self, term: fn(f64) -> f64) -> Vec<f64> {
        let n = self.0.len();
        let most = n * (n - 1) / 2;
        let mut best = vec![vec![f64::INFINITY; most + 1]; 1 << n];
        best[0][0] = 0.0;
        for set in 1..1usize << n {
            for sink in (0..n).filter(|j| set >> j & 1 == 1) {
                let rest = set & !(1 << sink);
                for k in 0..=rest.count_ones() {
                    let own = self.least(sink, k, rest, term);
                    for edges in k as usize..=most {
                        let sum = best[rest][edges - k as usize] + own;
                        best[set][edges] = best[set][edges].min(sum);
                    }
                }
            }
        }
        best.swap_remove((1 << n) - 1)
    }

    /// The best score of all DAGs, for m rows and edges of price p.
    fn optimum(&self, variances: Variances, m: f64, p: f64) -> f64 {
        let n = self.0.len() as f64;
        let fits: Vec<f64> = match variances {
            Variances::Equal => {
                self.optima(|v| v).iter().map(|sum| m * n * (sum / n).ln()).collect()
            }
            Variances::Free => self.optima(f64::ln).iter().map(|sum| m * sum).collect(),
        };
        let totals = fits.iter().enumerate().map(|(edges, fit)| fit + p * edges as f64);
        totals.fold(f64::INFINITY, f64::min)
    }
}

fn price(table: &Table) -> f64 {
    (table.rows() as f64).ln() + 2.0 * (table.names().len() as f64).ln()
}

/// All DAGs on n nodes: each pair not joined or joined either way, if that is acyclic.
fn all_dags(n: usize) -> impl Iterator<Item = Dag> {
    let pairs: Vec<_> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    (0..3usize.pow(pairs.len() as u32)).filter_map(move |code| {
        let mut parents = vec![vec![]; n];
        for (k, &(i, j)) in pairs.iter().enumerate() {
            match code / 3usize.pow(k as u32) % 3 {
                1 => parents[j].push((i, 1.0)),
                2 => parents[i].push((j, 1.0)),
                _ => {}
            }
        }
        Dag::new(parents).ok()
    })
}

/// The dynamic programme is right: it agrees with a look at every DAG.
#[test]
fn the_optimum_is_the_best_of_all_dags() {
    for (n, count) in [(3, 25), (4, 543)] {
        assert_eq!(all_dags(n).count(), count);
        let table = Model { n, density: 0.7, rows: 100, uneven: true }.draw(3);
        let (moments, variance) = (Moments::of(&table).unwrap(), Variance::of(&table));
        for variances in BOTH {
            let score = |dag| order::score(&moments, &dag, variances, &of(variances)).unwrap();
            let best = all_dags(n).map(score).fold(f64::INFINITY, f64::min);
            let optimum = variance.optimum(variances, 100.0, price(&table));
            let difference = best + units(&table, variances) - optimum;
            // Rounding of numbers of size 1000.
            assert!(difference.abs() < 1e-8, "n = {n}, {variances:?}: {difference:.1e}");
        }
    }
}

/// How many of some random problems the search solves.
#[derive(Debug, Default)]
struct Solved {
    problems: usize,
    without_restarts: usize,
    with_restarts: usize,
}

fn excess(fit: &Fit, table: &Table, variances: Variances, optimum: f64) -> f64 {
    let excess = last_score(fit) + units(table, variances) - optimum;
    // Rounding of numbers of size 10⁴.
    assert!(excess > -1e-7, "better than the best of all DAGs by {excess:.1e}");
    assert_stages_fall(fit, "small problem");
    excess
}

fn solve(variances: Variances) -> Solved {
    let mut solved = Solved::default();
    for n in 3..=6 {
        for density in [0.3, 0.6, 0.9] {
            for rows in [50, 200, 1000] {
                for seed in 0..10 {
                    let model = Model { n, density, rows, uneven: seed % 2 == 1 };
                    let table = model.draw(seed);
                    let optimum =
                        Variance::of(&table).optimum(variances, rows as f64, price(&table));
                    let found = |restarts| {
                        let fit = learn(&table, &Options { restarts, ..of(variances) });
                        excess(&fit, &table, variances, optimum) < 1e-6
                    };
                    solved.problems += 1;
                    solved.without_restarts += usize::from(found(0));
                    solved.with_restarts += usize::from(found(Options::default().restarts));
                }
            }
        }
    }
    solved
}

/// Measured: see docs/mathematics.md, section 14.
#[test]
fn most_small_problems_are_solved() {
    for variances in BOTH {
        let solved = solve(variances);
        println!("{variances:?}: {solved:?}");
    }
    let _ = Penalty::Bic;
}

fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 { return vec![vec![]]; }
    let mut out = vec![];
    for o in orders(n - 1) { for k in 0..n { let mut o = o.clone(); o.insert(k, n - 1); out.push(o); } }
    out
}
#[test]
#[ignore]
fn zz_analyse() {
    for variances in BOTH {
    for n in 3..=6 {
        for density in [0.3, 0.6, 0.9] {
            for rows in [50, 200, 1000] {
                for seed in 0..10 {
                    let table = Model { n, density, rows, uneven: seed % 2 == 1 }.draw(seed);
                    let optimum = Variance::of(&table).optimum(variances, rows as f64, price(&table));
                    let ex = |o: &Options| { let f = learn(&table, o); (f.stages[0].score + units(&table, variances) - optimum, last_score(&f) + units(&table, variances) - optimum)};
                    let d = ex(&of(variances)).1;
                    if d < 1e-6 { continue; }
                    let all: Vec<_> = orders(n).into_iter().map(|o| ex(&Options { restarts: 0, start: order::Start::Order(o), ..of(variances) })).collect();
                    let best_start = all.iter().map(|x| x.0).fold(f64::INFINITY, f64::min);
                    let best_end = all.iter().map(|x| x.1).fold(f64::INFINITY, f64::min);
                    let hits = all.iter().filter(|x| x.1 < 1e-6).count();
                    let seeds: Vec<f64> = (1..6).map(|seed| ex(&Options { seed, ..of(variances) }).1).collect();
                    let more = ex(&Options { restarts: 500, ..of(variances) }).1;
                    println!("{variances:?} n {n} density {density} m {rows} seed {seed}: excess {d:.3} best start {best_start:.3} best end {best_end:.3} hits {hits}/{} seeds {seeds:.2?} more {more:.3}", all.len());
                }
            }
        }
    }
    }
}

#[test]
#[ignore]
fn zz_two() {
    for (n, density, seed) in [(3, 0.3, 3), (4, 0.9, 9), (5, 0.3, 3), (5, 0.6, 8), (5, 0.9, 0), (5, 0.9, 8)] {
        let variances = Variances::Equal;
        let table = Model { n, density, rows: 50, uneven: seed % 2 == 1 }.draw(seed);
        let moments = Moments::of(&table).unwrap();
        let score = |d: &Dag| order::score(&moments, d, variances, &of(variances)).unwrap();
        let best = all_dags(n).min_by(|a, b| score(a).total_cmp(&score(b))).unwrap();
        let show = |d: &Dag| { let v: Vec<f64> = (0..n).map(|j| residual_variance(&table, j, &d.parents(j).iter().map(|p| p.0).collect::<Vec<_>>())).collect();
            let p: Vec<Vec<usize>> = (0..n).map(|j| d.parents(j).iter().map(|p| p.0).collect()).collect();
            println!("  {:.3} sigma2 {:.3} order {:?} parents {p:?} v {v:.3?}", score(d), v.iter().sum::<f64>() / n as f64, d.order()); };
        println!("n {n} density {density} seed {seed} price {:.2}", price(&table));
        show(&best);
        let fit = learn(&table, &of(variances)); show(fit.model.dag());
        let fit = learn(&table, &Options { start: order::Start::Order(best.order().to_vec()), restarts: 0, ..of(variances) }); show(fit.model.dag());
        let fit = learn(&table, &Options { start: order::Start::Graph(best.clone()), restarts: 0, ..of(variances) }); show(fit.model.dag());
    }
}
