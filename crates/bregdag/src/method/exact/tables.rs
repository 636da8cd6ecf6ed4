//! Scores of many sets at once, in whole numbers of steps above a base: they sum without rounding, and their order is that of the scores
//! up to half a step. A table of node j goes over the sets without j: bit j is squeezed out of its index.

use super::blocked::ASK;
use super::families::{Families, Measure};
use super::fit::Fit;
use super::room::Halt;
use super::wide::{Loop, widely};
use crate::score::Variances;
use crate::watch::Watch;

/// Steps beyond which scores are not told apart: worse than any that matters, and two of them can be added.
pub const CAP: u32 = u32::MAX >> 1;
/// The score of a set that may not be: more than any other, and a number.
const NEVER: f64 = 1e300;
/// Whole numbers from here on are one apart, so adding it rounds to one.
const WHOLE: f64 = (1u64 << 52) as f64;

/// Scores in whole numbers of steps.
#[derive(Debug, Clone)]
pub struct Ruler {
    /// What counts as zero for each inner node: no set has less.
    pub bases: Vec<f64>,
    /// The size of a step.
    pub step: f64,
}

impl Ruler {
    fn steps(&self, j: usize, score: f64) -> u32 {
        whole(score, self.bases[j], 1.0 / self.step)
    }
}

#[inline(always)]
fn whole(score: f64, base: f64, per_step: f64) -> u32 {
    let x = (score - base) * per_step;
    let x = if x > 0.0 { x } else { 0.0 };
    let x = if x < f64::from(CAP) { x } else { f64::from(CAP) };
    // The lowest bits of the sum are those of the whole number.
    (x + WHOLE).to_bits() as u32
}

impl Families {
    /// The least s_j(P) of all sets P.
    pub fn least(&self, measure: &Measure, j: usize) -> f64 {
        let pieces = Pieces { j, low: self.part.bits(), block: self.block(self.inner()) };
        let scores = vec![0.0; 1 << pieces.block];
        widely(Least { families: self, measure, pieces, scores })
    }

    /// Steps of s_j(P ∪ F) for every set P of the `low` lowest nodes without j, of each the least over all sets F of the
    /// others: higher nodes that are in `pattern`, and variables of other parts.
    pub fn fill(
        &self,
        (measure, ruler): (&Measure, &Ruler),
        j: usize,
        (low, pattern): (usize, usize),
        table: &mut [u32],
    ) {
        let pieces = Pieces { j, low, block: self.block(low) };
        let scores = vec![0.0; 1 << pieces.block];
        widely(Fill { families: self, measure, ruler, pieces, pattern, scores, table })
    }

    /// The smallest set among these candidates whose score has so many steps.
    pub fn first_of_score(
        &self,
        (measure, ruler): (&Measure, &Ruler),
        j: usize,
        (candidates, steps): (usize, u32),
        watch: &dyn Watch,
    ) -> Result<Option<usize>, Halt> {
        let members: Vec<usize> =
            (0..self.part.bits()).filter(|i| candidates >> i & 1 == 1).collect();
        let spread =
            |set: usize| members.iter().enumerate().map(|(k, i)| (set >> k & 1) << i).sum();
        let mut seen = 0usize;
        for size in 0..=members.len() {
            let mut chosen = (1usize << size) - 1;
            while chosen >> members.len() == 0 {
                let set = spread(chosen);
                if seen.is_multiple_of(ASK) {
                    watch.go_on()?;
                }
                seen += 1;
                if !self.is_blocked(j, set) && ruler.steps(j, self.score(measure, j, set)) == steps
                {
                    return Ok(Some(set));
                }
                if chosen == 0 {
                    break;
                }
                // The next number with as many bits.
                let lowest = chosen & chosen.wrapping_neg();
                let ripple = chosen + lowest;
                chosen = (((ripple ^ chosen) >> 2) / lowest) | ripple;
            }
        }
        Ok(None)
    }

    /// How many entries the table of j over the sets of the `low` lowest variables has.
    pub fn entries(&self, j: usize, low: usize) -> usize {
        if j < low { 1 << (low - 1) } else { 1 << low }
    }

    /// The sets of all variables that no block has: of the nodes from `low` on those in the pattern.
    fn fixed(&self, (low, pattern): (usize, usize), block: usize) -> impl Iterator<Item = usize> {
        let first = block.max(self.inner());
        let outer = 1usize << (self.part.bits() - first);
        (0..=pattern)
            .filter(move |nodes| nodes & !pattern == 0)
            .flat_map(move |nodes| (0..outer).map(move |outer| nodes << low | outer << first))
    }

    /// s_j of the sets of a block that begins at `start`, those with j left out.
    #[inline(always)]
    fn chunk<'a>(
        &self,
        measure: &Measure,
        (j, block): (usize, usize),
        start: usize,
        out: &'a mut [f64],
    ) -> &'a [f64] {
        let size = 1usize << block;
        let out = if j < block { &mut out[..size / 2] } else { out };
        let place = (j, start, block);
        match self.kind {
            Variances::Free => self.chunk_by(self.free(measure), measure, place, out),
            Variances::Equal => self.chunk_by(self.equal(measure, j), measure, place, out),
        }
        if let Some(blocked) = &self.blocked {
            let run = if j < block { 1 << j } else { size };
            let blocks = blocked[start..start + size].chunks(2 * run);
            for (out, blocked) in out.chunks_mut(run).zip(blocks) {
                for (out, blocked) in out.iter_mut().zip(blocked) {
                    *out = if blocked >> j & 1 == 1 { NEVER } else { *out };
                }
            }
        }
        out
    }

    #[inline(always)]
    fn chunk_by(
        &self,
        fit: impl Fit,
        measure: &Measure,
        (j, start, block): (usize, usize, usize),
        out: &mut [f64],
    ) {
        let size = 1usize << block;
        let high = measure.price * f64::from(start.count_ones());
        let (minors, prices) = (&self.minors[start..start + size], &measure.prices[..size]);
        match j {
            0 if size > 1 => runs::<1, 2>(fit, minors, prices, high, out),
            1 if size > 2 => runs::<2, 4>(fit, minors, prices, high, out),
            2 if size > 4 => runs::<4, 8>(fit, minors, prices, high, out),
            _ if j < block => {
                let pairs = minors.chunks_exact(2 << j).zip(prices.chunks_exact(2 << j));
                for (out, (minors, prices)) in out.chunks_exact_mut(1 << j).zip(pairs) {
                    let (without, with) = minors.split_at(1 << j);
                    line(fit, with, without, prices, high, out);
                }
            }
            _ => {
                let with = &self.minors[start | 1 << j..][..size];
                line(fit, with, minors, prices, high, out);
            }
        }
    }
}

/// The sets of the `low` lowest variables without j, a block at a time. A block may have more variables than these.
#[derive(Clone, Copy)]
struct Pieces {
    j: usize,
    low: usize,
    block: usize,
}

impl Pieces {
    fn count(self) -> usize {
        let beyond = self.low.saturating_sub(self.block);
        if self.j < self.block || self.j >= self.low { 1 << beyond } else { 1 << (beyond - 1) }
    }

    /// The first set of each.
    fn starts(self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(move |k| {
            let (start, j) = (k << self.block, self.j);
            if j < self.block || j >= self.low {
                return start;
            }
            ((start >> j) << (j + 1)) | (start & ((1 << j) - 1))
        })
    }
}

/// The least score of all sets.
struct Least<'a> {
    families: &'a Families,
    measure: &'a Measure,
    pieces: Pieces,
    scores: Vec<f64>,
}

impl Loop for Least<'_> {
    type Output = f64;

    #[inline(always)]
    fn run(self) -> f64 {
        let Least { families, measure, pieces, mut scores } = self;
        let mut least = [f64::INFINITY; 8];
        for start in pieces.starts() {
            let scores = families.chunk(measure, (pieces.j, pieces.block), start, &mut scores);
            let (eights, rest) = scores.as_chunks::<8>();
            for eight in eights {
                for k in 0..8 {
                    least[k] = if eight[k] < least[k] { eight[k] } else { least[k] };
                }
            }
            least[0] = rest.iter().fold(least[0], |least, &score| least.min(score));
        }
        least.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// The scores of all sets, in steps.
struct Fill<'a> {
    families: &'a Families,
    measure: &'a Measure,
    ruler: &'a Ruler,
    pieces: Pieces,
    pattern: usize,
    scores: Vec<f64>,
    table: &'a mut [u32],
}

impl Loop for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Fill { families, measure, ruler, pieces, pattern, mut scores, table } = self;
        let Pieces { j, low, block } = pieces;
        let (base, per_step) = (ruler.bases[j], 1.0 / ruler.step);
        let size = table.len() / pieces.count();
        for (out, start) in table.chunks_exact_mut(size).zip(pieces.starts()) {
            out.fill(CAP);
            for fixed in families.fixed((low, pattern), block) {
                let scores = families.chunk(measure, (j, block), fixed + start, &mut scores);
                // A block with variables of other parts goes over the table more than once.
                for scores in scores.chunks_exact(size) {
                    for (out, &score) in out.iter_mut().zip(scores) {
                        *out = whole(score, base, per_step).min(*out);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn line(fit: impl Fit, with: &[f64], without: &[f64], prices: &[f64], high: f64, out: &mut [f64]) {
    let sets = with.iter().zip(without).zip(prices);
    for (out, ((&with, &without), &price)) in out.iter_mut().zip(sets) {
        *out = fit.value(with, without) + (price + high);
    }
}

/// The same where sets with and without j alternate by few.
#[inline(always)]
fn runs<const RUN: usize, const BOTH: usize>(
    fit: impl Fit,
    minors: &[f64],
    prices: &[f64],
    high: f64,
    out: &mut [f64],
) {
    let (minors, prices) = (minors.as_chunks::<BOTH>().0, prices.as_chunks::<BOTH>().0);
    for (out, (minors, prices)) in
        out.as_chunks_mut::<RUN>().0.iter_mut().zip(minors.iter().zip(prices))
    {
        for k in 0..RUN {
            out[k] = fit.value(minors[k + RUN], minors[k]) + (prices[k] + high);
        }
    }
}
