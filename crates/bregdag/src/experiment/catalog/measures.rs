//! Numbers of a row that charts and tables show.

use crate::experiment::chart::Scale;
use crate::experiment::row::{Errors, Row};

/// A number of a row.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    pub name: &'static str,
    pub title: &'static str,
    pub scale: fn() -> Scale,
    pub value: fn(&Row) -> Option<f64>,
}

fn of_errors(row: &Row, value: impl Fn(&Errors) -> Option<f64>) -> Option<f64> {
    row.errors.as_ref().and_then(value)
}

pub const SHD: Measure = Measure {
    name: "shd",
    title: "wrong edges (SHD)",
    scale: || Scale::Log1p,
    value: |row| of_errors(row, |errors| Some(errors.shd as f64)),
};
pub const CLASS_SHD: Measure = Measure {
    name: "class_shd",
    title: "wrong edges between classes",
    scale: || Scale::Log1p,
    value: |row| of_errors(row, |errors| Some(errors.class_shd as f64)),
};
pub const FDR: Measure = Measure {
    name: "fdr",
    title: "FDR as in the paper",
    scale: || Scale::Log1p,
    value: |row| of_errors(row, Errors::fdr),
};
pub const TPR: Measure = Measure {
    name: "tpr",
    title: "TPR",
    scale: || Scale::Linear,
    value: |row| of_errors(row, Errors::tpr),
};
pub const RIGHT_SIGNS: Measure = Measure {
    name: "right_signs",
    title: "share of right edges with the right sign",
    scale: || Scale::Linear,
    value: |row| of_errors(row, |errors| errors.right_signs),
};
pub const SECONDS: Measure = Measure {
    name: "seconds",
    title: "seconds of the fit",
    scale: || Scale::Log,
    value: |row| row.seconds.filter(|_| row.has_graph()),
};
pub const MEMORY: Measure = Measure {
    name: "memory",
    title: "peak memory, MB",
    scale: || Scale::Log,
    value: |row| row.peak_mb.filter(|_| row.has_graph()),
};
pub const VARSORTABILITY: Measure = Measure {
    name: "varsortability",
    title: "varsortability",
    scale: || Scale::Linear,
    value: |row| row.varsortability,
};
pub const R2_SORTABILITY: Measure = Measure {
    name: "r2_sortability",
    title: "R²-sortability",
    scale: || Scale::Linear,
    value: |row| row.r2_sortability,
};
