//! Rivals as Python processes that answer one JSON line with another (`rivals.py`).

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use bregdag::Table;
use serde::Deserialize;
use serde_json::{Value, json};

use super::clock::{REPEAT_BELOW, REPEATS};
use crate::processor;

const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// Imports from a cold disk take a while.
const START_LIMIT: Duration = Duration::from_secs(120);

/// How often the time is looked at that a fit has used.
const CHECK: Duration = Duration::from_secs(1);

/// What a rival says about one table.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Reply {
    /// It returned a graph.
    Fit(Fit),
    /// It raised an error.
    Error {
        /// What it says.
        error: String,
    },
    /// It was killed at the limit.
    #[serde(skip)]
    Timeout,
}

/// A graph, and what it cost.
#[derive(Debug, Deserialize)]
pub struct Fit {
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub repeats: usize,
    /// Peak of the process.
    pub megabytes: Option<f64>,
    #[serde(flatten)]
    pub graph: Graph,
}

/// A graph as edges (i, j), i → j if directed.
#[derive(Debug, Deserialize)]
pub struct Graph {
    pub kind: Kind,
    pub directed: Vec<(usize, usize)>,
    pub undirected: Vec<(usize, usize)>,
}

/// Whether the edges are one DAG, or a class of them.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Dag,
    Class,
}

/// The rivals: installed when they are first asked, started then and again after they died.
pub struct Rivals {
    threads: usize,
    limit: Duration,
    workers: BTreeMap<&'static str, Worker>,
}

impl Rivals {
    /// Each will use so many threads, and no more time of the processor for a fit.
    pub fn new(threads: usize, limit: Duration) -> Rivals {
        Rivals { threads, limit, workers: BTreeMap::new() }
    }

    /// Makes sure that a rival is there and warm.
    pub fn wake(&mut self, rival: &'static str) -> anyhow::Result<()> {
        if !self.workers.contains_key(rival) {
            let worker = Worker::start(&install(rival)?, rival, self.threads)?;
            self.workers.insert(rival, worker);
        }
        Ok(())
    }

    /// The answer of a rival to the table in this file, and the versions of its packages.
    pub fn fit(
        &mut self,
        rival: &'static str,
        options: &Value,
        file: &Path,
    ) -> anyhow::Result<(Reply, BTreeMap<String, String>)> {
        self.wake(rival)?;
        let mut worker = self.workers.remove(rival).context("it is awake")?;
        let repeat_below = REPEAT_BELOW.as_secs_f64();
        let request = json!({
            "file": file, "options": options, "repeat_below": repeat_below, "repeats": REPEATS,
        });
        let versions = worker.versions.clone();
        let reply = match worker.ask(&request, self.limit) {
            Ok(line) => {
                self.workers.insert(rival, worker);
                serde_json::from_str(&line).with_context(|| format!("{rival} said {line}"))?
            }
            // Dropping the worker ends it.
            Err(RecvTimeoutError::Timeout) => Reply::Timeout,
            Err(RecvTimeoutError::Disconnected) => Reply::Error { error: "it crashed".into() },
        };
        Ok((reply, versions))
    }
}

/// Installs a rival unless it is there; returns its Python.
fn install(rival: &str) -> anyhow::Result<PathBuf> {
    let (folder, requirements) = match rival {
        "golem" => ("rivals-golem", "requirements-golem.txt"),
        "lingam" | "lingam-ica" => ("rivals-lingam", "requirements-lingam.txt"),
        _ => ("rivals", "requirements.txt"),
    };
    let folder = target_folder().join(folder);
    let status = Command::new(format!("{HERE}/rivals.sh")).arg(&folder).arg(requirements).status();
    ensure!(status.context("rivals.sh")?.success(), "rivals.sh could not install {rival}");
    Ok(folder.join("bin/python"))
}

/// One Python process.
struct Worker {
    child: Child,
    requests: ChildStdin,
    replies: Receiver<String>,
    versions: BTreeMap<String, String>,
}

impl Worker {
    /// Starts it and waits until it is warm.
    fn start(python: &Path, rival: &str, threads: usize) -> anyhow::Result<Worker> {
        let mut command = Command::new(python);
        command.arg(format!("{HERE}/rivals.py")).arg(rival);
        for pool in ["OMP", "OPENBLAS", "MKL", "RAYON"] {
            command.env(format!("{pool}_NUM_THREADS"), threads.to_string());
        }
        // dagma draws a progress bar that cannot be turned off otherwise.
        command.env("TQDM_DISABLE", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(requests), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{rival}: no pipes");
        };
        let (send, replies) = channel();
        // Ends with the process: then there is nothing more to read.
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.for_each(|line| drop(send.send(line)));
        });
        let mut worker = Worker { child, requests, replies, versions: BTreeMap::new() };
        let hello = worker.replies.recv_timeout(START_LIMIT);
        let hello = hello.with_context(|| format!("{rival} does not start"))?;
        let hello: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&hello)?;
        worker.versions = hello.into_values().next().unwrap_or_default();
        Ok(worker)
    }

    /// The next line it says. The limit is one of the processor's time, so that a busy machine does
    /// not shorten a fit; where that is not known, of the clock's.
    fn ask(&mut self, request: &Value, limit: Duration) -> Result<String, RecvTimeoutError> {
        let (start, before) = (Instant::now(), processor::used_by(self.child.id()));
        let spent = |process: u32| match (processor::used_by(process), before) {
            (Some(used), Some(before)) => used.saturating_sub(before),
            _ => start.elapsed(),
        };
        // A process that is gone closes its output too, which the next line sees.
        let _ = writeln!(self.requests, "{request}");
        loop {
            match self.replies.recv_timeout(CHECK.min(limit)) {
                Err(RecvTimeoutError::Timeout) if spent(self.child.id()) < limit => {}
                reply => return reply,
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where cargo builds: two levels above the program.
fn target_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.ancestors().nth(2).map_or_else(|| PathBuf::from("target"), Path::to_path_buf)
}

/// Writes the table as NumPy's npy, version 1, in Fortran order: column after column.
pub fn write_npy(table: &Table, file: &Path) -> anyhow::Result<()> {
    let shape = format!("({}, {})", table.rows(), table.columns().len());
    let header = format!("{{'descr': '<f8', 'fortran_order': True, 'shape': {shape}, }}");
    // Magic, version and length are 10 bytes; the numbers begin at a multiple of 64.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    let mut out = BufWriter::new(File::create(file)?);
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&u16::try_from(length)?.to_le_bytes())?;
    writeln!(out, "{header:width$}", width = length - 1)?;
    for x in table.columns().iter().flatten() {
        out.write_all(&x.to_le_bytes())?;
    }
    Ok(out.flush()?)
}
