//! The Bregman step against clarabel, which solves the same problem as a cone program:
//!
//!   min ℓ(V) + ⟨T, A⟩ + D_h(V, W_k)/γ,   V = P − N, A = P + N, P, N ≥ 0,
//!
//! with h through r ≥ ‖V‖ (split: ‖A‖), a second-order cone, and t ≥ (1 + αr)ⁿ, a power cone. The
//! value at clarabel's point bounds the minimum from above, its dual value from below. Apart from
//! that, each solution is put into the optimality conditions.

use crate::data::{Knowledge, Rules};
use crate::linalg::{Matrix, gram};
use crate::method::bregman::Variant;
use crate::method::bregman::step::{Point, Solution, Step};
use crate::objective::{Acyclicity, Kernel, L1, Loss};
use crate::random::Stream;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, IPSolver, SolverStatus,
    SupportedConeT::{NonnegativeConeT, PowerConeT, SecondOrderConeT},
};

const VARIANTS: [Variant; 3] = [Variant::Signed, Variant::Split, Variant::Positive];

/// The default of `Options::step_tolerance`.
const STEP_TOLERANCE: f64 = 1e-6;

/// One step, owned.
struct Problem {
    variant: Variant,
    loss: Loss,
    mu: f64,
    alpha: f64,
    from: Point,
    threshold: Matrix,
    gamma: f64,
    knowledge: Knowledge,
}

impl Problem {
    fn new(
        variant: Variant,
        loss: Loss,
        f: Acyclicity,
        lambda: f64,
        from: Point,
        gamma: f64,
    ) -> Problem {
        let threshold = f.evaluate(&from.gross).gradient.map(|g| lambda + g);
        let knowledge = Knowledge::none(from.net.rows());
        Problem { variant, loss, mu: f.mu, alpha: f.alpha, from, threshold, gamma, knowledge }
    }

    /// The same problem where edges are required and forbidden.
    fn knowing(mut self, knowledge: Knowledge, lambda: f64) -> Problem {
        let n = self.n();
        let allowed = |w: &Matrix| {
            Matrix::from_fn(n, n, |i, j| if knowledge.allows(i, j) { w[(i, j)] } else { 0.0 })
        };
        self.from = Point { net: allowed(&self.from.net), gross: allowed(&self.from.gross) };
        let f = Acyclicity { mu: self.mu, alpha: self.alpha };
        let l1 = L1 { lambda, knowledge: &knowledge };
        self.threshold = l1.threshold(&f.evaluate(&self.from.gross).gradient);
        self.knowledge = knowledge;
        self
    }

    /// The entries that are not fixed at zero.
    fn entries(&self) -> Vec<(usize, usize)> {
        let allowed = |&(i, j): &(usize, usize)| self.knowledge.allows(i, j);
        off_diagonal(self.n()).into_iter().filter(allowed).collect()
    }

    /// Whether an entry may be negative.
    fn is_signed(&self, (i, j): (usize, usize)) -> bool {
        self.variant != Variant::Positive || self.knowledge.requires(i, j)
    }

    fn n(&self) -> usize {
        self.from.net.rows()
    }

    fn solve(&self) -> Solution {
        self.step().solve(None)
    }

    fn step(&self) -> Step<'_> {
        Step {
            variant: self.variant,
            loss: &self.loss,
            kernel: Kernel::new(self.mu, self.alpha, self.n()),
            threshold: &self.threshold,
            knowledge: &self.knowledge,
            from: &self.from,
            gamma: self.gamma,
            tolerance: STEP_TOLERANCE,
        }
    }

    /// h(r), straight from its formula.
    fn h(&self, r: f64) -> f64 {
        self.mu * (self.n() as f64 - 1.0) * (1.0 + self.alpha * r).powi(self.n() as i32)
    }

    /// h'(r).
    fn slope(&self, r: f64) -> f64 {
        let n = self.n() as f64;
        self.mu * n * (n - 1.0) * self.alpha * (1.0 + self.alpha * r).powi(self.n() as i32 - 1)
    }

    /// c_k = h'(r_k)/(γ r_k), zero at W_k = 0.
    fn pull(&self) -> f64 {
        let r = self.from.gross.norm();
        if r == 0.0 { 0.0 } else { self.slope(r) / (self.gamma * r) }
    }

    /// What the kernel sees of a point.
    fn seen<'a>(&self, point: &'a Point) -> &'a Matrix {
        if self.variant == Variant::Split { &point.gross } else { &point.net }
    }

    /// −h(W_k)/γ + c_k r_k² + Tr S: what makes the cone program's value that of the step, so that
    /// no large constant hides an error.
    fn constant(&self) -> f64 {
        let r = self.from.gross.norm();
        let trace: f64 = (0..self.n()).map(|i| self.loss.covariance()[(i, i)]).sum();
        trace + self.pull() * r * r - self.h(r) / self.gamma
    }

    /// ℓ(V) + ⟨T, A⟩ + D_h/γ, term by term.
    fn value(&self, point: &Point) -> f64 {
        let (s, n) = (self.loss.covariance(), self.n());
        let v = &point.net;
        let mut value = 0.0;
        for j in 0..n {
            for i in 0..n {
                let residual = |i| f64::from(i == j) - v[(i, j)];
                value += (0..n).map(|l| residual(i) * s[(i, l)] * residual(l)).sum::<f64>();
            }
        }
        value += self.entries().iter().map(|&at| self.threshold[at] * point.gross[at]).sum::<f64>();
        let (seen, from) = (self.seen(point), self.seen(&self.from));
        let (r, r_k) = (seen.norm(), from.norm());
        let linear = self.pull() * (seen.inner(from) - r_k * r_k);
        value + (self.h(r) - self.h(r_k)) / self.gamma - linear
    }

    /// The largest violation of optimality over its allowance. With g = ∇ℓ(V) and
    /// k = T + c A − c_k A_k, A = V⁺ + V⁻, it is g + k ≥ 0 with equality where V⁺ > 0 and
    /// k − g ≥ 0 with equality where V⁻ > 0; signed and positive have c V − c_k W_k in g instead.
    fn violation(&self, point: &Point) -> f64 {
        let (s, mut residuals) = (self.loss.covariance(), point.net.clone());
        self.loss.residuals(&point.net, &mut residuals);
        let g = residuals.map(|r| -2.0 * r);
        let r = self.seen(point).norm();
        assert!(r > 0.0, "the conditions at zero are another test");
        let (c, pull) = (self.slope(r) / (self.gamma * r), self.pull());
        let mut worst: f64 = 0.0;
        for (i, j) in self.entries() {
            let (v, a) = (point.net[(i, j)], point.gross[(i, j)]);
            let kernel = |x: &Matrix, k: &Matrix| c * x[(i, j)] - pull * k[(i, j)];
            let (odd, even) = match self.variant {
                Variant::Split => (0.0, kernel(&point.gross, &self.from.gross)),
                _ => (kernel(&point.net, &self.from.net), 0.0),
            };
            let up = g[(i, j)] + odd + even + self.threshold[(i, j)];
            let down = even + self.threshold[(i, j)] - g[(i, j)] - odd;
            let distance = |slope: f64, part: f64| match part > 0.0 {
                true => slope.abs(),
                false => (-slope).max(0.0),
            };
            let (plus, minus) = ((a + v) / 2.0, (a - v) / 2.0);
            let distance = match self.is_signed((i, j)) {
                false => distance(up, plus),
                true => distance(up, plus).max(distance(down, minus)),
            };
            // The solver's promise: c to its tolerance, and each coordinate rests when moving it
            // alone by δ gains less than S_ii δ² = tolerance² S_jj, where δ is the gradient over
            // S_ii + c/2. Four times that, since both errors add up over neighbours.
            let (s_i, s_j) = (s[(i, i)], s[(j, j)]);
            let moving = (s_j / s_i).sqrt() * (2.0 * s_i + c);
            let allowance = 4.0 * STEP_TOLERANCE * (moving + c * a);
            worst = worst.max(distance / allowance);
        }
        worst
    }
}

fn off_diagonal(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j).collect()
}

/// The cone program of a step: the value at clarabel's point and its dual value.
fn clarabel(problem: &Problem) -> (f64, f64) {
    let (n, s, pull) = (problem.n(), problem.loss.covariance(), problem.pull());
    let entries = problem.entries();
    let count = entries.len();
    let negative = (0..count).filter(|&e| problem.is_signed(entries[e])).map(|e| (-1.0, e));
    let parts: Vec<(f64, usize)> = (0..count).map(|e| (1.0, e)).chain(negative).collect();
    let (r, t) = (parts.len(), parts.len() + 1);

    // ½ xᵀPx + qᵀx, upper half of P.
    let (mut rows, mut cols, mut values) = (vec![], vec![], vec![]);
    for (b, &(sign_b, e_b)) in parts.iter().enumerate() {
        for (a, &(sign_a, e_a)) in parts[..=b].iter().enumerate() {
            if entries[e_a].1 == entries[e_b].1 {
                rows.push(a);
                cols.push(b);
                values.push(2.0 * sign_a * sign_b * s[(entries[e_a].0, entries[e_b].0)]);
            }
        }
    }
    let quadratic = CscMatrix::new_from_triplets(t + 1, t + 1, rows, cols, values);
    let mut linear: Vec<f64> = parts
        .iter()
        .map(|&(sign, e)| {
            let kernel = match problem.variant {
                Variant::Split => problem.from.gross[entries[e]],
                _ => sign * problem.from.net[entries[e]],
            };
            problem.threshold[entries[e]] - 2.0 * sign * s[entries[e]] - pull * kernel
        })
        .collect();
    linear.extend([0.0, problem.mu * (n as f64 - 1.0) / problem.gamma]);

    // b − Ax in the cones: x ≥ 0, (r, V or A), (t, 1, 1 + αr) in some unit.
    let norm = parts.len();
    let power = norm + 1 + count;
    let build = |unit: f64| {
        let (mut rows, mut cols, mut values) = (vec![], vec![], vec![]);
        let mut entry = |row: usize, col: usize, value: f64| {
            rows.push(row);
            cols.push(col);
            values.push(-value);
        };
        entry(norm, r, 1.0);
        for (x, &(sign, e)) in parts.iter().enumerate() {
            entry(x, x, 1.0);
            entry(norm + 1 + e, x, if problem.variant == Variant::Split { 1.0 } else { sign });
        }
        entry(power, t, unit);
        entry(power + 2, r, unit * problem.alpha);
        CscMatrix::new_from_triplets(power + 3, t + 1, rows, cols, values)
    };
    let mut right = vec![0.0; power + 3];
    let cones = [NonnegativeConeT(norm), SecondOrderConeT(1 + count), PowerConeT(1.0 / n as f64)];

    // The solver now and then gives up after a few iterations, more often with the power cone; the
    // same numbers in other units get through.
    for attempt in 0..10 {
        let (unit, equilibrate_enable) =
            ([1.0, 10.0, 100.0, 30.0, 0.1][attempt / 2], attempt % 2 == 0);
        right[power + 1..].fill(unit);
        let constraints = build(unit);
        let settings = DefaultSettings {
            verbose: false,
            tol_gap_abs: 1e-10,
            tol_gap_rel: 1e-10,
            tol_feas: 1e-10,
            equilibrate_enable,
            ..DefaultSettings::default()
        };
        let mut solver =
            DefaultSolver::new(&quadratic, &linear, &constraints, &right, &cones, settings)
                .unwrap();
        solver.solve();
        // `AlmostSolved` may be feasible to 5e-5 only, and then neither of its values is a bound.
        let answer = &solver.solution;
        let feasible = answer.r_prim.max(answer.r_dual) <= 1e-8;
        let solved = [SolverStatus::Solved, SolverStatus::AlmostSolved].contains(&answer.status);
        if !(solved && feasible) {
            continue;
        }
        let mut point = Point::new(Matrix::zeros(n, n));
        for (&(sign, e), &x) in parts.iter().zip(&solver.solution.x) {
            point.net[entries[e]] += sign * x.max(0.0);
            point.gross[entries[e]] += x.max(0.0);
        }
        if problem.variant != Variant::Split {
            // P and N may both keep a trace of the barrier; |V| is what counts.
            point = Point::new(point.net);
        }
        let dual = solver.solution.obj_val_dual + problem.constant();
        let value = problem.value(&point);
        // Its answer proves itself; we need a tenth of the 1e-6 that is asked of us.
        if value - dual <= 1e-7 * (1.0 + value.abs()) {
            return (value, dual);
        }
    }
    panic!("clarabel finds no solution");
}

/// S of m rows of correlated columns of unequal scale.
fn random_loss(n: usize, m: usize, stream: &mut Stream) -> Loss {
    let mut x = Matrix::zeros(m, n);
    for j in 0..n {
        let scale = 0.5 + 1.5 * stream.uniform();
        for r in 0..m {
            let carried = if j > 0 { 0.7 * x[(r, j - 1)] } else { 0.0 };
            x[(r, j)] = carried + scale * stream.normal();
        }
    }
    Loss::new(gram(&x).map(|g| g / m as f64))
}

/// W_k with about `density` of its entries present; for the split variant some entries of both signs.
fn random_point(variant: Variant, n: usize, density: f64, stream: &mut Stream) -> Point {
    let mut point = Point::new(Matrix::zeros(n, n));
    for at in off_diagonal(n) {
        if stream.uniform() < density {
            let size = 1.5 * stream.uniform();
            let negative = variant != Variant::Positive && stream.below(2) == 0;
            point.net[at] = if negative { -size } else { size };
            let both = variant == Variant::Split && stream.below(3) == 0;
            point.gross[at] = size + if both { stream.uniform() } else { 0.0 };
        }
    }
    point
}

/// Ours against clarabel's; returns whether ours is V = 0.
fn agree(problem: &Problem, label: &str) -> bool {
    let ours = problem.solve().point;
    assert!(ours.net.is_finite(), "{label}");
    let entries = problem.entries();
    for at in (0..problem.n()).flat_map(|j| (0..problem.n()).map(move |i| (i, j))) {
        assert!(entries.contains(&at) || (ours.net[at] == 0.0 && ours.gross[at] == 0.0), "{label}");
        assert!(problem.is_signed(at) || ours.net[at] >= 0.0, "{label}");
    }
    let value = problem.value(&ours);
    let (primal, dual) = clarabel(problem);
    let scale = 1.0 + value.abs();
    // What the issue asks for, and what clarabel's two values leave open between them.
    assert!((value - primal).abs() <= 1e-6 * scale, "{label}: ours {value}, clarabel {primal}");
    assert!(value >= dual - 1e-6 * scale, "{label}: ours {value} below the dual value {dual}");
    // Ours is exact to the square of its tolerance, clarabel's point is feasible: never above it.
    assert!(value <= primal + 1e-7 * scale, "{label}: ours {value} above clarabel's {primal}");
    let zero = ours.net.support() == 0 && ours.gross.support() == 0;
    if !zero {
        let violation = problem.violation(&ours);
        assert!(violation <= 1.0, "{label}: {violation} times the allowed gradient");
    }
    zero
}

/// Every n, variant and a γ from 0.5 to 1e4, with changing density, λ, μ, α and m.
#[test]
fn the_step_is_clarabels() {
    let gammas = [0.5, 5.0, 50.0, 500.0, 1e4];
    let (mut solved, mut zeros) = (0, 0);
    for n in 3..=12 {
        for (v, variant) in VARIANTS.into_iter().enumerate() {
            for repeat in 0..2 {
                let case = (n * 3 + v) * 2 + repeat;
                let mut stream = Stream::new(11, case as u64);
                let m = if case % 4 == 0 { n - 1 } else { 5 * n };
                let loss = random_loss(n, m, &mut stream);
                let density = [0.15, 0.5, 1.0][case % 3];
                let from = random_point(variant, n, density, &mut stream);
                let f = Acyclicity {
                    mu: [100.0, 1.0][case / 3 % 2],
                    alpha: [0.1, 1.0][case / 5 % 2] / n as f64,
                };
                let lambda = [0.0, 1e-6, 0.1][case / 2 % 3];
                let gamma = gammas[case % gammas.len()];
                let problem = Problem::new(variant, loss, f, lambda, from, gamma);
                let label = format!("{variant:?} n={n} case {case} γ={gamma}");
                zeros += usize::from(agree(&problem, &label));
                solved += 1;
            }
        }
    }
    assert!(solved >= 40 && zeros < solved / 4, "{zeros} of {solved} are zero");
}

/// Forbidden entries fixed at zero; required ones without λ, and of either sign in every variant.
#[test]
fn the_step_with_knowledge_is_clarabels() {
    const LAMBDA: f64 = 0.2;
    let (mut zeros, mut negative) = (0, 0);
    for n in [3, 5, 8, 11] {
        for (v, variant) in VARIANTS.into_iter().enumerate() {
            for (g, gamma) in [5.0, 500.0, 1e4].into_iter().enumerate() {
                let case = ((n * 3 + v) * 3 + g) as u64;
                let mut stream = Stream::new(17, case);
                let loss = random_loss(n, 5 * n, &mut stream);
                let from = random_point(variant, n, [0.0, 0.3, 0.8][g], &mut stream);
                let f = Acyclicity { mu: [100.0, 1.0][n % 2], alpha: 0.5 / n as f64 };
                let knowledge = random_knowledge(n, &mut stream);
                let problem =
                    Problem::new(variant, loss, f, LAMBDA, from, gamma).knowing(knowledge, LAMBDA);
                zeros +=
                    usize::from(agree(&problem, &format!("{variant:?} n={n} γ={gamma} knowing")));
                if variant == Variant::Positive {
                    let v = problem.solve().point.net;
                    negative += v.as_slice().iter().filter(|&&v| v < 0.0).count();
                }
            }
        }
    }
    assert!(zeros < 9 && negative > 0, "{zeros} are zero, {negative} required ones negative");
}

/// About a quarter of the forward edges required, a quarter of the others forbidden. (The data flow
/// from column to column, forwards and positively.)
fn random_knowledge(n: usize, stream: &mut Stream) -> Knowledge {
    let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
    let mut rules = Rules::default();
    for (i, j) in off_diagonal(n) {
        let edge = (names[i].clone(), names[j].clone());
        match stream.below(4) {
            0 if i < j => rules.required_edges.push(edge),
            1 => rules.forbidden_edges.push(edge),
            _ => {}
        }
    }
    rules.over(&names).unwrap()
}

/// From W_k = 0 the pole of h'(r)/r is on the way.
#[test]
fn from_zero_too() {
    for n in [3, 7, 12] {
        for variant in VARIANTS {
            for gamma in [50.0, 500.0, 1e4] {
                let loss = random_loss(n, 4 * n, &mut Stream::new(12, n as u64));
                let f = Acyclicity { mu: 100.0, alpha: 0.1 / n as f64 };
                let from = Point::new(Matrix::zeros(n, n));
                let problem = Problem::new(variant, loss, f, 0.01, from, gamma);
                let zero = agree(&problem, &format!("{variant:?} n={n} γ={gamma} from zero"));
                assert!(!zero, "{variant:?} n={n} γ={gamma}: large steps leave zero");
            }
        }
    }
}

/// From a trace of a weight, of the wrong sign, the first guess c_k of the ridge weight is enormous.
#[test]
fn from_nearly_zero_too() {
    for size in [1e-3, 1e-6, 1e-9, 1e-12, 1e-100] {
        for variant in [Variant::Signed, Variant::Split] {
            for gamma in [50.0, 500.0, 1e4] {
                let loss = random_loss(6, 30, &mut Stream::new(16, 0));
                let f = Acyclicity { mu: 100.0, alpha: 0.1 / 6.0 };
                let mut start = Matrix::zeros(6, 6);
                start[(0, 1)] = -size * loss.covariance()[(0, 1)].signum();
                let problem = Problem::new(variant, loss, f, 0.01, Point::new(start), gamma);
                let label = format!("{variant:?} γ={gamma} from {size}");
                let point = problem.solve().point;
                assert!(point.net.is_finite() && point.net.norm() > 0.0, "{label}");
                let violation = problem.violation(&point);
                assert!(violation <= 1.0, "{label}: {violation} times the allowed gradient");
            }
        }
    }
}

/// V = 0: from zero by a small γ, from elsewhere by a large λ.
#[test]
fn to_zero_too() {
    for n in [3, 6, 10] {
        for variant in VARIANTS {
            for (density, lambda, gamma) in [(0.0, 0.0, 0.5), (0.0, 100.0, 1e4), (0.5, 2e4, 0.5)] {
                let mut stream = Stream::new(13, n as u64);
                let loss = random_loss(n, 4 * n, &mut stream);
                let f = Acyclicity { mu: 100.0, alpha: 0.1 / n as f64 };
                let from = random_point(variant, n, density, &mut stream);
                let problem = Problem::new(variant, loss, f, lambda, from, gamma);
                let zero = agree(&problem, &format!("{variant:?} n={n} λ={lambda} γ={gamma}"));
                assert!(zero, "{variant:?} n={n} λ={lambda} γ={gamma}");
            }
        }
    }
}

/// A problem from W_k = 0 whose γ is `past` relative to the one at which V leaves zero.
fn near_the_edge(variant: Variant, n: usize, past: f64) -> Problem {
    const LAMBDA: f64 = 0.3;
    let loss = random_loss(n, 4 * n, &mut Stream::new(14, n as u64));
    let f = Acyclicity { mu: 100.0, alpha: 0.1 / n as f64 };
    let mut problem = Problem::new(variant, loss, f, LAMBDA, Point::new(Matrix::zeros(n, n)), 1.0);
    let s = problem.loss.covariance();
    let force = |&at: &(usize, usize)| match variant {
        Variant::Positive => (2.0 * s[at] - LAMBDA).max(0.0),
        _ => ((2.0 * s[at]).abs() - LAMBDA).max(0.0),
    };
    let norm = off_diagonal(n).iter().map(|e| force(e).powi(2)).sum::<f64>().sqrt();
    problem.gamma = problem.slope(0.0) / norm * (1.0 + past);
    problem
}

/// Exactly zero before the edge; away from it the gain is real and the conditions hold.
#[test]
fn on_either_side_of_the_edge_of_zero() {
    for (n, variant) in [3, 8, 12].into_iter().flat_map(|n| VARIANTS.map(|v| (n, v))) {
        for past in [-0.1, -1e-3, -1e-6, -1e-9] {
            let point = near_the_edge(variant, n, past).solve().point;
            assert_eq!(point.gross.support(), 0, "{variant:?} n={n}, {past} past the edge");
        }
        for past in [0.01, 0.1, 1.0] {
            let problem = near_the_edge(variant, n, past);
            let point = problem.solve().point;
            let still = problem.value(&Point::new(Matrix::zeros(n, n)));
            let label = format!("{variant:?} n={n}, {past} past the edge");
            assert!(problem.value(&point) < still, "{label}: nothing gained");
            assert!(problem.violation(&point) <= 1.0, "{label}");
        }
    }
}

/// Just past the edge r is arbitrarily small and c arbitrarily large; V may not be worse than zero.
#[test]
fn just_past_the_edge_of_zero() {
    for (n, variant) in [3, 8, 12].into_iter().flat_map(|n| VARIANTS.map(|v| (n, v))) {
        for past in [1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3] {
            let problem = near_the_edge(variant, n, past);
            let point = problem.solve().point;
            let label = format!("{variant:?} n={n}, {past} past the edge");
            assert!(point.net.is_finite(), "{label}");
            let value = problem.value(&point);
            let still = problem.value(&Point::new(Matrix::zeros(n, n)));
            // What the documentation of `Options::step_tolerance` promises.
            assert!(value <= still + 1e-12 * still.abs(), "{label}: {value} over {still}");
        }
    }
}

/// Where the search for c begins does not matter.
#[test]
fn guesses_change_nothing_but_the_way() {
    for variant in VARIANTS {
        let mut stream = Stream::new(15, 0);
        let loss = random_loss(10, 40, &mut stream);
        let f = Acyclicity { mu: 100.0, alpha: 0.01 };
        let from = random_point(variant, 10, 0.4, &mut stream);
        let mut problem = Problem::new(variant, loss, f, 1e-3, from, 1.0);
        for (gamma, other) in [(1.0, 1e4), (500.0, 0.5), (1e4, 250.0)] {
            problem.gamma = other;
            let guess = Some(problem.solve().ridge).filter(|c| c.is_finite());
            problem.gamma = gamma;
            let (plain, guessed) = (problem.solve(), problem.step().solve(guess));
            let (a, b) = (problem.value(&plain.point), problem.value(&guessed.point));
            // Each is within the square of the step's tolerance of the minimum.
            assert!((a - b).abs() <= 1e-10 * (1.0 + a.abs()), "{variant:?} γ={gamma}: {a} {b}");
        }
    }
}
