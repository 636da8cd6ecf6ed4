//! Edges come in one by one: always the one that gains most, log v_j before − log v_j after, and closes no cycle.

use super::regressions::Regressions;
use crate::data::Knowledge;
use crate::parallel::for_each_long_while;
use crate::watch::{Event, Stop, Watch, Work};

/// Gains that differ by less are the same: both directions of a straight effect gain the same but for rounding, and λ is settled
/// to this.
const TIE: f64 = 1e-8;

/// A search under way.
pub struct Greedy<'a> {
    pub regressions: &'a Regressions<'a>,
    pub parents: Vec<Vec<usize>>,
    /// v_j as a share of the variance of j.
    pub left: Vec<f64>,
    /// Edges added.
    pub added: usize,
    most_parents: usize,
    /// The gain of i → j at `gains[j][i]`; none where it may not come.
    gains: Vec<Vec<Option<f64>>>,
    /// Whether a path leads from i to j, or i = j: `reaches[i][j]`.
    reaches: Vec<Vec<bool>>,
}

impl<'a> Greedy<'a> {
    /// At the edges that must be there.
    pub fn new(
        regressions: &'a Regressions<'a>,
        known: &Knowledge,
        most_parents: usize,
    ) -> Greedy<'a> {
        let n = known.variables();
        let parents: Vec<Vec<usize>> = (0..n).map(|j| known.required_parents(j).to_vec()).collect();
        let mut search = Greedy {
            regressions,
            left: (0..n).map(|j| regressions.leftover(j, &parents[j]).unwrap_or(1.0)).collect(),
            added: 0,
            most_parents,
            gains: vec![vec![None; n]; n],
            reaches: (0..n).map(|i| (0..n).map(|j| i == j).collect()).collect(),
            parents,
        };
        for j in 0..n {
            known.required_parents(j).iter().for_each(|&i| search.connect(i, j));
        }
        search
    }

    /// The gains of all edges that are allowed: `may(i, j)`.
    pub fn weigh(
        &mut self,
        may: &(dyn Fn(usize, usize) -> bool + Sync),
        watch: &dyn Watch,
    ) -> Result<(), Stop> {
        let n = self.left.len();
        let mut gains = vec![vec![]; n];
        self.parents.iter().for_each(|parents| self.regressions.prepare(parents.len() + 1));
        for_each_long_while(&mut gains, &mut || watch.go_on(), |j, gains| {
            let open = self.parents[j].len() < self.most_parents;
            let gain = |i: usize| {
                let may = open && may(i, j) && !self.reaches[j][i] && !self.parents[j].contains(&i);
                if may { self.gain(i, j) } else { None }
            };
            *gains = (0..n).map(gain).collect();
        })?;
        self.gains = gains;
        Ok(())
    }

    /// log v_j now − log v_j with i among the parents.
    fn gain(&self, i: usize, j: usize) -> Option<f64> {
        let mut parents = self.parents[j].clone();
        let place = parents.partition_point(|&parent| parent < i);
        parents.insert(place, i);
        let left = self.regressions.leftover(j, &parents)?;
        Some(self.left[j].ln() - left.ln())
    }

    /// The edge that gains most and its gain; of equal ones the first by target, then source.
    pub fn best(&self) -> Option<(usize, usize, f64)> {
        let mut best: Option<(usize, usize, f64)> = None;
        for (j, gains) in self.gains.iter().enumerate() {
            for (i, gain) in gains.iter().enumerate() {
                let Some(gain) = *gain else { continue };
                if best.is_none_or(|(_, _, most)| gain > most + TIE) {
                    best = Some((i, j, gain));
                }
            }
        }
        best
    }

    /// The gain of an edge that may come.
    #[cfg(test)]
    pub fn gain_of(&self, i: usize, j: usize) -> Option<f64> {
        self.gains[j][i]
    }

    /// Adds edges until none may come.
    pub fn run(&mut self, watch: &dyn Watch) -> Result<(), Stop> {
        while let Some((i, j, _)) = self.best() {
            watch.go_on()?;
            self.add(i, j, watch)?;
            let progress = Event::Progress { work: Work::Moves, done: self.added, wanted: 0 };
            watch.event(&progress);
        }
        Ok(())
    }

    /// Adds i → j, and weighs anew what else may act on j.
    pub fn add(&mut self, i: usize, j: usize, watch: &dyn Watch) -> Result<(), Stop> {
        let Some(gain) = self.gains[j][i].take() else { return Ok(()) };
        let place = self.parents[j].partition_point(|&parent| parent < i);
        self.parents[j].insert(place, i);
        self.left[j] = (self.left[j].ln() - gain).exp();
        self.added += 1;
        self.connect(i, j);
        let full = self.parents[j].len() >= self.most_parents;
        let open = |i: &usize| self.gains[j][*i].is_some() && !full;
        let open: Vec<usize> = (0..self.left.len()).filter(open).collect();
        let mut anew = vec![None; open.len()];
        self.regressions.prepare(self.parents[j].len() + 1);
        let ended = for_each_long_while(&mut anew, &mut || watch.go_on(), |k, gain| {
            *gain = self.gain(open[k], j);
        });
        self.gains[j].fill(None);
        open.into_iter().zip(anew).for_each(|(i, gain)| self.gains[j][i] = gain);
        ended
    }

    /// What reaches i now reaches what j reaches, and edges back would close cycles.
    fn connect(&mut self, i: usize, j: usize) {
        let n = self.left.len();
        let after: Vec<usize> = (0..n).filter(|&k| self.reaches[j][k]).collect();
        for a in (0..n).filter(|&a| self.reaches[a][i]).collect::<Vec<_>>() {
            for &b in &after {
                self.reaches[a][b] = true;
                self.gains[a][b] = None;
            }
        }
    }

    /// Edges go whose function or weight is not significant, each variable looked at once; required ones stay.
    pub fn prune(&mut self, alpha: f64, known: &Knowledge, watch: &dyn Watch) -> Result<(), Stop> {
        let mut kept = self.parents.clone();
        self.parents.iter().for_each(|parents| self.regressions.prepare(parents.len()));
        for_each_long_while(&mut kept, &mut || watch.go_on(), |j, parents| {
            let p_values = match parents.is_empty() {
                true => None,
                false => self.regressions.p_values(j, parents),
            };
            let stays = |(i, p): (usize, f64)| (p < alpha || known.requires(i, j)).then_some(i);
            if let Some(p_values) = p_values {
                *parents = parents.iter().copied().zip(p_values).filter_map(stays).collect();
            }
        })?;
        for (j, parents) in kept.into_iter().enumerate() {
            if parents != self.parents[j] {
                self.left[j] = self.regressions.leftover(j, &parents).unwrap_or(1.0);
                self.parents[j] = parents;
            }
        }
        Ok(())
    }
}
