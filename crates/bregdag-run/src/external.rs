//! Another program as a contender: it reads a table and writes an edge list.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bregdag::experiment::{Data, Ending, External, Row, Task, blank, found};
use bregdag::export;
use bregdag::graph::Pdag;
use bregdag::read::graphs::GraphFile;
use bregdag::{Error, Result};

use crate::process::cause;
use crate::{memory, unread, unwritten};

/// How often its memory is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// So much of what it says about a failure is kept.
const WORDS: usize = 400;

/// What the program finds. One that fails is a row that says why.
pub fn fit(task: &Task, external: &External, data: &Data) -> Result<Row> {
    let folder = tempfile::tempdir().map_err(Error::Write)?;
    let (table, edges) = (folder.path().join("data.csv"), folder.path().join("edges.csv"));
    let file = std::fs::File::create(&table).map_err(|e| unwritten(&table, e))?;
    export::table::write(&data.table, &mut std::io::BufWriter::new(file))?;
    let row = blank(task, data);
    let without = |ending, problem| Row { ending, problem: Some(problem), ..row.clone() };
    let failed = |problem: String| without(Ending::Failed, problem);
    let ran = match call(external, &table, &edges) {
        Ok(ran) => ran,
        Err(error) => return Ok(failed(format!("{}: {error}", external.command[0]))),
    };
    let measured = match ran.failure {
        Some((ending, problem)) => without(ending, problem),
        None => match graph(&edges, data) {
            Ok(graph) => found(task, data, &graph)?,
            Err(error) => failed(format!("its answer: {error}")),
        },
    };
    let (seconds, cpu_seconds, peak_mb) = (Some(ran.seconds), ran.cpu_seconds, ran.peak_mb);
    Ok(Row { seconds, cpu_seconds, peak_mb, ..measured })
}

struct Ran {
    seconds: f64,
    cpu_seconds: Option<f64>,
    peak_mb: Option<f64>,
    failure: Option<(Ending, String)>,
}

/// Runs the program to its end. Whoever wants it to end earlier ends this process and all it started.
fn call(external: &External, table: &Path, edges: &Path) -> std::io::Result<Ran> {
    let began = Instant::now();
    let mut process = Command::new(&external.command[0])
        .args(&external.command[1..])
        .args([table, edges])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (said, complained) = (listen(process.stdout.take()), listen(process.stderr.take()));
    let mut peak_mb = None;
    let status = loop {
        peak_mb = memory::peak_of(process.id()).or(peak_mb);
        match process.try_wait()? {
            Some(status) => break status,
            None => std::thread::sleep(LOOK),
        }
    };
    let (said, complained) =
        (said.join().unwrap_or_default(), complained.join().unwrap_or_default());
    let own = said.lines().find_map(|line| line.strip_prefix("seconds:")?.trim().parse().ok());
    let failure = (!status.success()).then(|| cause(Some(status), &complained, Ending::Failed));
    Ok(Ran {
        seconds: own.unwrap_or(began.elapsed().as_secs_f64()),
        cpu_seconds: memory::children_seconds(),
        peak_mb,
        failure,
    })
}

/// Reads all that comes, so that nobody waits for a full pipe.
fn listen(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = vec![];
        pipe.into_iter().for_each(|mut pipe| drop(pipe.read_to_end(&mut bytes)));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The last words, in one line.
pub fn end_of(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let skipped = line.chars().count().saturating_sub(WORDS);
    line.chars().skip(skipped).collect()
}

/// The graph that it wrote, over the columns of the table.
fn graph(edges: &Path, data: &Data) -> Result<Pdag> {
    let bytes = std::fs::read(edges).map_err(|error| unread(edges, error))?;
    GraphFile::read(&bytes)?.pdag_over(data.table.names())
}
