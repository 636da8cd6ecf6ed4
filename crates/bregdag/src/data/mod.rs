//! What a method receives: a table of numbers, or its moments.

mod moments;
mod table;

pub use moments::Moments;
pub use table::Table;
pub(crate) use table::check_names;
