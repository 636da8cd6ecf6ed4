//! Which pairs stay joined: those that no set of neighbours separates.
//!
//! ```text
//! x and y are separated by S   where   |ρ_xy.S| < tanh(z / √(m − |S| − 3)),   P(|N(0, 1)| > z) = α,
//! ```
//!
//! which is Fisher's test at level α (docs/mathematics.md, "PC"). All pairs are joined at first.
//! Depth by depth every joined pair is tested given all sets of that size among the neighbours of x,
//! and of y, as they were before the depth: so the order of the columns does not matter (Colombo and
//! Maathuis 2014).
//!
//! What is known beforehand: required pairs stay, and those forbidden both ways are parted in the
//! end; they are tested all the same, because what separates them tells colliders. If two variables
//! are not joined in a DAG, the parents of one of them separate them. So the sets of x need only have
//! neighbours that may be parents of x.

use std::sync::Mutex;

use super::partial::{Left, Pair, Sets};
use crate::data::{Dataset, Knowledge};
use crate::linalg::Matrix;
use crate::parallel::parallel_map;
use crate::tails::normal_quantile;
use crate::watch::{Event, Stop, Watch, Work};

/// Pairs between two questions whether to go on.
const PORTION: usize = 1024;

/// The nodes joined to each node, increasing.
pub type Joined = Vec<Vec<usize>>;

/// The tests of one data set.
pub struct Tests<'a> {
    pub correlations: Matrix,
    pub rows: u64,
    /// The z where |N(0, 1)| > z has the chance α.
    critical: f64,
    pub known: &'a Knowledge,
    watch: &'a dyn Watch,
    /// Why to stop, once someone said so: nobody is asked twice.
    stopped: Mutex<Option<Stop>>,
}

/// The pairs that were left after each depth.
pub struct Skeleton {
    /// `after[d]` when sets of up to d variables had been tested.
    pub after: Vec<Joined>,
    /// A depth that the rows did not allow, where pairs were left to be tested.
    pub too_deep: Option<usize>,
    /// How many tests there were.
    pub tests: usize,
}

impl<'a> Tests<'a> {
    /// At level α.
    pub fn new(data: &'a Dataset<'_>, alpha: f64, watch: &'a dyn Watch) -> Tests<'a> {
        let moments = data.moments();
        Tests {
            correlations: moments.standardized().covariance(),
            rows: moments.rows(),
            critical: normal_quantile(alpha),
            known: data.knowledge(),
            watch,
            stopped: Mutex::new(None),
        }
    }

    /// Number of variables.
    pub fn nodes(&self) -> usize {
        self.correlations.cols()
    }

    /// From any thread; once told to stop, it stays so.
    pub fn go_on(&self) -> Result<(), Stop> {
        // What another thread left there is whole: it is one word.
        let mut stopped = self.stopped.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if stopped.is_none() {
            *stopped = self.watch.stop();
        }
        stopped.map_or(Ok(()), Err)
    }

    /// tanh²(z / √(m − |S| − 3)); none where the rows are too few.
    pub fn bound(&self, depth: usize) -> Option<f64> {
        let freedom = self.rows.checked_sub(depth as u64 + 3).filter(|&f| f > 0)?;
        Some((self.critical / (freedom as f64).sqrt()).tanh().powi(2))
    }

    /// The neighbours of x that may be its parents, without y.
    pub fn candidates(&self, joined: &Joined, x: usize, y: usize) -> Vec<usize> {
        joined[x].iter().copied().filter(|&s| s != y && self.known.allows(s, x)).collect()
    }

    /// Looks for a set of this kind among these candidates that separates the pair.
    pub fn separated(
        &self,
        pair: (usize, usize),
        candidates: &[usize],
        sets: Sets,
    ) -> (Result<bool, Stop>, usize) {
        let (Sets::All(depth) | Sets::WithFirst(depth)) = sets;
        let Some(bound) = self.bound(depth).filter(|_| depth <= candidates.len()) else {
            return (Ok(false), 0);
        };
        let mut pair = Pair::new(&self.correlations, pair, candidates);
        let mut separates = |_: &[usize], _: usize, left: Left| left.is_below(bound);
        let found = pair.any(sets, &|| self.go_on(), &mut separates);
        (found, pair.tests())
    }

    /// Depth 0: pairs that correlate, and those that must stay.
    fn correlated(&self) -> Joined {
        let (n, bound) = (self.nodes(), self.bound(0).unwrap_or(0.0));
        let required = |i: usize, j: usize| self.known.requires(i, j) || self.known.requires(j, i);
        let stay = |i: usize, j: usize, r: f64| i != j && (r * r >= bound || required(i, j));
        parallel_map(n, |j| {
            let column = self.correlations.col(j).iter().enumerate();
            column.filter(|&(i, &r)| stay(i, j, r)).map(|(i, _)| i).collect()
        })
    }

    /// The pairs to be tested at this depth: those of which a side has candidates enough.
    fn pairs(&self, joined: &Joined, depth: usize) -> Vec<(usize, usize)> {
        let open = |x: usize, y: usize| !self.known.requires(x, y) && !self.known.requires(y, x);
        let possible = |x: usize| joined[x].iter().filter(|&&s| self.known.allows(s, x)).count();
        let possible: Vec<usize> = (0..self.nodes()).map(possible).collect();
        let enough =
            |x: usize, y: usize| possible[x] - usize::from(self.known.allows(y, x)) >= depth;
        let of = |x: usize| joined[x].iter().copied().filter(move |&y| x < y).map(move |y| (x, y));
        let all = (0..self.nodes()).flat_map(of);
        all.filter(|&(x, y)| open(x, y) && (enough(x, y) || enough(y, x))).collect()
    }

    /// The pairs that stay at this depth, and how many tests that took.
    fn deeper(&self, joined: &Joined, depth: usize) -> Result<Option<(Joined, usize)>, Stop> {
        let pairs = self.pairs(joined, depth);
        if pairs.is_empty() {
            return Ok(None);
        }
        let test = |&(x, y): &(usize, usize)| {
            let side =
                |x, y| self.separated((x, y), &self.candidates(joined, x, y), Sets::All(depth));
            let (first, tests) = side(x, y);
            if first != Ok(false) {
                return (first, tests);
            }
            let (second, more) = side(y, x);
            (second, tests + more)
        };
        let (mut left, mut tests) = (joined.clone(), 0);
        for (k, portion) in pairs.chunks(PORTION).enumerate() {
            self.go_on()?;
            let progress =
                Event::Progress { work: Work::Pairs, done: k * PORTION, wanted: pairs.len() };
            self.watch.event(&progress);
            let found = parallel_map(portion.len(), |k| test(&portion[k]));
            for (&(x, y), (separated, took)) in portion.iter().zip(found) {
                tests += took;
                if separated? {
                    left[x].retain(|&other| other != y);
                    left[y].retain(|&other| other != x);
                }
            }
        }
        Ok(Some((left, tests)))
    }

    /// Depth by depth, until no pair has neighbours enough. Whoever stops it gets all depths that are
    /// done.
    pub fn skeleton(&self) -> (Skeleton, Result<(), Stop>) {
        let tests = self.nodes() * self.nodes().saturating_sub(1) / 2;
        let mut skeleton = Skeleton { after: vec![self.correlated()], too_deep: None, tests };
        loop {
            let depth = skeleton.after.len();
            let joined = &skeleton.after[depth - 1];
            if self.bound(depth).is_none() {
                skeleton.too_deep = (!self.pairs(joined, depth).is_empty()).then_some(depth);
                return (skeleton, Ok(()));
            }
            match self.deeper(joined, depth) {
                // Where no set says anything, no larger one does.
                Ok(Some((_, 0))) | Ok(None) => return (skeleton, Ok(())),
                Ok(Some((left, tests))) => {
                    skeleton.after.push(left);
                    skeleton.tests += tests;
                }
                Err(stop) => return (skeleton, Err(stop)),
            }
        }
    }
}

impl Skeleton {
    /// Who is joined in the end: without those that are forbidden both ways.
    pub fn joined(&self, known: &Knowledge) -> Joined {
        let last = self.after.last().map_or(&[][..], Vec::as_slice);
        let allowed = |i: usize, j: usize| known.allows(i, j) || known.allows(j, i);
        let of = |(j, list): (usize, &Vec<usize>)| {
            list.iter().copied().filter(|&i| allowed(i, j)).collect()
        };
        last.iter().enumerate().map(of).collect()
    }

    /// The depth at which a pair was separated; none if it never was.
    pub fn separated_at(&self, x: usize, y: usize) -> Option<usize> {
        self.after.iter().position(|joined| joined[x].binary_search(&y).is_err())
    }
}
