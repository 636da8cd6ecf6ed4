//! The process that does one fit: a task comes in as a line of JSON, its row goes out as one.

use std::io::{BufRead, Read, Write};

use bregdag::experiment::{Contender, Ending, Row, Task, fit};
use bregdag::{Error, Result};

use crate::clock::Clock;
use crate::{external, input};

/// Does the fit that standard input asks for. Whoever asked keeps the input open: when it closes, nobody waits
/// for the answer, and the process ends with all that it started.
pub fn serve() -> Result<()> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(Error::Read)?;
    let task: Task = serde_json::from_str(&line)
        .map_err(|error| Error::Format { format: "task", problem: error.to_string() })?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().lock().read_to_end(&mut vec![]);
        leave();
    });
    let mut answer = serde_json::to_vec(&row(&task)).map_err(|e| Error::Write(e.into()))?;
    answer.push(b'\n');
    std::io::stdout().lock().write_all(&answer).map_err(Error::Write)
}

/// What comes of a task.
fn row(task: &Task) -> Row {
    let failed = |error: Error| Row::without_graph(task, Ending::Failed, error.to_string());
    let data = match input::data(task) {
        Ok(data) => data,
        Err(error) => return failed(error),
    };
    match &task.contender {
        Contender::Method(_) => alone(task, &data),
        Contender::External(external) => {
            external::fit(task, external, &data).unwrap_or_else(failed)
        }
    }
}

/// On one thread, so that times compare.
fn alone(task: &Task, data: &bregdag::experiment::Data) -> Row {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(|| fit(task, data, &Clock::start())),
        Err(error) => Row::without_graph(task, Ending::Failed, error.to_string()),
    }
}

/// Ends this process and those that it started: they are one group.
fn leave() {
    #[cfg(unix)]
    {
        let _ = rustix::process::kill_process_group(
            rustix::process::getpgrp(),
            rustix::process::Signal::KILL,
        );
    }
    std::process::exit(1);
}
