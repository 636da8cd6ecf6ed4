//! Watches a fit: the clock, Ctrl-C, the trace, and a line on standard error if that is a terminal.

use std::fs::File;
use std::io::{IsTerminal, Seek, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::Context;
use bregdag::read::Source;
use bregdag::{Iteration, Observer, Progress, Stop};
use indicatif::{ProgressBar, ProgressStyle};

use crate::table::significant;

/// A fit that is done sooner shows no progress.
const SHOW_AFTER: Duration = Duration::from_millis(300);
/// What a shell reports for a program that Ctrl-C ended: 128 + SIGINT.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Sees every iteration of a fit.
pub struct Watch {
    started: Instant,
    /// When the fit began.
    lap: Instant,
    /// When the restarts began.
    restarting: Instant,
    time_limit: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    trace: Option<Vec<Iteration>>,
    /// Whether to show progress, and where once it is shown.
    show: bool,
    line: Option<ProgressBar>,
}

impl Watch {
    /// Starts the clock and listens for Ctrl-C: the first stops the fit, the second the program.
    pub fn start(time_limit: Option<Duration>, quiet: bool) -> anyhow::Result<Watch> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let pressed = Arc::clone(&interrupted);
        ctrlc::set_handler(move || {
            if pressed.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
        })
        .context("could not listen for Ctrl-C")?;
        Ok(Watch {
            started: Instant::now(),
            lap: Instant::now(),
            restarting: Instant::now(),
            time_limit,
            interrupted,
            trace: Some(vec![]),
            show: !quiet && stderr().is_terminal(),
            line: None,
        })
    }

    /// What came before does not count as time of the fit, except for its limit.
    pub fn begin_lap(&mut self) {
        self.lap = Instant::now();
    }

    /// Shows a line, if anyone looks and the fit takes long enough to be looked at.
    fn say(&mut self, words: impl FnOnce() -> String) {
        if self.show && self.started.elapsed() >= SHOW_AFTER {
            let line = self.line.get_or_insert_with(|| spinner(self.started));
            line.set_message(words());
            line.tick();
        }
    }

    /// The seconds so far and the trace; what comes is not traced any more.
    pub fn lap(&mut self) -> (f64, Vec<Iteration>) {
        (self.lap.elapsed().as_secs_f64(), self.trace.take().unwrap_or_default())
    }

    /// Watches many fits at once, from here on.
    pub fn refits(&mut self, wanted: usize, done: usize) -> Refits {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
        let bar = (self.show && done < wanted).then(|| {
            let template = "{bar:30} {pos} of {len} refits  {elapsed}  about {eta} left";
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(wanted as u64).with_style(style);
            // Earlier ones say nothing about the time that the others take.
            bar.set_position(done as u64);
            bar.reset_eta();
            bar
        });
        let deadline = self.time_limit.and_then(|limit| self.started.checked_add(limit));
        Refits {
            interrupted: Arc::clone(&self.interrupted),
            deadline,
            bar,
            stopped: OnceLock::new(),
        }
    }

    /// Wipes the line.
    pub fn finish(self) {
        if let Some(line) = self.line {
            line.finish_and_clear();
        }
    }
}

/// Sees many fits at once: one bar, the clock and Ctrl-C.
pub struct Refits {
    interrupted: Arc<AtomicBool>,
    deadline: Option<Instant>,
    bar: Option<ProgressBar>,
    stopped: OnceLock<Stop>,
}

impl Refits {
    /// One more is done.
    pub fn done(&self) {
        self.bar.iter().for_each(|bar| bar.inc(1));
    }

    /// Whether to stop, and why.
    pub fn stop(&self) -> Option<Stop> {
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let stop = match self.interrupted.load(Ordering::Relaxed) {
            true => Some(Stop::Interrupted),
            false => late().then_some(Stop::TimeLimit),
        };
        stop.map(|stop| *self.stopped.get_or_init(|| stop))
    }

    /// Wipes the bar; why the run was stopped, if it was.
    pub fn finish(&self) -> Option<Stop> {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
        self.stopped.get().copied()
    }
}

impl Observer for Watch {
    fn iteration(&mut self, iteration: &Iteration) {
        if let Some(trace) = &mut self.trace {
            trace.push(*iteration);
        }
        self.say(|| {
            format!(
                "iteration {}  objective {}  γ {}",
                iteration.iteration,
                significant(iteration.objective, 7),
                significant(iteration.gamma, 3),
            )
        });
    }

    fn progress(&mut self, progress: Progress) {
        if let Progress::Restart { done: 0, .. } = progress {
            self.restarting = Instant::now();
        }
        let elapsed = self.restarting.elapsed().as_secs_f64();
        self.say(|| match progress {
            Progress::Insertion { still, nodes } => {
                format!("{still} of {nodes} variables at their best places")
            }
            Progress::Restart { done, wanted } => {
                let left = elapsed * (wanted - done) as f64 / done.max(1) as f64;
                format!("restart {} of {wanted}  about {left:.0} s left", done + 1)
            }
            Progress::Fit { done, wanted } => format!("fit {} of {wanted}", done + 1),
        });
    }

    fn stop(&mut self) -> Option<Stop> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        let time_is_up = self.time_limit.is_some_and(|limit| self.started.elapsed() >= limit);
        time_is_up.then_some(Stop::TimeLimit)
    }
}

/// Shows how far the reading of files has come, if it takes long and anyone looks.
pub struct ReadingLine {
    show: bool,
    started: Instant,
    /// The same file opened once more: both stand at the same place.
    file: Option<(File, u64)>,
    line: Option<ProgressBar>,
}

impl ReadingLine {
    pub fn new(quiet: bool) -> ReadingLine {
        let show = !quiet && stderr().is_terminal();
        ReadingLine { show, started: Instant::now(), file: None, line: None }
    }

    /// A file is about to be read.
    pub fn begin(&mut self, source: &Source) {
        self.started = Instant::now();
        self.file = match source {
            Source::File(file) if self.show => file.try_clone().ok().and_then(|file| {
                let bytes = file.metadata().ok()?.len();
                Some((file, bytes))
            }),
            _ => None,
        };
    }

    /// So many rows of it have been read.
    pub fn rows(&mut self, rows: u64) {
        let elapsed = self.started.elapsed();
        if !self.show || elapsed < SHOW_AFTER {
            return;
        }
        let share = self.file.as_mut().and_then(|(file, bytes)| {
            let share = file.stream_position().ok()? as f64 / *bytes as f64;
            (share > 0.0 && share <= 1.0).then_some(share)
        });
        let left = share.map_or(String::new(), |share| {
            let left = elapsed.as_secs_f64() * (1.0 - share) / share;
            format!("  {:.0} %  about {left:.0} s left", 100.0 * share)
        });
        let line = self.line.get_or_insert_with(|| spinner(self.started));
        line.set_message(format!("{rows} rows read{left}"));
        line.tick();
    }

    /// Wipes the line.
    pub fn finish(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }
}

/// A line on standard error that redraws itself.
fn spinner(started: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style).with_elapsed(started.elapsed())
}
