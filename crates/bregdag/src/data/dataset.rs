//! What a method learns from.

use std::borrow::Cow;

use super::{Knowledge, Moments, Table};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::linalg::{COLLINEAR, Cholesky, Matrix};
use crate::text::quoted;

/// What required parents must leave of each other: with a margin, since the search works on
/// correlations, whose rounding differs.
const INDEPENDENT: f64 = 20.0 * COLLINEAR;
/// The share of its variance from which on another parent takes part in a linear combination.
const TAKES_PART: f64 = 1e-8;

/// Rows that were all observed under the same conditions.
#[derive(Debug, Clone, Copy)]
pub struct Environment<'a> {
    /// Their moments.
    pub moments: &'a Moments,
    /// The rows themselves, where they are at hand.
    pub rows: Option<&'a Table>,
    /// The variables that someone set here, instead of their causes.
    pub targets: &'a [usize],
}

/// Where a search begins, if not where its method says.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// This order of the variables.
    Order(Vec<usize>),
    /// This graph.
    Graph(Dag),
    /// These weights, `W[i][j]` of i → j; their diagonal is ignored.
    Weights(Matrix),
}

impl Start {
    /// What it is.
    pub fn kind(&self) -> StartKind {
        match self {
            Start::Order(_) => StartKind::Order,
            Start::Graph(_) => StartKind::Graph,
            Start::Weights(_) => StartKind::Weights,
        }
    }

    /// Refuses a start for another number of variables, or one that is none.
    fn check(&self, n: usize) -> Result<()> {
        let wrong = |what: &str, found| Err(Error::Shape { what: what.into(), expected: n, found });
        match self {
            Start::Graph(dag) if dag.nodes() != n => wrong("nodes of the first graph", dag.nodes()),
            Start::Graph(_) => Ok(()),
            Start::Order(order) => {
                let mut distinct: Vec<usize> = order.iter().copied().filter(|&j| j < n).collect();
                distinct.sort_unstable();
                distinct.dedup();
                if order.len() != n {
                    return wrong("variables in the first order", order.len());
                }
                match distinct.len() == n {
                    true => Ok(()),
                    false => wrong("different variables in the first order", distinct.len()),
                }
            }
            Start::Weights(w) if (w.rows(), w.cols()) != (n, n) => {
                wrong("rows and columns of the starting matrix", w.rows())
            }
            Start::Weights(w) if !w.is_finite() => Err(Error::Option {
                name: "start",
                value: "a matrix with NaN or infinity".into(),
                expected: "finite weights",
            }),
            Start::Weights(_) => Ok(()),
        }
    }
}

/// The kinds of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartKind {
    /// An order of the variables.
    Order,
    /// A graph.
    Graph,
    /// A matrix of weights.
    Weights,
}

/// What a method learns from: the environments, at least one, what is known beforehand about the
/// graph, and perhaps where to begin. All are about the same variables.
#[derive(Debug, Clone)]
pub struct Dataset<'a> {
    environments: Vec<Environment<'a>>,
    knowledge: Cow<'a, Knowledge>,
    start: Option<&'a Start>,
    /// Whether these rows are some of a table whose columns were brought to the same variance.
    rescaled: bool,
}

/// One environment in which nobody set anything, and nothing is known beforehand.
impl<'a> From<&'a Moments> for Dataset<'a> {
    fn from(moments: &'a Moments) -> Dataset<'a> {
        Dataset::of(Environment { moments, rows: None, targets: &[] })
    }
}

impl<'a> Dataset<'a> {
    /// One environment, and nothing is known beforehand.
    pub fn of(environment: Environment<'a>) -> Dataset<'a> {
        let knowledge = Cow::Owned(Knowledge::none(environment.moments.variables()));
        Dataset { environments: vec![environment], knowledge, start: None, rescaled: false }
    }

    /// And another environment, of the same variables in the same order.
    pub fn and(mut self, environment: Environment<'a>) -> Result<Dataset<'a>> {
        let (first, other) = (self.names(), environment.moments.names());
        if first != other {
            let both = ["the first environment", "another"];
            return Err(Error::variables_differ(both, [first, other]));
        }
        self.environments.push(environment);
        Ok(self)
    }

    /// The same with what is known beforehand. Refused are knowledge about another number of variables
    /// and required parents that the data cannot tell apart.
    pub fn knowing(mut self, knowledge: impl Into<Cow<'a, Knowledge>>) -> Result<Dataset<'a>> {
        let knowledge = knowledge.into();
        let (expected, found) = (self.variables(), knowledge.variables());
        if found != expected {
            let what = "variables of the prior knowledge".into();
            return Err(Error::Shape { what, expected, found });
        }
        for Environment { moments, .. } in &self.environments {
            let required = |j: usize| independent(moments, j, knowledge.required_parents(j));
            (0..found).try_for_each(required)?;
        }
        self.knowledge = knowledge;
        Ok(self)
    }

    /// The same, to begin there.
    pub fn starting(mut self, start: &'a Start) -> Result<Dataset<'a>> {
        start.check(self.variables())?;
        self.start = Some(start);
        Ok(self)
    }

    /// The same knowledge and start for other rows of the same variables.
    pub fn with_moments<'b>(&'b self, moments: &'b Moments) -> Result<Dataset<'b>> {
        let data = Dataset::from(moments).knowing(Cow::Borrowed(&*self.knowledge))?;
        let data = data.of_same_scale(self.same_scale());
        self.start.map_or(Ok(data.clone()), |start| data.starting(start))
    }

    /// The same, of rows of a table whose columns had been brought to the same variance: in some of its rows that
    /// cannot be seen.
    pub fn of_same_scale(self, rescaled: bool) -> Dataset<'a> {
        Dataset { rescaled, ..self }
    }

    /// Whether the columns were evidently brought to the same variance, by whomever, with weights or without.
    pub fn same_scale(&self) -> bool {
        let Environment { moments, rows, .. } = self.environments[0];
        let unweighted = |table: &Table| table.weights().is_some() && table.same_variance();
        self.rescaled || moments.same_variance() || rows.is_some_and(unweighted)
    }

    /// The environments.
    pub fn environments(&self) -> &[Environment<'a>] {
        &self.environments
    }

    /// The moments of the first environment, which for most methods is the only one.
    pub fn moments(&self) -> &'a Moments {
        self.environments[0].moments
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.moments().variables()
    }

    /// Their names.
    pub fn names(&self) -> &'a [String] {
        self.moments().names()
    }

    /// What is known beforehand.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Where to begin, if someone says.
    pub fn start(&self) -> Option<&'a Start> {
        self.start
    }
}

impl From<Knowledge> for Cow<'_, Knowledge> {
    fn from(knowledge: Knowledge) -> Self {
        Cow::Owned(knowledge)
    }
}

impl<'a> From<&'a Knowledge> for Cow<'a, Knowledge> {
    fn from(knowledge: &'a Knowledge) -> Self {
        Cow::Borrowed(knowledge)
    }
}

/// Refuses a required parent of j that is a linear combination of those before it.
fn independent(moments: &Moments, j: usize, required: &[usize]) -> Result<()> {
    let (c, names) = (moments.comoments(), moments.names());
    let mut factor = Cholesky::with_capacity(required.len());
    for (count, &p) in required.iter().enumerate() {
        if factor.push(|k| c[(required[k], p)], c[(p, p)], INDEPENDENT).is_ok() {
            continue;
        }
        let mut weights: Vec<f64> = required[..count].iter().map(|&i| c[(i, p)]).collect();
        factor.solve(&mut weights);
        let takes_part = |(&i, w): (&usize, &f64)| {
            (w * w * c[(i, i)] > TAKES_PART * c[(p, p)]).then(|| quoted(&names[i]))
        };
        let others: Vec<String> = required.iter().zip(&weights).filter_map(takes_part).collect();
        let (parent, child) = (quoted(&names[p]), quoted(&names[j]));
        let why = match others.is_empty() {
            true => "it is constant".into(),
            false => format!("it is a linear combination of {}, required too", others.join(", ")),
        };
        let problem = format!(
            "{parent} -> {child} is required, but {why}; the data cannot tell its weight: require \
             one edge fewer into {child}"
        );
        return Err(Error::Knowledge { problem });
    }
    Ok(())
}
