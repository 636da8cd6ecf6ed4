//! `bregdag`: learns linear causal graphs from tables.

mod args;
mod compare;
mod convert;
mod data;
mod diagnose;
mod evaluate;
mod experiment;
mod fault;
mod input;
mod kept;
mod learn;
mod methods;
mod moments;
mod names;
mod next;
mod obstacles;
mod output;
mod progress;
mod setup;
mod simulate;
mod stability;
mod table;
mod voice;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// It ran, but stopped early; what it found is written.
const STOPPED_EARLY: u8 = 1;
/// It could not run; nothing is written. Clap leaves with the same code when it cannot parse.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    fault::located(run).unwrap_or_else(|fault| {
        complain(format_args!(
            "error: this should not have happened; please report the command and this: {fault}"
        ));
        ExitCode::from(COULD_NOT_RUN)
    })
}

fn run() -> ExitCode {
    let ended = match args::Cli::parse().verb {
        args::Verb::Learn(args) => learn::run(&args),
        args::Verb::Simulate(args) => simulate::run(&args),
        args::Verb::Evaluate(args) => evaluate::run(&args),
        args::Verb::Compare(args) => compare::run(&args),
        args::Verb::Diagnose(args) => diagnose::run(&args),
        args::Verb::Moments(args) => moments::run(&args),
        args::Verb::Report(args) => convert::report(&args),
        args::Verb::Stability(args) => stability::run(&args),
        args::Verb::Convert(args) => convert::run(&args),
        args::Verb::Methods(args) => methods::run(&args),
        args::Verb::Experiment(args) => experiment::run(&args),
        args::Verb::Fit => bregdag_run::serve().map(|()| Ended::Complete).map_err(say),
    };
    match ended {
        Ok(Ended::Complete) => ExitCode::SUCCESS,
        Ok(Ended::Early) => ExitCode::from(STOPPED_EARLY),
        Err(error) => {
            complain(format_args!("error: {error:#}"));
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

/// How a verb ended that was able to run.
enum Ended {
    /// All is done.
    Complete,
    /// Iterations or time ran out, or someone pressed Ctrl-C.
    Early,
}

/// An error of the library in the words of the command.
fn say(error: bregdag::Error) -> anyhow::Error {
    anyhow::Error::msg(error.said(&voice::Flags))
}

/// Writes a line to standard error. If nobody reads there, nobody can be told.
fn complain(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
