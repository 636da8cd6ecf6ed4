//! The flags of `bregdag experiment`.

use std::path::PathBuf;

use clap::Args;

use super::OUTPUT;

/// Run an experiment, or many fits by a plan: methods × tables × seeds
///
/// Every fit is a process of its own, so that its memory is its own and one that fails, takes too long or runs out of memory
/// is a row that says so. Finished fits are kept in the folder: after Ctrl-C, a kill or a full disk the same
/// command goes on where it was.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Experiment {
    /// The name of an experiment, or a plan, a file of JSON
    #[arg(value_name = "NAME|PLAN")]
    pub plan: PathBuf,

    /// Few variables and two seeds: every kind of output within minutes
    #[arg(long)]
    pub quick: bool,

    /// Let public programs take part where an experiment has room for them: `COMMAND NAME TABLE EDGES` is flopsearch, boss, grasp
    /// or notears (experiments/rival, in the source of this program, is such a command)
    #[arg(long, value_name = "COMMAND")]
    pub rivals: Option<String>,

    /// One more table that all methods learn from; `scale` also takes it in other units
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,

    /// The true graph of that table
    #[arg(long, value_name = "FILE", requires = "table")]
    pub truth: Option<PathBuf>,

    /// The folder for its rows, charts and tables
    #[arg(long, value_name = "FOLDER", help_heading = OUTPUT)]
    pub out: PathBuf,

    /// Fits at a time, each on one thread; what they find does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Let fits run side by side even where the plan is about their time
    #[arg(long)]
    pub together: bool,

    /// End a fit that takes longer, with its table and what is measured; its row says so, and has another try with a longer limit
    /// [default: 600]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub fit_limit: Option<f64>,

    /// What tables are written in
    #[arg(long, value_name = "NAME", help_heading = OUTPUT, default_value = "markdown")]
    #[arg(value_parser = ["markdown", "latex"])]
    pub tables: String,

    /// No progress on standard error; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Experiments:
  figure1     errors against the number of variables, as in the paper's first figure
  figure2     errors against time, as in its second figure
  supplement  errors on its twelve kinds of data
  signs       whether estimated weights have the right sign
  scale       who lives on the scale of the columns
  noise       who needs which noise
  growth      time and memory against the number of variables
  few         where each method breaks as rows get few

Examples:
  bregdag experiment figure1 --out figure1 --quick
  bregdag experiment plan.json --out results
  bregdag experiment plan.json --out results --threads 1 --fit-limit 60
  bregdag experiment scale --out scale --table cells.csv --truth known.edges.csv

A plan:
  {\"plan_version\": 1, \"name\": \"small\", \"blocks\": [{
    \"cases\": [{\"simulate\": {\"nodes\": 10, \"degree\": 2, \"samples\": 200}},
              {\"table\": {\"name\": \"mine\", \"data\": \"data.csv\", \"truth\": \"truth.csv\"}},
              {\"table\": {\"name\": \"mine\", \"data\": \"data.csv\", \"standardize\": true}}],
    \"contenders\": [{\"method\": {\"name\": \"search\"}},
                   {\"method\": {\"name\": \"pc\", \"label\": \"pc 0.001\", \"options\": {\"alpha\": 0.001}}},
                   {\"external\": {\"label\": \"theirs\", \"command\": [\"python3\", \"theirs.py\"]}}],
    \"seeds\": [0, 1, 2]}]}

What a case of `simulate` may say is what `bregdag simulate` takes: graph, nodes, degree, edges, samples, noise, noise_scale, weights,
weight_range, standardize, rescale. A plan with \"timed\": true runs one fit at a time. Methods and their options: bregdag methods.
Another program with a new \"revision\": 1 runs again.

Another program is called with two more words, a table to read and a file to write: an edge list with the columns
source and target, and directed where edges may be open. If it prints `seconds: 1.5`, that is the time of its fit.

Exit codes: 0 done; 1 stopped early, what was found is kept; 2 could not run.";
