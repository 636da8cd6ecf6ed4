//! One node on its way through the order, and the best place it has seen.

use std::sync::Arc;

use super::parents::IMPROVEMENT;
use crate::score::{Family, Score};

/// A new place for a node, and the families that change.
#[derive(Debug)]
pub struct Insertion {
    pub gain: f64,
    pub position: usize,
    pub families: Vec<(usize, Arc<Family>)>,
}

/// What a walk looks for.
#[derive(Clone, Copy)]
pub enum Goal {
    /// The place that gains most, and more than this.
    Best(f64),
    /// This position.
    Place(usize),
}

/// One node on its way, and the best place it has seen.
pub struct Walk {
    score: Score,
    goal: Goal,
    give_up: f64,
    pub tie: f64,
    /// How much better the score is here than where the walk began.
    gain: f64,
    pub own: Arc<Family>,
    others: Vec<(usize, Arc<Family>)>,
    /// The own family and former children that are not worth their price alone.
    pub remembered: Option<Arc<Family>>,
    /// Position, own family there and how many of the others had changed.
    best: Option<(usize, Arc<Family>, usize)>,
}

impl Walk {
    /// It ends where the score is `give_up` prices of an edge worse than where it began.
    pub fn new(score: &Score, goal: Goal, give_up: f64, own: &Arc<Family>) -> Walk {
        Walk {
            score: *score,
            goal,
            give_up: -give_up * score.price(),
            tie: IMPROVEMENT * score.price(),
            gain: 0.0,
            own: own.clone(),
            others: vec![],
            remembered: None,
            best: None,
        }
    }

    pub fn own_changes(&mut self, family: Arc<Family>) {
        self.gain += self.own.score(&self.score) - family.score(&self.score);
        self.own = family;
        self.remembered = None;
    }

    pub fn other_changes(&mut self, node: usize, from: &Family, to: Arc<Family>) {
        self.gain += from.score(&self.score) - to.score(&self.score);
        self.others.push((node, to));
    }

    /// Looks at position q; whether the walk ends there.
    pub fn ends(&mut self, q: usize) -> bool {
        match &mut self.goal {
            // Of places that are equally good the first is taken, whatever rounding says.
            Goal::Best(most) if self.gain > *most + self.tie => *most = self.gain,
            Goal::Best(_) => return self.gain < self.give_up,
            Goal::Place(place) if *place == q => {}
            Goal::Place(_) => return false,
        }
        self.best = Some((q, self.own.clone(), self.others.len()));
        matches!(self.goal, Goal::Place(_))
    }

    pub fn insertion(self, x: usize) -> Option<Insertion> {
        let (position, own, count) = self.best?;
        let gain = match self.goal {
            Goal::Best(gain) => gain,
            Goal::Place(_) => self.gain,
        };
        let mut families = self.others;
        families.truncate(count);
        families.push((x, own));
        Some(Insertion { gain, position, families })
    }
}
