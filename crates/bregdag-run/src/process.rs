//! One task in a process of its own, watched from outside.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use bregdag::experiment::{Contender, Ending, Row, Task};
use bregdag::{Error, Result};

use crate::external::end_of;
use crate::memory;

/// How often time, memory and the wish to stop are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// What Rust, Python and C++ say before they end for want of memory.
const NO_MEMORY: [&str; 3] = ["memory allocation of", "MemoryError", "std::bad_alloc"];
/// What the system sends to processes when memory runs out.
const KILLED: i32 = 9;

/// How a process is started, and what it may take.
pub struct Terms<'a> {
    pub program: &'a [OsString],
    pub limit: Option<Duration>,
    pub bytes: Option<u64>,
}

/// The row of a task; none where someone wants to stop.
pub fn fit(task: &Task, terms: &Terms<'_>, stop: &dyn Fn() -> bool) -> Result<Option<Row>> {
    let mut process = Process::start(task, terms)?;
    let (began, mut peak_mb) = (Instant::now(), None);
    loop {
        match process.answers.recv_timeout(LOOK) {
            Ok(line) => {
                let read = serde_json::from_str(&line);
                process.wait();
                let said = |error: serde_json::Error| {
                    Row::without_graph(task, Ending::Died, format!("its answer is no row: {error}"))
                };
                // Rows are found by the identity of what was asked.
                let row: Row = read.unwrap_or_else(said);
                return Ok(Some(Row { identity: task.identity(), ..row }));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let row = process.without_answer(task);
                return Ok((!stop()).then_some(Row { peak_mb, ..row }));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        // Another program is a child of this child, whose own memory says nothing of it.
        if matches!(task.contender, Contender::Method(_)) {
            peak_mb = memory::peak_of(process.child.id()).or(peak_mb);
        }
        if stop() {
            return Ok(None);
        }
        if let Some(limit) = terms.limit.filter(|limit| began.elapsed() > *limit) {
            let problem = format!("it took longer than {} s", limit.as_secs_f64());
            let row = Row::without_graph(task, Ending::TimedOut, problem);
            return Ok(Some(Row { peak_mb, seconds: Some(limit.as_secs_f64()), ..row }));
        }
    }
}

/// A process; dropping it ends it with all that it started.
struct Process {
    child: Child,
    answers: Receiver<String>,
    complaints: Option<std::thread::JoinHandle<String>>,
}

impl Process {
    fn start(task: &Task, terms: &Terms<'_>) -> Result<Process> {
        let Some((program, words)) = terms.program.split_first() else {
            return Err(Error::Read(std::io::Error::other("no program to fit with")));
        };
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own: Ctrl-C is for who started it, and an end is for all of it.
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut child = command.spawn().map_err(Error::Read)?;
        limit_memory(&child, terms.bytes);
        let mut asked = serde_json::to_vec(task).map_err(|e| Error::Write(e.into()))?;
        asked.push(b'\n');
        // A process that is gone already says so by what it does not answer.
        let _ = child.stdin.as_mut().map(|input| input.write_all(&asked));
        let (send, answers) = channel();
        let output = child.stdout.take();
        std::thread::spawn(move || {
            let lines = output.into_iter().flat_map(|output| BufReader::new(output).lines());
            lines.map_while(std::result::Result::ok).take(1).for_each(|line| drop(send.send(line)));
        });
        let errors = child.stderr.take();
        let complaints = std::thread::spawn(move || {
            let mut bytes = vec![];
            errors.into_iter().for_each(|mut errors| drop(errors.read_to_end(&mut bytes)));
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Ok(Process { child, answers, complaints: Some(complaints) })
    }

    fn wait(&mut self) -> Option<ExitStatus> {
        self.child.wait().ok()
    }

    /// What became of a process that ended without a word.
    fn without_answer(&mut self, task: &Task) -> Row {
        let status = self.wait();
        let said = self.complaints.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        let (ending, problem) = cause(status, &said, Ending::Died);
        Row::without_graph(task, ending, problem)
    }
}

/// Why a process ended without an answer: for want of memory, or `otherwise`.
pub fn cause(status: Option<ExitStatus>, said: &str, otherwise: Ending) -> (Ending, String) {
    let killed = status.is_some_and(|status| signal(status) == Some(KILLED));
    let how = status.map_or("it is gone".into(), |status| status.to_string());
    if NO_MEMORY.iter().any(|words| said.contains(words)) {
        (Ending::OutOfMemory, end_of(said))
    } else if killed {
        (Ending::OutOfMemory, format!("{how}: most likely for want of memory"))
    } else {
        (otherwise, format!("{how}: {}", end_of(said)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let (Ok(None), Some(group)) =
            (self.child.try_wait(), rustix::process::Pid::from_raw(self.child.id() as i32))
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// Lets the process take no more than its share, where the system can be told so.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let process = Pid::from_raw(child.id() as i32);
    if let Some(bytes) = bytes {
        let _ =
            prlimit(process, Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
    }
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_child: &Child, _bytes: Option<u64>) {}
