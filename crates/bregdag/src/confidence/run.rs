//! All refits of a plan, in parallel; what was done before is not done again.

use std::sync::atomic::{AtomicBool, Ordering};

use super::file::Header;
use super::refit::{Refit, Task};
use crate::error::Result;
use crate::parallel::parallel_map;
use crate::watch::{Stop, Watch};

/// Watches, and keeps what is finished.
pub trait Keeper: Watch {
    /// The refits of an earlier run of the same, which are not repeated. `wanted` are all.
    fn earlier(&self, _header: &Header, _wanted: usize) -> Result<Vec<Refit>> {
        Ok(vec![])
    }

    /// Keeps a refit that is finished. An error ends the run; what was kept before stays.
    fn keep(&self, _refit: &Refit) -> Result<()> {
        Ok(())
    }
}

/// Keeps nothing and never stops.
impl Keeper for () {}

/// Does all refits that are not among the `earlier` ones. The result, by number, has both; fewer than
/// planned if the keeper ended the run. It does not depend on the number of threads.
pub fn run(task: &Task<'_>, earlier: &[Refit], keeper: &dyn Keeper) -> Result<Vec<Refit>> {
    let wanted = task.plan.refits();
    let mut done: Vec<Option<Refit>> = vec![None; wanted];
    for refit in earlier {
        let k = refit.number.checked_sub(task.first).filter(|&k| k < wanted as u64);
        if let Some(k) = k {
            done[k as usize] = Some(refit.clone());
        }
    }
    let missing: Vec<usize> = (0..wanted).filter(|&k| done[k].is_none()).collect();
    let given_up = AtomicBool::new(false);
    let found = parallel_map(missing.len(), |m| {
        let watch = Inside { keeper, given_up: &given_up };
        if watch.stop().is_some() {
            return Ok(None);
        }
        let refit = task.refit(missing[m], &watch)?;
        let kept = refit.as_ref().map_or(Ok(()), |refit| keeper.keep(refit));
        if kept.is_err() {
            given_up.store(true, Ordering::Relaxed);
        }
        kept.map(|()| refit)
    });
    for refit in found {
        if let Some(refit) = refit? {
            let k = refit.number - task.first;
            done[k as usize] = Some(refit);
        }
    }
    Ok(done.into_iter().flatten().collect())
}

/// Watches one refit on behalf of the keeper.
struct Inside<'a> {
    keeper: &'a dyn Keeper,
    given_up: &'a AtomicBool,
}

impl Watch for Inside<'_> {
    fn stop(&self) -> Option<Stop> {
        match self.given_up.load(Ordering::Relaxed) {
            true => Some(Stop::Interrupted),
            false => self.keeper.stop(),
        }
    }
}
