//! One refit: the rows of a draw → moments → graph.

use serde::{Deserialize, Serialize};

use super::Plan;
use super::support::Kind;
use crate::data::{Accumulator, Dataset, Environment, Knowledge, Moments, Table};
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::model::Edge;
use crate::text::quoted;
use crate::watch::Watch;

/// Rows gathered at a time, so that a draw never holds the table a second time.
const AT_ONCE: usize = 1 << 14;

/// Numbers of the refits of a drawn table begin at a multiple of 2 to this power.
const DRAWN: u32 = 32;

/// How a graph is learned from rows drawn anew.
pub type Learn<'a> = dyn Fn(&Dataset<'_>, &dyn Watch) -> Result<Fit> + Sync + 'a;

/// What is refitted.
pub struct Task<'a> {
    pub(super) table: &'a Table,
    pub(super) whole: Moments,
    pub(super) knowledge: &'a Knowledge,
    pub(super) plan: &'a Plan,
    /// The number of its first refit.
    pub(super) first: u64,
    /// Whether moments will not do.
    rows: bool,
    /// Whether the columns were brought to the same variance, which rows drawn anew do not show.
    same_scale: bool,
    learn: &'a Learn<'a>,
}

/// What came of one refit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refit {
    /// Its number, from 0; those of drawn tables have others.
    pub number: u64,
    /// Columns that hardly vary in its rows; it knows nothing of them.
    pub left_out: Vec<usize>,
    /// A graph, or why there is none.
    pub outcome: Outcome,
}

impl Refit {
    /// Whether it speaks of so many variables only, and of no variable as its own cause.
    pub(crate) fn is_about(&self, variables: usize) -> bool {
        let is_pair = |&(i, j, ..): &Arrow| i.max(j) < variables && i != j;
        let pairs = match &self.outcome {
            Outcome::Found(arrows) => arrows.iter().all(is_pair),
            Outcome::Failed(_) => true,
        };
        pairs && self.left_out.iter().all(|&j| j < variables)
    }
}

/// What a refit found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The edges of a graph.
    Found(Vec<Arrow>),
    /// No graph, because …
    Failed(String),
}

/// An edge as a refit found it: (i, j, weight, open) for i → j, with `open` where its direction is not
/// claimed, and without a weight where the graph has no equations.
pub type Arrow = (usize, usize, Option<f64>, bool);

impl<'a> Task<'a> {
    /// The rows, what is known beforehand, what is drawn and how to learn.
    pub fn new(
        table: &'a Table,
        knowledge: &'a Knowledge,
        plan: &'a Plan,
        learn: &'a Learn<'a>,
    ) -> Result<Task<'a>> {
        if plan.rows() != table.rows() {
            let what = "rows to draw from".into();
            return Err(Error::Shape { what, expected: table.rows(), found: plan.rows() });
        }
        let (expected, found) = (table.names().len(), knowledge.variables());
        if found != expected {
            let what = "variables of the prior knowledge".into();
            return Err(Error::Shape { what, expected, found });
        }
        let whole = Moments::of(table)?;
        let all = Environment { moments: &whole, rows: Some(table), targets: &[] };
        let same_scale = Dataset::of(all).same_scale();
        Ok(Task { table, whole, knowledge, plan, first: 0, rows: false, same_scale, learn })
    }

    /// The same for a method that needs or uses the rows themselves: each refit then holds those of its draw.
    pub fn with_rows(self, rows: bool) -> Task<'a> {
        Task { rows, ..self }
    }

    /// The same with another table: the one of this number, drawn from a model. Its refits have numbers
    /// of their own.
    pub fn of_drawn<'b>(&'b self, table: &'b Table, number: usize) -> Result<Task<'b>> {
        let Task { knowledge, plan, rows, same_scale, learn, .. } = *self;
        let first = (number as u64 + 1) << DRAWN;
        let whole = Moments::of(table)?;
        Ok(Task { table, whole, knowledge, plan, first, rows, same_scale, learn })
    }

    /// What is drawn.
    pub fn plan(&self) -> &Plan {
        self.plan
    }

    /// The names of the variables.
    pub fn names(&self) -> &[String] {
        self.table.names()
    }

    /// Refit k. `None` if it was stopped: half a search is nothing to count.
    pub(super) fn refit(&self, k: usize, watch: &dyn Watch) -> Result<Option<Refit>> {
        let rows = self.plan.draw(k)?;
        let drawn = of_rows(self.table, &rows)?;
        let left_out = drawn.hardly_varying(&self.whole);
        let kept: Vec<usize> =
            (0..drawn.variables()).filter(|j| left_out.binary_search(j).is_err()).collect();
        let outcome = match self.learn_from(&drawn, &kept, &rows, watch) {
            Ok(fit) if fit.answer.status.was_stopped() => return Ok(None),
            Ok(fit) => Outcome::Found(arrows(&fit, &kept)),
            // Rows that are drawn anew may hold what no method can learn from. The rest goes on.
            Err(error) => Outcome::Failed(error.to_string()),
        };
        Ok(Some(Refit { number: self.first + k as u64, left_out, outcome }))
    }

    fn learn_from(
        &self,
        drawn: &Moments,
        kept: &[usize],
        rows: &[usize],
        watch: &dyn Watch,
    ) -> Result<Fit> {
        let moments = drawn.select(kept).checked()?;
        if kept.len() < 2 {
            let names = moments.names().first().map_or("none".into(), |name| quoted(name));
            return Err(Error::TooFewColumns { names });
        }
        let moments = match self.plan.kind() {
            Kind::Bootstrap => moments.counting_as(distinct_worth(rows)),
            Kind::Folds | Kind::Subsample => moments,
        };
        let table = self.rows.then(|| self.table.select_rows(rows).select(kept));
        let environment = Environment { moments: &moments, rows: table.as_ref(), targets: &[] };
        let data = Dataset::of(environment).knowing(self.knowledge.select(kept))?;
        let data = data.of_same_scale(self.same_scale);
        (self.learn)(&data, watch)
    }
}

impl Refit {
    /// 0 for the table itself or 1, 2, … for those drawn, and the number among its refits.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.number >> DRAWN, self.number & ((1 << DRAWN) - 1))
    }
}

/// The edges of a fit of the columns `kept`.
fn arrows(fit: &Fit, kept: &[usize]) -> Vec<Arrow> {
    let arrow = |Edge { source, target, weight, .. }: Edge| {
        (kept[source], kept[target], Some(weight), !fit.answer.claim.is_directed(source, target))
    };
    if fit.has_equations() {
        return fit.edges().into_iter().map(arrow).collect();
    }
    let graph = fit.answer.claim.graph();
    let bare = |open: bool| move |(i, j): (usize, usize)| (kept[i], kept[j], None, open);
    let directed = graph.directed().into_iter().map(bare(false));
    directed.chain(graph.undirected().into_iter().map(bare(true))).collect()
}

/// The moments of some rows, each as often as it is listed.
pub(crate) fn of_rows(table: &Table, rows: &[usize]) -> Result<Moments> {
    let mut sums = Accumulator::new(table.names().to_vec());
    for some in rows.chunks(AT_ONCE) {
        let part = table.select_rows(some);
        sums.add(part.columns(), part.weights());
    }
    sums.finish()
}

/// (Σc)²/Σc² for rows that are drawn c times each: how many different rows say as much. Drawn from m
/// rows with replacement, m rows are worth about m/2.
fn distinct_worth(rows: &[usize]) -> u64 {
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    let squares: usize = rows.chunk_by(|a, b| a == b).map(|same| same.len() * same.len()).sum();
    (rows.len() as f64 * rows.len() as f64 / squares as f64).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_rows_say_less() {
        assert_eq!(distinct_worth(&[0, 1, 2, 3]), 4);
        assert_eq!(distinct_worth(&[3, 3, 3]), 1);
        // (1 + 2 + 1)² / (1 + 4 + 1).
        assert_eq!(distinct_worth(&[0, 2, 2, 5]), 3);
    }

    #[test]
    fn the_moments_of_rows_are_those_of_their_table() {
        let column = |a: f64| (0..40).map(|r| (a * f64::from(r)).sin()).collect::<Vec<f64>>();
        let table =
            Table::new(vec!["a".into(), "b".into()], vec![column(1.0), column(2.3)]).unwrap();
        let all: Vec<usize> = (0..40).collect();
        let whole = of_rows(&table, &all).unwrap();
        assert_eq!(whole, Moments::of(&table).unwrap());
        let twice = of_rows(&table, &[all.clone(), all].concat()).unwrap();
        assert_eq!(twice.rows(), 80);
        // The same covariance, up to rounding.
        assert!((twice.covariance()[(0, 1)] - whole.covariance()[(0, 1)]).abs() < 1e-14);
    }
}
