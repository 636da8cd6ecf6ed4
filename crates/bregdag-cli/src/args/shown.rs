//! The flags that say how much of a result the terminal shows.

use clap::Args;

use super::OUTPUT;

/// How much is shown.
#[derive(Args)]
pub struct Shown {
    /// Show the N strongest edges only [default: 20 on a terminal, all on a pipe]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    pub top: Option<usize>,

    /// Show everything there is to say, not only what matters most
    #[arg(long, short, help_heading = OUTPUT, conflicts_with = "quiet")]
    pub verbose: bool,
}
