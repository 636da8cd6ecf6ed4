//! All tasks of a plan.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bregdag::experiment::{Ending, Plan, Results, Row, Task, to_csv};
use bregdag::{Error, Result};

use crate::folder::{Folder, TABLE, named};
use crate::process::{self, Terms};
use crate::{input, memory};

/// Who sees how far it is, and may end it.
pub trait Audience: Sync {
    /// So many fits are wanted, and so many are there already.
    fn begins(&self, wanted: usize, done: usize);
    /// One more is done.
    fn finished(&self, row: &Row);
    /// Whether to stop: what is under way is given up, what is done stays.
    fn wants_to_stop(&self) -> bool;
}

/// How fits are run.
#[derive(Debug, Clone)]
pub struct Runner {
    /// The program that calls [`serve`](crate::serve), and the words that make it do so.
    pub program: Vec<OsString>,
    /// So many fits at a time; plans that are about time have one at a time, unless `together`.
    pub side_by_side: usize,
    /// Fits of plans that are about time may run side by side too.
    pub together: bool,
    /// A fit that takes longer is ended, and its row says so.
    pub fit_limit: Option<Duration>,
}

impl Runner {
    /// Whether a row that is there already stands: one that was ended may have longer now.
    fn accepts(&self, row: &Row) -> bool {
        let ended_at = row.seconds.filter(|_| row.ending == Ending::TimedOut);
        ended_at.is_none_or(|end| self.fit_limit.is_some_and(|limit| limit.as_secs_f64() <= end))
    }
}

/// What came of a run.
#[derive(Debug)]
pub struct Ended {
    /// Every row of the plan that is done, in the order of the plan.
    pub rows: Vec<Row>,
    /// Whether all of them are.
    pub complete: bool,
}

/// Runs what is not yet done and writes the tidy table once all is.
pub fn run(runner: &Runner, plan: &Plan, path: &Path, audience: &dyn Audience) -> Result<Ended> {
    let plan = &plan.clone().with_contents(input::code)?;
    let tasks = plan.tasks()?;
    let (folder, results, known) = Folder::open(path, plan, &tasks)?;
    let mut done: HashMap<String, Row> = known
        .into_iter()
        .filter(|row| runner.accepts(row))
        .map(|row| (row.identity.clone(), row))
        .collect();
    let open: Vec<&Task> =
        tasks.iter().filter(|task| !done.contains_key(&task.identity())).collect();
    audience.begins(tasks.len(), tasks.len() - open.len());
    let crew = Crew::new(runner, plan, audience, results);
    let new = crew.work(&open).map_err(|error| named(&folder.rows(), error))?;
    done.extend(new.into_iter().map(|row| (row.identity.clone(), row)));
    // What a plan calls a fit may differ where the fit is the same.
    let row = |task: &Task| Some(Row { task: task.clone(), ..done.get(&task.identity())?.clone() });
    let rows: Vec<Row> = tasks.iter().filter_map(row).collect();
    let complete = rows.len() == tasks.len();
    if complete {
        folder.write(TABLE, to_csv(&rows).as_bytes())?;
    }
    Ok(Ended { rows, complete })
}

/// Threads that start processes, each one at a time.
struct Crew<'a> {
    terms: Terms<'a>,
    hands: usize,
    audience: &'a dyn Audience,
    results: Mutex<Results>,
    next: AtomicUsize,
    /// Whether something went wrong that no other fit would escape.
    broken: AtomicBool,
}

impl<'a> Crew<'a> {
    fn new(
        runner: &'a Runner,
        plan: &Plan,
        audience: &'a dyn Audience,
        results: Results,
    ) -> Crew<'a> {
        let alone = plan.timed && !runner.together;
        let hands = if alone { 1 } else { runner.side_by_side.max(1) };
        let bytes = memory::available().map(|bytes| bytes / hands as u64);
        Crew {
            terms: Terms { program: &runner.program, limit: runner.fit_limit, bytes },
            hands,
            audience,
            results: Mutex::new(results),
            next: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// Does all tasks, or as many as there are until someone stops it.
    fn work(&self, tasks: &[&Task]) -> Result<Vec<Row>> {
        let mut rows = vec![];
        let ends: Vec<Result<Vec<Row>>> = std::thread::scope(|scope| {
            let hand = || scope.spawn(|| self.hand(tasks));
            let hands: Vec<_> = (0..self.hands).map(|_| hand()).collect();
            let gone = |_| Err(Error::Read(std::io::Error::other("a thread is gone")));
            hands.into_iter().map(|hand| hand.join().unwrap_or_else(gone)).collect()
        });
        for end in ends {
            rows.extend(end?);
        }
        Ok(rows)
    }

    /// One task after another.
    fn hand(&self, tasks: &[&Task]) -> Result<Vec<Row>> {
        let stop = || self.audience.wants_to_stop() || self.broken.load(Ordering::SeqCst);
        let mut rows = vec![];
        while let Some(task) = tasks.get(self.next.fetch_add(1, Ordering::SeqCst)) {
            if stop() {
                break;
            }
            let row = process::fit(task, &self.terms, &stop).inspect_err(|_| self.give_up())?;
            let Some(row) = row else { break };
            let row = Row { side_by_side: self.hands, ..row };
            // A thread that panicked left a whole line or none.
            let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
            results.add(&row).inspect_err(|_| self.give_up())?;
            drop(results);
            self.audience.finished(&row);
            rows.push(row);
        }
        Ok(rows)
    }

    fn give_up(&self) {
        self.broken.store(true, Ordering::SeqCst);
    }
}
