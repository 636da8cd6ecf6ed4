//! The regression of one node j on parents P that come and go. With β = S_PP⁻¹ S_Pj it keeps
//!
//! ```text
//! r_c = S_cj − S_cP β,   d_c = S_cc − S_cP S_PP⁻¹ S_Pc,   v = S_jj − S_jP β
//! ```
//!
//! up to date for all nodes c. With γ the regression of p on the (other) parents and w = S_p − S_P γ,
//! adding p is
//!
//! ```text
//! r ← r − w r_p/d_p,   d ← d − w²/d_p,   v ← v − r_p²/d_p,   d_p = w_p,
//! ```
//!
//! and dropping it the reverse: O(nk) for w and O(k²) for γ by the factor of S_PP, which grows and
//! shrinks with P. So does the diagonal of S_PP⁻¹, ω_q ← ω_q + γ_q²/d_p and ω_p = 1/d_p, which says what
//! a parent is worth, β_q²/ω_q, and whether it is independent of the others (see `admissible`).

use super::Problem;
use super::admissible::{DEPENDENT, Sets, shortfall};
use super::family::{Family, residual_covariances};
use crate::linalg::{Cholesky, add_scaled, dot, subtract_combination};

/// A residual variance below this share of the variance counts as this share, so that a perfect fit
/// has a finite score. Well above the rounding of S, below any noise that data have.
pub const PERFECT: f64 = 1e-10;

/// From so many parents on a family keeps d, so that it need not be built up parent by parent.
const MANY_PARENTS: usize = 6;

/// One parent instead of another must explain more by this share: rounding alone never does.
const REPLACES: f64 = 1.0 + 1e-6;

/// A regression at work, with the memory for it.
#[derive(Debug, Clone)]
pub struct Regression<'a> {
    problem: &'a Problem<'a>,
    /// j.
    pub node: usize,
    /// P; those that must be there come first.
    pub parents: Vec<usize>,
    /// The factor of S_PP.
    factor: Cholesky,
    /// β.
    pub weights: Vec<f64>,
    /// ω.
    omega: Vec<f64>,
    /// v.
    pub variance: f64,
    /// r of every node.
    pub residual: Vec<f64>,
    /// d of every node.
    pub left: Vec<f64>,
    gamma: Vec<f64>,
    /// w of the last step.
    pub w: Vec<f64>,
    sets: Sets,
}

impl<'a> Regression<'a> {
    /// With nothing done yet.
    pub fn new(problem: &'a Problem<'a>) -> Regression<'a> {
        let n = problem.nodes();
        Regression {
            problem,
            node: 0,
            parents: vec![],
            factor: Cholesky::default(),
            weights: vec![],
            omega: vec![],
            variance: 0.0,
            residual: vec![0.0; n],
            left: vec![0.0; n],
            gamma: vec![],
            w: vec![0.0; n],
            sets: Sets::default(),
        }
    }

    /// Begins with no parents.
    fn clear(&mut self, j: usize) {
        let Problem { covariance, variances, .. } = self.problem;
        self.node = j;
        self.parents.clear();
        self.factor.clear();
        self.weights.clear();
        self.omega.clear();
        self.variance = variances[j];
        self.residual.copy_from_slice(covariance.col(j));
        self.left.copy_from_slice(variances);
    }

    /// Begins with the parents that must be there, and these.
    pub fn build(&mut self, j: usize, parents: &[usize]) {
        let required = self.problem.required(j);
        self.clear(j);
        for &p in required {
            self.add(p);
        }
        debug_assert_eq!(self.parents, required);
        for &p in parents.iter().filter(|p| !required.contains(p)) {
            self.add(p);
        }
        self.settle();
    }

    /// The places of the parents that may go.
    pub fn optional(&self) -> std::ops::Range<usize> {
        self.problem.required(self.node).len()..self.parents.len()
    }

    /// The same node with these parents instead.
    pub fn rebuild(&mut self, parents: &[usize]) {
        self.build(self.node, parents);
    }

    /// Begins with a family.
    pub fn load(&mut self, j: usize, family: &Family) {
        let Some(left) = &family.left else {
            return self.build(j, &family.parents);
        };
        self.node = j;
        self.parents.clone_from(&family.parents);
        self.weights.clone_from(&family.weights);
        self.omega.clone_from(&family.omega);
        self.factor.clone_from(&family.factor);
        self.variance = family.variance;
        self.left.copy_from_slice(left);
        residual_covariances(&self.problem.covariance, j, family, &mut self.residual);
    }

    /// The family at which the work has arrived.
    pub fn family(&mut self) -> Family {
        self.refresh();
        let k = self.parents.len();
        Family {
            parents: self.parents.clone(),
            weights: self.weights.clone(),
            variance: self.variance,
            log_variance: self.variance.ln(),
            factor: self.factor.clone(),
            omega: self.omega.clone(),
            left: (k >= MANY_PARENTS).then(|| self.left.clone()),
        }
    }

    /// The family of j with these independent parents, those that must be there first: just what a family keeps.
    pub fn family_of(&mut self, j: usize, parents: &[usize]) -> Family {
        let covariance = &self.problem.covariance;
        self.node = j;
        self.parents.clear();
        self.factor.clear();
        for &p in parents {
            let (column, parents) = (covariance.col(p), &self.parents);
            if self.factor.push(|k| column[parents[k]], column[p], 0.0).is_ok() {
                self.parents.push(p);
            }
        }
        let (factor, work) = (&self.factor, &mut self.gamma);
        self.omega.clear();
        self.omega.extend((0..self.parents.len()).map(|k| factor.inverse_entry(k, work)));
        if self.parents.len() >= MANY_PARENTS {
            let parents = std::mem::take(&mut self.parents);
            self.build(j, &parents);
        }
        self.family()
    }

    /// d of x given the parents of another family.
    pub fn left_by(&mut self, family: &Family, x: usize) -> f64 {
        let column = self.problem.covariance.col(x);
        family.factor.leftover(|k| column[family.parents[k]], column[x], &mut self.gamma)
    }

    /// Adds a parent, if the set with it is admissible; whether it is.
    pub fn add(&mut self, p: usize) -> bool {
        let Problem { covariance, variances, .. } = self.problem;
        let column = covariance.col(p);
        self.gamma.clear();
        self.gamma.extend(self.parents.iter().map(|&q| column[q]));
        self.factor.solve(&mut self.gamma);
        let parents = &self.parents;
        // Half of what it takes: whether it is enough is asked of the whole set.
        if self.factor.push(|k| column[parents[k]], column[p], 0.5 * DEPENDENT).is_err() {
            return false;
        }
        subtract_combination(&mut self.w, column, &self.gamma, |k| covariance.col(parents[k]));
        let d = self.w[p].max(0.5 * DEPENDENT * variances[p]);
        self.parents.push(p);
        if !self.stays_admissible(d) {
            self.parents.pop();
            self.factor.remove(self.parents.len());
            return false;
        }
        let (rho, inverse) = (self.residual[p] / d, 1.0 / d);
        for ((w, r), left) in self.w.iter().zip(&mut self.residual).zip(&mut self.left) {
            *r -= rho * w;
            *left -= w * w * inverse;
        }
        self.omega.iter_mut().zip(&self.gamma).for_each(|(omega, g)| *omega += g * g * inverse);
        self.omega.push(inverse);
        add_scaled(&mut self.weights, -rho, &self.gamma);
        self.weights.push(rho);
        self.bound_variance(self.variance - rho * rho * d);
        true
    }

    /// Whether the set is admissible with the last parent, whose pivot is d, γ its regression on the others.
    fn stays_admissible(&mut self, d: f64) -> bool {
        let Regression { problem, parents, omega, gamma, .. } = self;
        if problem.independent || parents.len() <= problem.required(self.node).len() {
            return true;
        }
        let mut most = shortfall(problem.variances[parents[omega.len()]], 1.0 / d);
        for ((&q, omega), gamma) in parents.iter().zip(omega).zip(gamma) {
            most = most.max(shortfall(problem.variances[q], *omega + *gamma * *gamma / d));
        }
        self.sets.confirm(problem, most, &self.parents)
    }

    /// Removes the k-th parent.
    pub fn remove(&mut self, k: usize) {
        let Problem { covariance, variances, .. } = self.problem;
        let p = self.parents.remove(k);
        let weight = self.weights.remove(k);
        self.omega.remove(k);
        self.factor.remove(k);
        let (column, parents) = (covariance.col(p), &self.parents);
        self.gamma.clear();
        self.gamma.extend(parents.iter().map(|&q| column[q]));
        self.factor.solve(&mut self.gamma);
        subtract_combination(&mut self.w, column, &self.gamma, |k| covariance.col(parents[k]));
        let d = self.w[p].max(0.5 * DEPENDENT * variances[p]);
        let inverse = 1.0 / d;
        for ((w, r), left) in self.w.iter().zip(&mut self.residual).zip(&mut self.left) {
            *r += weight * w;
            *left += w * w * inverse;
        }
        for ((omega, g), &q) in self.omega.iter_mut().zip(&self.gamma).zip(parents) {
            // Alone a parent has one over its variance.
            *omega = (*omega - g * g * inverse).max(1.0 / variances[q]);
        }
        add_scaled(&mut self.weights, weight, &self.gamma);
        self.bound_variance(self.variance + weight * weight * d);
    }

    fn bound_variance(&mut self, variance: f64) {
        self.variance = variance.max(PERFECT * self.problem.variances[self.node]);
    }

    /// β = S_PP⁻¹ S_Pj and v = S_jj − S_jP β, free of the rounding that many steps leave.
    fn refresh(&mut self) {
        let column = self.problem.covariance.col(self.node);
        self.gamma.clear();
        self.gamma.extend(self.parents.iter().map(|&p| column[p]));
        self.weights.clone_from(&self.gamma);
        self.factor.solve(&mut self.weights);
        self.bound_variance(column[self.node] - dot(&self.gamma, &self.weights));
    }

    /// Where weights must not be negative, removes the parents whose would be, the surest (by t)
    /// first. Required ones stay.
    pub fn settle(&mut self) {
        while self.problem.positive {
            let (mut most, mut surest) = (0.0, None);
            for k in self.optional().filter(|&k| self.weights[k] < 0.0) {
                let rise = self.rise(k);
                if rise >= most {
                    (most, surest) = (rise, Some(k));
                }
            }
            match surest {
                Some(k) => self.remove(k),
                None => return,
            }
        }
    }

    /// Leaves in `w` what the others leave of the k-th parent, with every node, and gives its ω. With
    /// u = S_PP⁻¹ e_k it is S_cP u / ω.
    pub fn look_without(&mut self, k: usize) -> f64 {
        let Regression { problem, parents, factor, omega, gamma, w, .. } = self;
        gamma.clear();
        gamma.resize(parents.len(), 0.0);
        gamma[k] = 1.0 / omega[k];
        factor.solve(gamma);
        w.fill(0.0);
        for (&q, &u) in parents.iter().zip(&*gamma) {
            add_scaled(w, u, problem.covariance.col(q));
        }
        omega[k]
    }

    /// Whether x instead of one of its parents lowers the residual variance of y; r is the residual
    /// covariance of x and y. With γ the regression of x on the parents, w_x of parent q is γ_q/ω_q.
    pub fn may_replace(&mut self, (x, y): (usize, usize), r: f64, family: &Family) -> bool {
        let column = self.problem.covariance.col(x);
        let gamma = &mut self.gamma;
        gamma.clear();
        gamma.extend(family.parents.iter().map(|&q| column[q]));
        family.factor.solve(gamma);
        let explained = family.parents.iter().zip(&*gamma).map(|(&q, g)| column[q] * g);
        let d = column[x] - explained.sum::<f64>();
        let first = self.problem.required(y).len();
        d > DEPENDENT * self.problem.variances[x]
            && (first..gamma.len()).any(|k| {
                let (weight, omega, g) = (family.weights[k], family.omega[k], gamma[k]);
                let (r, d) = (r + weight * g / omega, d + g * g / omega);
                r * r * omega > weight * weight * d * REPLACES
            })
    }

    /// Removes the parent whose loss raises the residual variance least.
    pub fn remove_least(&mut self) {
        let rises = self.optional().map(|k| (k, self.rise(k)));
        let least = rises.min_by(|(_, a), (_, b)| a.total_cmp(b));
        least.into_iter().for_each(|(k, _)| self.remove(k));
    }

    /// By how much the residual variance rises without the k-th parent.
    pub fn rise(&self, k: usize) -> f64 {
        self.weights[k] * self.weights[k] / self.omega[k]
    }
}
