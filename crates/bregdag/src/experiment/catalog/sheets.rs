//! Which rows of an experiment stand together in its charts, and what is drawn against what.

use super::measures::{
    CLASS_SHD, FDR, MEMORY, Measure, R2_SORTABILITY, RIGHT_SIGNS, SECONDS, SHD, TPR, VARSORTABILITY,
};
use super::plans;
use crate::experiment::chart::Scale;
use crate::experiment::plan::drawn_word;
use crate::experiment::row::Row;
use crate::simulate::{GraphKind, Noise, Options, WeightKind};

/// Charts of some rows, one for each measure.
#[derive(Debug, Clone, Copy)]
pub struct Sheet {
    /// Stands behind the names of its files.
    pub suffix: &'static str,
    /// Stands behind the titles of its charts.
    pub about: &'static str,
    pub keep: fn(&Row) -> bool,
    pub panel: fn(&Row) -> String,
    pub x: fn(&Row) -> f64,
    pub x_title: &'static str,
    pub x_scale: fn() -> Scale,
    pub marks: Drawn,
    pub measures: &'static [Measure],
}

/// How rows are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// Means with quartiles.
    Lines,
    /// A point for each row.
    Points,
    /// A point for each method, the middle of its rows.
    Middles,
}

fn words(row: &Row, words: impl Fn(&Options) -> String) -> String {
    row.drawn().map_or_else(|| row.table_name(), words)
}

fn graph(drawn: &Options) -> String {
    let kind = match drawn.graph {
        GraphKind::ErdosRenyi => "ER",
        GraphKind::ScaleFree => "SF",
    };
    format!("{kind}{}", drawn.degree)
}

fn is_papers(row: &Row) -> bool {
    row.drawn().is_none_or(|drawn| drawn.weights == WeightKind::Unit)
}

fn is_signed(row: &Row, standardized: bool) -> bool {
    let signed =
        |drawn: &Options| drawn.weights == WeightKind::Signed && drawn.standardize == standardized;
    row.drawn().is_some_and(signed)
}

const ALL: Sheet = Sheet {
    suffix: "",
    about: "",
    keep: |_| true,
    panel: |row| words(row, |d| format!("{}, m = {}", graph(d), d.samples)),
    x: |row| row.n as f64,
    x_title: "variables n",
    x_scale: || Scale::Log,
    marks: Drawn::Lines,
    measures: &[SHD, FDR, TPR],
};
const SIGNED_WORDS: &str = ", weights of both signs";
const STANDARDIZED_WORDS: &str = ", weights of both signs, columns of one variance";

pub const BY_VARIABLES: &[Sheet] = &[
    Sheet { keep: is_papers, ..ALL },
    Sheet { suffix: "_signed", about: SIGNED_WORDS, keep: |row| is_signed(row, false), ..ALL },
    Sheet {
        suffix: "_standardized",
        about: STANDARDIZED_WORDS,
        keep: |row| is_signed(row, true),
        measures: &[SHD, CLASS_SHD, TPR],
        ..ALL
    },
];

const TIMED: Sheet = Sheet {
    panel: |row| format!("m = {}", row.m),
    x: |row| row.seconds.unwrap_or(f64::NAN),
    x_title: "seconds of the fit",
    marks: Drawn::Points,
    measures: &[SHD],
    ..ALL
};
pub const AGAINST_TIME: &[Sheet] = &[
    Sheet { keep: is_papers, ..TIMED },
    Sheet { suffix: "_signed", about: SIGNED_WORDS, keep: |row| is_signed(row, false), ..TIMED },
    Sheet {
        suffix: "_standardized",
        about: STANDARDIZED_WORDS,
        keep: |row| is_signed(row, true),
        measures: &[SHD, CLASS_SHD],
        ..TIMED
    },
    Sheet {
        suffix: "_glance",
        about: ": medians of tables with two hundred rows or more",
        // Tables that all of them had.
        keep: |row| {
            let everyones = |drawn: &Options| drawn.degree == 2 && drawn.noise == Noise::Gaussian;
            row.m >= 200 && row.drawn().is_some_and(everyones)
        },
        panel: |row| {
            words(row, |d| format!("{} weights, {} columns", drawn_word(&d.weights), row.scale()))
        },
        marks: Drawn::Middles,
        ..TIMED
    },
];
/// For plans of one's own.
pub const OWN_BY_VARIABLES: Sheet = Sheet {
    suffix: "_by_variables",
    about: ", against the number of variables",
    panel: |row| words(row, |d| format!("{}, {} noise", graph(d), drawn_word(&d.noise))),
    measures: &[SHD, SECONDS],
    ..ALL
};
pub const OWN_BY_ROWS: Sheet = Sheet {
    suffix: "_by_rows",
    about: ", against the number of rows",
    x: |row| row.m as f64,
    x_title: "rows m",
    ..OWN_BY_VARIABLES
};
pub const OWN_BY_TIME: Sheet = Sheet {
    about: ", against time",
    panel: |row| row.task.case.name(),
    measures: &[SHD, CLASS_SHD],
    ..TIMED
};
pub const BY_ROWS: &[Sheet] = &[Sheet {
    panel: |row| words(row, |d| format!("{}, {}", graph(d), drawn_word(&d.noise))),
    x: |row| row.m as f64,
    x_title: "rows m",
    measures: &[SHD, CLASS_SHD],
    ..ALL
}];
pub const SIGNS: &[Sheet] = &[Sheet {
    panel: |row| words(row, |d| format!("{} weights", drawn_word(&d.weights))),
    x: |row| row.m as f64,
    x_title: "rows m",
    measures: &[SHD, RIGHT_SIGNS],
    ..ALL
}];
/// What `scale` does to columns, in the order of its charts.
const SCALES: [&str; 4] = ["raw", "standardized", "rescaled", "onion"];

pub const BY_SCALE: &[Sheet] = &[Sheet {
    panel: |row| words(row, |d| format!("{}, n = {}, m = {}", graph(d), d.nodes, d.samples)),
    x: |row| {
        let onion = row.drawn().is_some_and(|drawn| drawn.weights == WeightKind::Onion);
        let word = if onion { "onion" } else { row.scale() };
        SCALES.iter().position(|scale| *scale == word).map_or(f64::NAN, |place| place as f64)
    },
    x_title: "what was done to the columns",
    x_scale: || Scale::Names(SCALES.map(String::from).to_vec()),
    measures: &[SHD, CLASS_SHD, VARSORTABILITY, R2_SORTABILITY],
    ..ALL
}];
pub const BY_NOISE: &[Sheet] = &[Sheet {
    panel: |row| words(row, |d| format!("{} noise", drawn_word(&d.noise))),
    x: |row| row.drawn().map_or(f64::NAN, |d| d.noise_scale.1 / d.noise_scale.0),
    x_title: "greatest over least noise",
    measures: &[SHD, CLASS_SHD],
    ..ALL
}];
pub const GROWTH: &[Sheet] = &[
    Sheet {
        keep: |row| row.drawn().is_some_and(|d| d.samples == plans::rows_of(d.nodes)),
        panel: |_| "ER2, m = 2n or 1000".into(),
        measures: &[SECONDS, MEMORY, SHD],
        ..ALL
    },
    Sheet {
        suffix: "_by_rows",
        keep: |row| row.drawn().is_some_and(|d| plans::has_many_rows(d.nodes)),
        panel: |row| format!("ER2, n = {}", row.n),
        x: |row| row.m as f64,
        x_title: "rows m",
        measures: &[SECONDS, MEMORY, SHD],
        ..ALL
    },
];
