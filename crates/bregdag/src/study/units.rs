//! Which directions change when the columns are in other units.

use crate::data::{Dataset, Environment, Knowledge, Moments, Table};
use crate::diagnose::scale::{self, Rescaling};
use crate::diagnose::{Quantity, ScaleCheck};
use crate::error::Result;
use crate::method::{Answer, Spec, VarianceChoice};
use crate::prepare::Prepared;
use crate::random::{Purpose, Stream};
use crate::watch::Watch;

/// Why directions of a class are not checked against the units.
const UNITS_DO_NOT_MATTER: &str = "with free noise variances the units do not matter";
/// How often columns of the same variance get other units: one draw may leave a direction by chance.
const DRAWS: usize = 3;
/// Their units differ by a factor of up to a hundred.
const DECADES: f64 = 2.0;

/// Why learning again in other units would tell nothing, if it would not.
pub(super) fn needless(answer: &Answer) -> Option<&'static str> {
    (!answer.depends_on_units()).then_some(UNITS_DO_NOT_MATTER)
}

/// Learns again in other units and compares with the graph of this answer.
pub(super) fn check(
    learner: &str,
    answer: &Answer,
    (spec, known): (&Spec, &Knowledge),
    prepared: &Prepared,
    watch: &dyn Watch,
) -> Result<Quantity<ScaleCheck>> {
    let no_dag = || Quantity::Unknown("the method gives no DAG".into());
    let Some(dag) = answer.claim.member() else { return Ok(no_dag()) };
    let (rescaling, columns) = columns(prepared, spec);
    let spec = spec.with_few_restarts();
    let mut others = vec![];
    for (moments, rows) in &columns {
        let environment = Environment { moments, rows: rows.as_ref(), targets: &[] };
        let again = spec.method().answer(&Dataset::of(environment).knowing(known)?, watch)?;
        if again.status.was_stopped() {
            let why = format!("learning again was stopped ({})", again.status);
            return Ok(Quantity::Unknown(why));
        }
        let Some(dag) = again.claim.member() else { return Ok(no_dag()) };
        others.push(dag.clone());
    }
    let check = scale::compare(learner, dag, &others, rescaling)?;
    let rests_on = answer.record.variance_choice.as_ref().and_then(VarianceChoice::supported);
    Ok(Quantity::Known(ScaleCheck { rests_on, ..check }))
}

/// The columns with all variances one, or in random units where that would change nothing; with their rows where the
/// method needs them.
fn columns(
    Prepared { moments, table, .. }: &Prepared,
    spec: &Spec,
) -> (Rescaling, Vec<(Moments, Option<Table>)>) {
    let rows = table.as_ref().filter(|_| spec.method().needs().rows);
    if !moments.same_variance() {
        let standardized = rows.map(|rows| rows.standardized(moments));
        return (Rescaling::Standardized, vec![(moments.standardized(), standardized)]);
    }
    let draw = |k: usize| {
        let mut stream = Stream::of(0, Purpose::Units(k));
        let unit = |_| libm::exp10(DECADES * (stream.uniform() - 0.5));
        let units: Vec<f64> = (0..moments.variables()).map(unit).collect();
        let shifts = vec![0.0; units.len()];
        (moments.rescaled(&shifts, &units), rows.map(|rows| rows.rescaled(&units)))
    };
    (Rescaling::Random, (0..DRAWS).map(draw).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::Search;
    use crate::method::order::Options;
    use crate::prepare::Preparation;
    use crate::score::Variances;
    use crate::simulate::{self, simulate};

    fn prepared(standardize: bool) -> Prepared {
        let options = simulate::Options { nodes: 12, standardize, ..Default::default() };
        let table = simulate(&options).unwrap().table;
        let moments = Moments::of(&table).unwrap();
        let (groups, folds, preparation, warnings) = (None, vec![], Preparation::default(), vec![]);
        Prepared {
            moments,
            table: Some(table),
            groups,
            folds,
            preparation,
            warnings,
            look: Default::default(),
            sampled: None,
        }
    }

    /// With all variances one, "all variances one" would be the same columns once more.
    #[test]
    fn columns_of_one_variance_get_random_units() {
        let equal =
            Spec::from(Search(Options { variances: Some(Variances::Equal), ..Options::default() }));
        let known = Knowledge::none(12);
        let check = |standardize: bool, spec: &Spec| {
            let prepared = prepared(standardize);
            let answer = spec.learn(&(&prepared.moments).into(), &()).unwrap().answer;
            let found = check("it", &answer, (spec, &known), &prepared, &()).unwrap();
            found.known().unwrap().clone()
        };
        let found = check(true, &equal);
        assert_eq!((found.units, found.rests_on.clone()), (Rescaling::Random, None));
        assert!(found.reversed > 0, "{found:?}");
        assert_eq!(found, check(true, &equal));
        let found = check(false, &equal);
        assert_eq!((found.units, found.rests_on), (Rescaling::Standardized, None));
        // Where the data choose equal variances, that is what directions rest on.
        let rests_on = check(false, &Spec::default()).rests_on.unwrap();
        assert!(rests_on.starts_with("equal noise variances"), "{rests_on}");
        assert!(rests_on.contains("strong evidence"), "{rests_on}");
    }
}
