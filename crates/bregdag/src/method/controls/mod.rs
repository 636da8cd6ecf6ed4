//! The cheapest methods there are. Whoever is not clearly better has learned nothing: `sort` uses scale or
//! predictability alone, `chow_liu` draws the best forest, `empty` no edge at all.

mod chow_liu;
mod empty;
mod sort;

pub use chow_liu::{ChowLiu, Options as ChowLiuOptions};
pub use empty::{Empty, Options as EmptyOptions};
pub use sort::{By, Options as SortOptions, Sort};
