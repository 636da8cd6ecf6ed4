use super::*;
use crate::data::Knowledge;
use crate::linalg::dot;
use crate::random::Stream;

/// ½‖A(W − C)‖² with a random A: convex, badly conditioned.
struct Quadratic {
    n: usize,
    hessian: Matrix,
    centre: Matrix,
}

impl Quadratic {
    fn new(n: usize, seed: u64) -> Quadratic {
        let mut stream = Stream::new(seed, 0);
        let mut a = Matrix::zeros(n, n);
        a.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
        let hessian = Matrix::from_fn(n, n, |i, j| {
            dot(a.col(i), a.col(j)) * 10f64.powi((i % 3) as i32 + (j % 3) as i32)
        });
        let mut centre = Matrix::zeros(n, n);
        centre.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
        Quadratic { n, hessian, centre }
    }

    /// Column by column: H(w − c).
    fn evaluate(&self, w: &Matrix, slopes: &mut Slopes) -> f64 {
        let mut value = 0.0;
        for j in 0..self.n {
            let off: Vec<f64> =
                w.col(j).iter().zip(self.centre.col(j)).map(|(w, c)| w - c).collect();
            for i in 0..self.n {
                slopes.gradient[(i, j)] = dot(self.hessian.col(i), &off);
                slopes.curvature[(i, j)] = self.hessian[(i, i)];
            }
            value += 0.5 * dot(slopes.gradient.col(j), &off);
        }
        value
    }
}

const LIMITS: Limits =
    Limits { decrease: 0.0, over: 1, slope: 1e-9, steps: 20_000, reach: f64::INFINITY };

/// The conditions of optimality: the slope is −λ sign(w) where w moves, and at most λ where it is zero.
fn is_optimal(entries: &Entries, problem: &Quadratic, w: &Matrix) {
    let zeros = Matrix::zeros(problem.n, problem.n);
    let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
    let value = problem.evaluate(w, &mut slopes) + entries.value(w);
    let steepest = (0..problem.n).map(|i| problem.hessian[(i, i)]).fold(0.0, f64::max);
    // A slope g is worth g²/(2H), and rounding hides what is below some ε of the value.
    let hidden = (2.0 * steepest * 1e-14 * value.max(1.0)).sqrt();
    for (k, (&g, &x)) in slopes.gradient.as_slice().iter().zip(w.as_slice()).enumerate() {
        let cost = entries.cost.as_slice()[k];
        let bound = entries.negative.as_slice()[k] == 0.0;
        let near = |a: f64| a.abs() <= hidden;
        match x {
            _ if cost == f64::INFINITY => assert_eq!(x, 0.0),
            x if x > 0.0 => assert!(near(g + cost), "{k}: {g}"),
            x if x < 0.0 => assert!(near(g - cost) && !bound, "{k}: {g}"),
            _ => assert!(g >= -cost - hidden && (bound || g <= cost + hidden), "{k}: {g}"),
        }
    }
}

#[test]
fn it_ends_at_the_minimum() {
    for (n, seed) in [(2, 1), (5, 2), (12, 3)] {
        let problem = Quadratic::new(n, seed);
        let known = Knowledge::none(n);
        for (lambda, positive) in [(0.0, false), (3.0, false), (100.0, false), (3.0, true)] {
            let entries = Entries::new(&known, lambda, positive);
            let smooth = &mut |w: &Matrix, slopes: &mut Slopes| problem.evaluate(w, slopes);
            let ended = entries.descend(Matrix::zeros(n, n), smooth, LIMITS, &());
            is_optimal(&entries, &problem, &ended.at);
        }
    }
}

/// −Σ log(1 − w²) + Σ (w − 2)²: the minimum lies inside, a step of Newton's outside.
#[test]
fn it_stays_in_the_domain() {
    let n = 3;
    let known = Knowledge::none(n);
    let entries = Entries::new(&known, 0.0, false);
    let smooth = &mut |w: &Matrix, slopes: &mut Slopes| {
        slopes.gradient = w.map(|w| 2.0 * w / (1.0 - w * w) + 2.0 * (w - 2.0));
        slopes.curvature = w.map(|_| 1.0);
        let value = |&w: &f64| match w.abs() < 1.0 {
            true => -(1.0 - w * w).ln() + (w - 2.0).powi(2),
            false => f64::INFINITY,
        };
        w.as_slice().iter().map(value).sum()
    };
    let ended = entries.descend(Matrix::zeros(n, n), smooth, LIMITS, &());
    for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
        let w = ended.at[(i, j)];
        // The slope, as far as the rounding of the values lets it be seen.
        let slope = 2.0 * w / (1.0 - w * w) + 2.0 * (w - 2.0);
        assert!(w > 0.0 && w < 1.0 && slope.abs() <= 1e-6, "{w}: {slope}");
    }
}

#[test]
fn every_step_goes_down() {
    let problem = Quadratic::new(8, 4);
    let known = Knowledge::none(8);
    let entries = Entries::new(&known, 1.0, false);
    let mut last = f64::INFINITY;
    for steps in 1..40 {
        let smooth = &mut |w: &Matrix, slopes: &mut Slopes| problem.evaluate(w, slopes);
        let limits = Limits { steps, ..LIMITS };
        let ended = entries.descend(Matrix::zeros(8, 8), smooth, limits, &());
        let zeros = Matrix::zeros(8, 8);
        let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
        let value = problem.evaluate(&ended.at, &mut slopes) + entries.value(&ended.at);
        assert!(value <= last, "step {steps}: {last} {value}");
        last = value;
    }
}
