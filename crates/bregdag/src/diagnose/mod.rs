//! What the data allow, and how far a graph can be trusted, in numbers and in plain words.
//!
//! Reader's guide. [`diagnose`] fills two reports: [`DataReport`] of the data alone and
//! [`GraphReport`] of the data with a graph. What moments can tell (`spectrum`, `collinear`,
//! `sortability`, `independence`) is there for every fit; what needs the rows themselves
//! (`gaussian`) is there if the table is. [`scale`] learns the graph once more and is added by who
//! can afford it. [`Diagnostics::sentences`] puts it into words. Nothing here fails on odd data: a
//! quantity that cannot be had says why. All formulas: docs/mathematics.md, section 14.

mod collinear;
pub(crate) mod dependence;
mod gaussian;
mod independence;
pub(crate) mod rows;
pub mod scale;
mod significance;
mod sortability;
mod spectrum;
mod words;

use serde::{Deserialize, Serialize};

pub use collinear::{Collinearity, Group};
pub use gaussian::Shape;
pub use independence::{Dependence, Independences};
pub use rows::{FarRows, RestingEdges, RowChecks, RowDependence};
pub use scale::ScaleCheck;
pub use significance::LEVEL;

use crate::data::{Knowledge, Moments, Table};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::model::{Model, Signs};
use crate::watch::{Status, Stop, Watch};
use spectrum::Spectrum;

/// A quantity, or why there is none, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity<T> {
    /// It is this.
    Known(T),
    /// It could not be had, because …
    Unknown(String),
}

impl<T> Quantity<T> {
    /// The quantity, if there is one.
    pub fn known(&self) -> Option<&T> {
        match self {
            Quantity::Known(value) => Some(value),
            Quantity::Unknown(_) => None,
        }
    }

    /// Why there is none.
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Quantity::Known(_) => None,
            Quantity::Unknown(reason) => Some(reason),
        }
    }
}

/// What can be told of the data alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DataReport {
    /// Rows, m.
    pub rows: u64,
    /// How many rows without weights those with weights are worth: (Σw)²/Σw².
    pub effective_rows: f64,
    /// Columns, n.
    pub columns: usize,
    /// λ_max / λ_min of the correlation matrix.
    pub condition_number: Quantity<f64>,
    /// Columns that nearly follow from others.
    pub collinearity: Quantity<Collinearity>,
    /// R² of every column on all others, in the order of the columns.
    pub r_squared: Quantity<Vec<f64>>,
    /// The largest variance over the smallest.
    pub variance_ratio: f64,
    /// The distribution of every column.
    pub shapes: Quantity<Vec<Shape>>,
}

/// What can be told of the data with a graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GraphReport {
    /// Edges of the graph.
    pub edges: usize,
    /// The share of directed paths along which the variance rises.
    pub varsortability: Quantity<f64>,
    /// The share of directed paths along which R² on all other columns rises.
    pub r2_sortability: Quantity<f64>,
    /// The independences that the graph implies.
    pub independences: Quantity<Independences>,
    /// The distribution of the residuals of every equation.
    pub residual_shapes: Quantity<Vec<Shape>>,
    /// Which directions change with the units; [`scale::compare`] knows.
    pub scale: Quantity<ScaleCheck>,
}

/// Everything that can be told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Diagnostics {
    /// Of the data alone.
    pub data: DataReport,
    /// Of the data with a graph, if there is one.
    pub graph: Option<GraphReport>,
    /// What single rows do, where that was looked at and is not told beside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_checks: Option<RowChecks>,
}

/// Looks at the data, and at the graph if there is one: O(n³) and two passes over the table, so it
/// may follow every fit. `table` is what `moments` were made of, if it is still there. The weights
/// of the graph do not matter: its equations are fitted anew.
///
/// ```
/// use bregdag::simulate::{Options, simulate};
/// use bregdag::{Moments, diagnose::diagnose};
///
/// let simulated = simulate(&Options { nodes: 8, degree: 1, ..Options::default() })?;
/// let moments = Moments::of(&simulated.table)?;
/// let diagnostics = diagnose(&moments, Some(&simulated.table), Some(simulated.truth.dag()), &())?;
/// diagnostics.sentences(&bregdag::voice::Plain).iter().for_each(|sentence| println!("{sentence}"));
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn diagnose(
    moments: &Moments,
    table: Option<&Table>,
    dag: Option<&Dag>,
    watch: &dyn Watch,
) -> Result<Diagnostics> {
    if let Some(table) = table.filter(|table| table.names() != moments.names()) {
        let both = ["the table", "the moments"];
        return Err(Error::variables_differ(both, [table.names(), moments.names()]));
    }
    let spectrum = Spectrum::of(moments, watch);
    let data = of_data(moments, table, &spectrum, watch);
    let of_graph = |dag| of_graph(moments, table, dag, &data, watch);
    let graph = dag.map(of_graph).transpose()?;
    Ok(Diagnostics { data, graph, row_checks: None })
}

impl Diagnostics {
    /// Of a graph whose equations are curves: what was checked by straight lines is not known of it.
    pub(crate) fn of_curves(&mut self) {
        if let Some(graph) = &mut self.graph {
            let why = "it is checked by linear equations, and those of this graph are curves";
            graph.independences = Quantity::Unknown(why.into());
            graph.residual_shapes = Quantity::Unknown(why.into());
        }
    }
}

fn of_data(
    moments: &Moments,
    table: Option<&Table>,
    spectrum: &Spectrum,
    watch: &dyn Watch,
) -> DataReport {
    let variances = moments.variances();
    let largest = variances.iter().copied().fold(0.0, f64::max);
    let smallest = variances.iter().copied().fold(f64::INFINITY, f64::min);
    DataReport {
        rows: moments.rows(),
        effective_rows: table.map_or(moments.rows() as f64, gaussian::effective_rows),
        columns: moments.variables(),
        condition_number: spectrum.condition_number.clone(),
        collinearity: collinear::find(moments.names(), spectrum),
        r_squared: spectrum.r_squared.clone(),
        // Variances lie between 1e-140 and 1e140, so this is finite.
        variance_ratio: largest / smallest,
        shapes: from_rows(table, watch, gaussian::columns),
    }
}

fn of_graph(
    moments: &Moments,
    table: Option<&Table>,
    dag: &Dag,
    data: &DataReport,
    watch: &dyn Watch,
) -> Result<GraphReport> {
    let known = Knowledge::none(moments.variables());
    let (model, _) = Model::refit(moments, dag, Signs::Any, &known)?;
    Ok(GraphReport {
        edges: dag.edge_count(),
        varsortability: unless_stopped(watch, || {
            sortability::sortability(dag, &moments.variances())
        }),
        r2_sortability: match &data.r_squared {
            Quantity::Known(r_squared) => {
                unless_stopped(watch, || sortability::sortability(dag, r_squared))
            }
            Quantity::Unknown(reason) => Quantity::Unknown(reason.clone()),
        },
        independences: unless_stopped(watch, || {
            independence::check(moments, dag, data.effective_rows)
        }),
        residual_shapes: from_rows(table, watch, |table| {
            gaussian::residuals(table, model.weighted())
        }),
        scale: Quantity::Unknown("the graph was not learned again in other units".into()),
    })
}

/// What is computed, unless someone does not want to wait for it.
fn unless_stopped<T>(watch: &dyn Watch, compute: impl FnOnce() -> Quantity<T>) -> Quantity<T> {
    match watch.stop() {
        None => compute(),
        Some(stop) => Quantity::Unknown(stopped(stop)),
    }
}

fn stopped(stop: Stop) -> String {
    format!("it was stopped ({})", Status::from(stop))
}

fn from_rows<T>(
    table: Option<&Table>,
    watch: &dyn Watch,
    compute: impl Fn(&Table) -> T,
) -> Quantity<T> {
    match table {
        Some(table) => unless_stopped(watch, || Quantity::Known(compute(table))),
        None => Quantity::Unknown("only the moments of the table are known, not its rows".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    pub fn table(columns: &[Vec<f64>]) -> Table {
        let names = (1..=columns.len()).map(|j| format!("x{j}")).collect();
        Table::new(names, columns.to_vec()).unwrap()
    }

    pub fn moments(columns: &[Vec<f64>]) -> Moments {
        Moments::of(&table(columns)).unwrap()
    }

    pub fn normal_columns(n: usize, rows: usize, seed: u64) -> Vec<Vec<f64>> {
        let column = |j: usize| {
            let mut stream = Stream::new(seed, j as u64);
            (0..rows).map(|_| stream.normal()).collect()
        };
        (0..n).map(column).collect()
    }

    #[test]
    fn other_variables_are_refused() {
        let x = normal_columns(3, 30, 1);
        let (two, three) = (table(&x[..2]), moments(&x));
        assert!(matches!(
            diagnose(&three, Some(&two), None, &()),
            Err(Error::VariablesDiffer { .. })
        ));
        let dag = Dag::new(vec![vec![]; 2]).unwrap();
        assert!(matches!(diagnose(&three, None, Some(&dag), &()), Err(Error::Shape { .. })));
    }

    #[test]
    fn without_rows_only_the_shapes_are_missing() {
        let x = normal_columns(3, 30, 1);
        let dag = Dag::new(vec![vec![], vec![0], vec![]]).unwrap();
        let found = diagnose(&moments(&x), None, Some(&dag), &()).unwrap();
        assert!(found.data.shapes.unknown().unwrap().contains("moments"));
        let graph = found.graph.unwrap();
        assert!(graph.residual_shapes.known().is_none() && graph.varsortability.known().is_some());
        assert!(found.data.condition_number.known().is_some());
    }
}
