//! Who watches: all of them count.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bregdag::watch::Step;
use bregdag::{Event, Stop, Watch};

/// Whether a stop is said once or to every question from then on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Says {
    Once,
    EverAfter,
}

/// Asks to stop at a question.
pub struct Impatient {
    at: usize,
    why: Stop,
    says: Says,
    asked: AtomicUsize,
}

impl Impatient {
    pub fn new(at: usize, why: Stop, says: Says) -> Impatient {
        Impatient { at, why, says, asked: AtomicUsize::new(0) }
    }

    /// How many questions there were after the stop was said; `None` if it was not.
    pub fn asked_in_vain(&self) -> Option<usize> {
        self.asked.load(Ordering::SeqCst).checked_sub(self.at + 1)
    }
}

impl Watch for Impatient {
    fn stop(&self) -> Option<Stop> {
        let question = self.asked.fetch_add(1, Ordering::SeqCst);
        let stops = match self.says {
            Says::Once => question == self.at,
            Says::EverAfter => question >= self.at,
        };
        stops.then_some(self.why)
    }
}

/// Wants to stop from the moment on when it has been told something for the k-th time.
pub struct Alarmed {
    at: usize,
    told: AtomicUsize,
}

impl Alarmed {
    pub fn new(at: usize) -> Alarmed {
        Alarmed { at, told: AtomicUsize::new(0) }
    }

    /// How much it was told after that; `None` if it was not told enough.
    pub fn told_in_vain(&self) -> Option<usize> {
        self.told.load(Ordering::SeqCst).checked_sub(self.at)
    }
}

impl Watch for Alarmed {
    fn event(&self, _: &Event) {
        self.told.fetch_add(1, Ordering::SeqCst);
    }

    fn stop(&self) -> Option<Stop> {
        self.told_in_vain().map(|_| Stop::Interrupted)
    }
}

/// Counts all that it is told, and writes down the steps.
#[derive(Default)]
pub struct Listening {
    told: AtomicUsize,
    steps: Mutex<Vec<Step>>,
}

impl Listening {
    pub fn told(&self) -> usize {
        self.told.load(Ordering::SeqCst)
    }

    pub fn steps(self) -> Vec<Step> {
        self.steps.into_inner().unwrap()
    }
}

impl Watch for Listening {
    fn event(&self, event: &Event) {
        self.told.fetch_add(1, Ordering::SeqCst);
        if let Event::Step(step) = event {
            self.steps.lock().unwrap().push(step.clone());
        }
    }
}
