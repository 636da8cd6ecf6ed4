use super::*;
use crate::data::Moments;
use crate::random::Stream;
use crate::read::read_table;
use crate::simulate::{self, simulate};

fn moments(n: usize, seed: u64) -> Moments {
    let options = simulate::Options { nodes: n, samples: 200, seed, ..Default::default() };
    Moments::of(&simulate(&options).unwrap().table).unwrap()
}

fn random(n: usize, size: f64, seed: u64) -> Matrix {
    let mut stream = Stream::new(seed, 0);
    let mut w = Matrix::zeros(n, n);
    for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
        w[(i, j)] = size * stream.normal();
    }
    w
}

/// The objective by its definition: determinants by hand, the exponential by its series.
#[test]
fn the_objective_is_that_of_the_paper() {
    let (n, moments) = (2, moments(6, 1).select(&[0, 3]));
    let data = Dataset::from(&moments);
    let w = random(n, 0.4, 3);
    let (a, b) = (w[(0, 1)], w[(1, 0)]);
    let s = moments.covariance();
    let v = [
        s[(0, 0)] - 2.0 * b * s[(0, 1)] + b * b * s[(1, 1)],
        s[(1, 1)] - 2.0 * a * s[(0, 1)] + a * a * s[(0, 0)],
    ];
    // exp of a matrix with entries a² and b² off its diagonal has the trace 2 cosh|ab|.
    let rest = -(1.0 - a * b).abs().ln() + 5.0 * (2.0 * (a * b).abs().cosh() - 2.0);
    for (variances, likelihood, lambda) in [
        (Variances::Equal, (v[0] + v[1]).ln(), 0.02),
        (Variances::Free, 0.5 * (v[0].ln() + v[1].ln()), 0.002),
    ] {
        let options = Options { variances, ..Options::default() };
        let expected = likelihood + rest + lambda * (a.abs() + b.abs());
        let found = Problem::new(&data, &options).objective(&w, &options);
        // Rounding of a few sums of numbers near one.
        assert!((found - expected).abs() <= 1e-12, "{variances:?}: {found} {expected}");
    }
}

#[test]
fn gradients_agree_with_finite_differences() {
    for (n, seed) in [(3, 1), (6, 2)] {
        let moments = moments(n.max(5), seed);
        let n = moments.variables();
        let data = Dataset::from(&moments);
        let w = random(n, 0.3, seed);
        for variances in [Variances::Equal, Variances::Free] {
            let options = Options { variances, ..Options::default() };
            let problem = Problem::new(&data, &options);
            let zeros = Matrix::zeros(n, n);
            let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
            let mut scratch = slopes.clone();
            problem.smooth(&w, &options, &mut slopes);
            for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
                let mut moved = |step: f64| {
                    let mut w = w.clone();
                    w[(i, j)] += step;
                    problem.smooth(&w, &options, &mut scratch)
                };
                let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                // Central differences: error of order step² plus rounding over step.
                let error = (slope - slopes.gradient[(i, j)]).abs();
                assert!(error <= 1e-6 * (1.0 + slope.abs()), "{variances:?} ({i},{j}): {error}");
            }
        }
    }
}

/// Where it ends the slope is −λ sign(w) where w moves, and at most λ where it is zero.
#[test]
fn it_ends_at_a_stationary_point() {
    for (seed, variances) in [(1, Variances::Equal), (2, Variances::Free), (3, Variances::Equal)] {
        let moments = moments(8, seed);
        let data = Dataset::from(&moments);
        let options = Options { variances, ..Options::default() };
        let problem = Problem::new(&data, &options);
        let at = problem.solve(&()).weights;
        let zeros = Matrix::zeros(8, 8);
        let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
        problem.smooth(&at, &options, &mut slopes);
        let lambda = options.weight();
        for (i, j) in (0..8).flat_map(|j| (0..8).map(move |i| (i, j))).filter(|(i, j)| i != j) {
            let (w, g, c) = (at[(i, j)], slopes.gradient[(i, j)], slopes.curvature[(i, j)]);
            let off = match w == 0.0 {
                true => (g.abs() - lambda).max(0.0),
                false => (g + lambda * w.signum()).abs(),
            };
            // A slope is worth its square over twice the curvature, and the last step gained less than 1e-10 of
            // an objective near 10; some dozens of steps more would have.
            assert!(off * off / (2.0 * c) <= 1e-7, "seed {seed} ({i},{j}): {off}");
        }
    }
}

/// Ours ends no higher than GOLEM of gcastle, which takes 20 000 steps of Adam.
#[test]
fn no_worse_than_gcastle() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    let read = |name: &str| std::fs::read(format!("{folder}{name}")).unwrap();
    let file: serde_json::Value = serde_json::from_slice(&read("rivals/golem.json")).unwrap();
    for case in file["cases"].as_array().unwrap() {
        let name = case["dataset"].as_str().unwrap();
        let table = read_table(&read(&format!("reference/data/{name}.csv"))[..]).unwrap();
        let moments = Moments::of(&table).unwrap();
        let (data, options) = (Dataset::from(&moments), Options::default());
        let problem = Problem::new(&data, &options);
        let ours = problem.objective(&problem.solve(&()).weights, &options);
        let theirs = case["objective"].as_f64().unwrap();
        // It stops while its entries still jump to and fro by its step of 1e-3.
        assert!(ours <= theirs + 1e-3, "{name}: {ours} {theirs}");
    }
}
