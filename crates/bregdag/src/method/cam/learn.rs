//! Rows → candidates → greedy edges → those that are significant.

use super::candidates::neighbours;
use super::greedy::Greedy;
use super::regressions::Regressions;
use super::{Cam, Functions};
use crate::data::{Dataset, Table};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::method::answer::{Answer, Claim, Noise, Record, Stage, Steps};
use crate::method::contract::Method;
use crate::smooth::{LEAST_VALUES, Rows, Spaces, distinct_values};
use crate::warning::Warning;
use crate::watch::{Status, Stop, Watch};

/// A share of its variance that a variable must keep, not to be called a function of its parents.
const PERFECT: f64 = 1e-8;

/// Learns a graph that agrees with what is known beforehand.
pub fn learn(method: &Cam, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
    let Some(table) = data.environments().first().and_then(|environment| environment.rows) else {
        return refused("moments without the rows of the table");
    };
    let counted = table.counted();
    let table = &*counted;
    let rows = Rows::of(table, data.moments());
    let straight = method.0.model == Functions::Linear;
    if !straight {
        bearable(method, table, &rows)?;
    }
    let most = (0..data.variables()).map(|j| data.knowledge().required_parents(j).len()).max();
    if most.unwrap_or(0) as u64 + 2 > data.moments().rows() {
        return refused("as many required edges into a variable as there are rows");
    }
    let regressions = match straight {
        true => Ok(lines(data)),
        false => Spaces::new(table, rows.clone(), method.0.basis, watch).map(Regressions::Smooth),
    };
    // Who stops before there is a function gets what is required.
    let (regressions, stopped) = match regressions {
        Ok(regressions) => (regressions, None),
        Err(stop) => (lines(data), Some(stop)),
    };
    if matches!(&regressions, Regressions::Smooth(spaces) if spaces.of(1).is_none()) {
        return refused("a column whose values are too far apart for a curve");
    }
    let options = method.0.resolved(data.variables(), data.moments().rows());
    let most_parents = options.max_parents.unwrap_or(0);
    let mut search = Search {
        greedy: Greedy::new(&regressions, data.knowledge(), most_parents),
        stages: vec![],
    };
    let ended = match stopped {
        Some(stop) => Err(stop),
        None => search.run(&Cam(options), data, (table, &rows), watch),
    };
    search.answer(data, straight, ended)
}

fn lines<'a>(data: &'a Dataset<'_>) -> Regressions<'a> {
    let moments = data.moments();
    Regressions::Straight { comoments: moments.comoments(), rows: moments.rows() as f64 }
}

fn refused<T>(what: &'static str) -> Result<T> {
    Err(Error::NotForMethod { method: "cam", what })
}

/// Refuses rows that are too few for a spline, and columns that have too few values.
fn bearable(method: &Cam, table: &Table, rows: &Rows) -> Result<()> {
    let (name, least) = (method.name(), method.least_rows());
    if table.rows() < least {
        return Err(Error::FewRowsForMethod { method: name, rows: table.rows(), least });
    }
    for (column, values) in table.names().iter().zip(table.columns()) {
        let values = distinct_values(values, rows);
        if values < LEAST_VALUES {
            let (column, least) = (column.clone(), LEAST_VALUES);
            return Err(Error::FewValuesForMethod { method: name, column, values, least });
        }
    }
    Ok(())
}

/// A search under way, and its stages.
struct Search<'a> {
    greedy: Greedy<'a>,
    stages: Vec<Stage>,
}

impl Search<'_> {
    fn run(
        &mut self,
        Cam(options): &Cam,
        data: &Dataset<'_>,
        (table, rows): (&Table, &Rows),
        watch: &dyn Watch,
    ) -> std::result::Result<(), Stop> {
        let (known, n) = (data.knowledge(), data.variables());
        let all = || (0..n).map(|_| (0..n).collect()).collect::<Vec<Vec<usize>>>();
        let candidates = match options.selection {
            true => {
                let straight = options.model == Functions::Linear;
                neighbours(table, rows, straight, watch)?.unwrap_or_else(all)
            }
            false => all(),
        };
        let may = |i: usize, j: usize| known.allows(i, j) && candidates[j].contains(&i);
        self.greedy.weigh(&may, watch)?;
        let ended = self.greedy.run(watch);
        self.stage("addition", data);
        ended?;
        if options.pruning {
            self.greedy.prune(options.alpha, known, watch)?;
            self.stage("pruning", data);
        }
        Ok(())
    }

    /// −2 log likelihood is m Σ_j log v_j but for a constant; edges have no price.
    fn stage(&mut self, name: &'static str, data: &Dataset<'_>) {
        let rows = data.moments().rows() as f64;
        let score = rows * self.greedy.left.iter().map(|left| left.ln()).sum::<f64>();
        let into = |j: usize| self.greedy.parents[j].iter().map(move |&i| (i, j));
        let mut edges: Vec<(usize, usize)> = (0..data.variables()).flat_map(into).collect();
        edges.sort_unstable();
        self.stages.push(Stage { name, score, edges });
    }

    fn answer(
        mut self,
        data: &Dataset<'_>,
        straight: bool,
        ended: std::result::Result<(), Stop>,
    ) -> Result<Answer> {
        if self.stages.is_empty() {
            self.stage("addition", data);
        }
        let noise = if straight { Noise::Free } else { Noise::Additive };
        let dag = Dag::new(self.greedy.parents.clone())?;
        Ok(Answer {
            claim: Claim::of(dag, noise, data.knowledge()),
            noise,
            stages: self.stages,
            bound: None,
            record: Record::default(),
            status: ended.map_or_else(Status::from, |()| Status::Converged),
            steps: Steps { done: self.greedy.added, unit: "addition" },
            warnings: perfect(&self.greedy, data, straight),
        })
    }
}

/// Variables of which the parents leave nothing.
fn perfect(greedy: &Greedy<'_>, data: &Dataset<'_>, straight: bool) -> Vec<Warning> {
    let names = data.moments().names();
    let warning = |j: usize| {
        let parents = greedy.parents[j].iter().map(|&i| names[i].clone()).collect();
        let child = names[j].clone();
        match straight {
            true => Warning::PerfectFit { child, parents },
            false => Warning::PerfectCurve { child, parents },
        }
    };
    let nothing = |&j: &usize| !greedy.parents[j].is_empty() && greedy.left[j] < PERFECT;
    (0..names.len()).filter(nothing).map(warning).collect()
}
