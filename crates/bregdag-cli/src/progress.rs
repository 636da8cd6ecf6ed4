//! Watches a run: the clock, Ctrl-C, the steps, and a line on standard error if that is a terminal.

use std::fs::File;
use std::io::{IsTerminal, Seek, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use bregdag::read::Source;
use bregdag::study::words;
use bregdag::watch::{Phase, Step, Work};
use bregdag::{Event, Stop, Watch};
use indicatif::{ProgressBar, ProgressStyle};

use crate::table::significant;

/// Work that is done sooner shows no progress.
const SHOW_AFTER: Duration = Duration::from_millis(300);
/// What a shell reports for a program that Ctrl-C ended: 128 + SIGINT.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Sees every step of a run.
pub struct Progress {
    interrupted: Arc<AtomicBool>,
    /// Whether to show progress.
    show: bool,
    state: Mutex<State>,
}

struct State {
    /// When this part of the run began.
    began: Instant,
    deadline: Option<Instant>,
    phase: Phase,
    /// When the fit began, and how long it took once it is done.
    fit: (Instant, Option<Duration>),
    restarting: Instant,
    steps: Vec<Step>,
    /// The file that is read, and its size: both stand at the same place.
    file: Option<(File, u64)>,
    line: Option<ProgressBar>,
}

impl Progress {
    /// Listens for Ctrl-C: the first stops the work, the second the program.
    pub fn start(quiet: bool) -> anyhow::Result<Progress> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let pressed = Arc::clone(&interrupted);
        ctrlc::set_handler(move || {
            if pressed.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
        })
        .context("could not listen for Ctrl-C")?;
        let now = Instant::now();
        let state = State {
            began: now,
            deadline: None,
            phase: Phase::Preparing,
            fit: (now, None),
            restarting: now,
            steps: vec![],
            file: None,
            line: None,
        };
        let show = !quiet && stderr().is_terminal();
        Ok(Progress { interrupted, show, state: Mutex::new(state) })
    }

    /// A thread that panicked left nothing half done that matters here.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All is read: from here on, time is limited.
    pub fn limit(&self, time: Option<Duration>) {
        let mut state = self.state();
        state.wipe();
        state.began = Instant::now();
        state.deadline = time.and_then(|time| state.began.checked_add(time));
    }

    /// A file is about to be read.
    pub fn reading(&self, source: &Source) {
        let mut state = self.state();
        state.began = Instant::now();
        state.file = match source {
            Source::File(file) if self.show => file.try_clone().ok().and_then(|file| {
                let bytes = file.metadata().ok()?.len();
                Some((file, bytes))
            }),
            _ => None,
        };
    }

    /// So many of these are wanted, and so many are there already.
    pub fn count(&self, what: &str, wanted: usize, done: usize) {
        let mut state = self.state();
        state.wipe();
        if self.show && done < wanted {
            let template =
                format!("{{bar:30}} {{pos}} of {{len}} {what}  {{elapsed}}  about {{eta}} left");
            let style = ProgressStyle::with_template(&template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(wanted as u64).with_style(style);
            // Earlier ones say nothing about the time that the others take.
            bar.set_position(done as u64);
            bar.reset_eta();
            state.line = Some(bar);
        }
    }

    /// One more of them is done.
    pub fn one_more(&self) {
        self.state().line.iter().for_each(|bar| bar.inc(1));
    }

    /// Wipes the line. The seconds of the fit and its steps.
    pub fn finish(&self) -> (f64, Vec<Step>) {
        let mut state = self.state();
        state.wipe();
        let time = state.fit.1.unwrap_or_else(|| state.fit.0.elapsed());
        (time.as_secs_f64(), std::mem::take(&mut state.steps))
    }
}

impl Watch for Progress {
    fn event(&self, event: &Event) {
        let mut state = self.state();
        match event {
            Event::Phase(phase) => state.enter(*phase),
            Event::Step(step) if state.phase == Phase::Learning => state.steps.push(step.clone()),
            _ => {}
        }
        if self.show && state.phase != Phase::Refitting && state.began.elapsed() >= SHOW_AFTER {
            state.show(event);
        }
    }

    fn stop(&self) -> Option<Stop> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        let late = self.state().deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late.then_some(Stop::TimeLimit)
    }
}

impl State {
    fn wipe(&mut self) {
        if let Some(line) = self.line.take() {
            line.finish_and_clear();
        }
    }

    fn enter(&mut self, phase: Phase) {
        match phase {
            Phase::Learning => self.fit = (Instant::now(), None),
            Phase::Diagnosing => self.fit.1 = Some(self.fit.0.elapsed()),
            Phase::Preparing | Phase::Refitting => {}
        }
        self.phase = phase;
    }

    /// Says what happened.
    fn show(&mut self, event: &Event) {
        let words = match event {
            Event::Phase(_) => return,
            Event::Step(step) => step_words(step),
            Event::Progress { work, done, wanted } => self.progress(*work, *done, *wanted),
        };
        let began = self.began;
        let line = self.line.get_or_insert_with(|| spinner(began));
        line.set_message(words);
        line.tick();
    }

    fn progress(&mut self, work: Work, done: usize, wanted: usize) -> String {
        match work {
            Work::Insertions => format!("{done} of {wanted} variables at their best places"),
            Work::Restarts => {
                if done == 0 {
                    self.restarting = Instant::now();
                }
                let elapsed = self.restarting.elapsed().as_secs_f64();
                let left = elapsed * (wanted - done) as f64 / done.max(1) as f64;
                format!("restart {} of {wanted}  about {left:.0} s left", done + 1)
            }
            Work::Rounds => format!("restarts, round {} of at most {wanted}", done + 1),
            Work::Moves => words::count(done as u64, "move"),
            Work::Variables => format!("{done} of {wanted} variables in order"),
            Work::Pairs => format!("{done} of {wanted} pairs tested"),
            Work::Fits => format!("fit {} of {wanted}", done + 1),
            Work::Proof => format!("{done} of {wanted} tables of the proof"),
            Work::Rows => {
                format!("{} read{}", words::count(done as u64, "row"), self.left_to_read())
            }
        }
    }

    /// How much of the file is read, and how long the rest will take.
    fn left_to_read(&mut self) -> String {
        let elapsed = self.began.elapsed().as_secs_f64();
        let share = self.file.as_mut().and_then(|(file, bytes)| {
            let share = file.stream_position().ok()? as f64 / *bytes as f64;
            (share > 0.0 && share <= 1.0).then_some(share)
        });
        share.map_or(String::new(), |share| {
            let left = elapsed * (1.0 - share) / share;
            format!("  {:.0} %  about {left:.0} s left", 100.0 * share)
        })
    }
}

/// The count of a step, and what it is trying to lower.
fn step_words(step: &Step) -> String {
    let count = step.values.first().copied().flatten().unwrap_or(0.0);
    let unit = step.columns.first().unwrap_or(&"step");
    let objective = step.value("objective").map(|x| format!("  objective {}", significant(x, 7)));
    format!("{unit} {count}{}", objective.unwrap_or_default())
}

/// A line on standard error that redraws itself.
fn spinner(started: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style).with_elapsed(started.elapsed())
}
