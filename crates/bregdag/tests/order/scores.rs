//! `score::of_graph` against regressions on the raw rows.

use super::{BOTH, Model, dag, learn, of, residual_variance, score};
use bregdag::data::Start;
use bregdag::graph::Dag;
use bregdag::method::order::Options;
use bregdag::random::Stream;
use bregdag::score::{Penalty, Variances, of_graph};
use bregdag::simulate::{Options as Simulated, simulate};
use bregdag::{Dataset, Error, Moments, Spec, Table};

/// The two scores as they are defined, with p the price of an edge.
pub fn by_definition(table: &Table, dag: &Dag, variances: Variances, p: f64) -> f64 {
    let (n, m) = (dag.nodes(), table.rows() as f64);
    let v: Vec<f64> = (0..n).map(|j| residual_variance(table, j, dag.parents(j))).collect();
    let fit = match variances {
        Variances::Equal => m * n as f64 * (v.iter().sum::<f64>() / n as f64).ln(),
        Variances::Free => m * v.iter().map(|v| v.ln()).sum::<f64>(),
    };
    fit + p * dag.edges().len() as f64
}

/// With free variances the search sees columns of variance one: its score is lower by this.
pub fn units(table: &Table, variances: Variances) -> f64 {
    let log = |j: usize| residual_variance(table, j, &[]).ln();
    let n = table.names().len();
    match variances {
        Variances::Equal => 0.0,
        Variances::Free => table.rows() as f64 * (0..n).map(log).sum::<f64>(),
    }
}

fn price(table: &Table, options: &Options) -> f64 {
    let (m, n) = (table.rows() as f64, table.names().len() as f64);
    options.penalty_factor
        * match options.penalty {
            Penalty::Bic => m.ln(),
            Penalty::Ebic => m.ln() + 2.0 * n.ln(),
        }
}

fn random_dag(n: usize, density: f64, stream: &mut Stream) -> Dag {
    let order = stream.permutation(n);
    let mut parents = vec![vec![]; n];
    for b in 0..n {
        (0..b)
            .filter(|_| stream.uniform() < density)
            .for_each(|a| parents[order[b]].push(order[a]));
    }
    Dag::new(parents).unwrap()
}

#[test]
fn a_score_is_its_definition() {
    let mut stream = Stream::new(1, 0);
    for (n, rows, density) in [(2, 20, 1.0), (5, 50, 0.5), (12, 300, 0.3), (25, 2000, 0.8)] {
        let table = Model { n, density: 0.3, rows, uneven: true }.draw(n as u64);
        let moments = Moments::of(&table).unwrap();
        let dag = random_dag(n, density, &mut stream);
        for variances in BOTH {
            for (penalty, penalty_factor) in [(Penalty::Bic, 1.0), (Penalty::Ebic, 0.7)] {
                let options = Options { penalty, penalty_factor, ..of(variances) };
                let found = score(&moments, &dag, variances, &options);
                let expected = by_definition(&table, &dag, variances, price(&table, &options))
                    - units(&table, variances);
                // Normal equations lose the condition number, below 1e6 here, of 1e-16.
                let error = (found - expected).abs();
                assert!(error < 1e-8 * (1.0 + expected.abs()), "{n} {variances:?}: {error:.1e}");
            }
        }
    }
}

/// The score that a fit reports is that of its graph, and its weights are those of the refit.
#[test]
fn a_fit_reports_the_score_of_its_graph() {
    for (seed, variances) in [(1, Variances::Equal), (2, Variances::Free)] {
        let simulated = Simulated { nodes: 30, samples: 300, seed, ..Simulated::default() };
        let table = simulate(&simulated).unwrap().table;
        let moments = Moments::of(&table).unwrap();
        for penalty in [Penalty::Bic, Penalty::Ebic] {
            let options = Options { penalty, ..of(variances) };
            let fit = learn(&table, &options);
            let (stage, dag) = (fit.answer.stages.last().unwrap(), dag(&fit));
            assert_eq!(stage.edges, dag.edges());
            let again = score(&moments, dag, variances, &options);
            let direct = by_definition(&table, dag, variances, price(&table, &options))
                - units(&table, variances);
            // Rounding of thirty logarithms times 300 rows, magnified by condition numbers.
            assert!((stage.score - again).abs() < 1e-6, "{} {again}", stage.score);
            assert!((stage.score - direct).abs() < 1e-5, "{} {direct}", stage.score);
        }
    }
}

#[test]
fn options_that_do_not_fit_are_refused_by_name() {
    let table = Model { n: 4, density: 0.5, rows: 50, uneven: false }.draw(1);
    let moments = Moments::of(&table).unwrap();
    for penalty_factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = Options { penalty_factor, ..Options::default() };
        let error = Spec::Search(options).learn(&(&moments).into(), &()).unwrap_err();
        assert!(matches!(error, Error::Option { name: "penalty-factor", .. }), "{error}");
    }
    for start in [
        Start::Order(vec![0, 1, 2]),
        Start::Order(vec![0, 1, 2, 2]),
        Start::Order(vec![0, 1, 2, 4]),
        Start::Order(vec![0, 1, 2, 3, 3]),
        Start::Graph(Dag::empty(5)),
    ] {
        let refused = Dataset::from(&moments).starting(&start);
        assert!(matches!(refused, Err(Error::Shape { expected: 4, .. })), "{start:?}");
    }
    let score = Options::default().score(&moments, Variances::Free);
    let refused = of_graph(&(&moments).into(), &Dag::empty(3), &score);
    assert!(matches!(refused, Err(Error::Shape { expected: 4, found: 3, .. })));
}
