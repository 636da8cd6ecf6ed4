//! What is said of the data alone.

use super::{LISTED, gaussian, listed, percent, r_squared_text, rounded};
use crate::diagnose::{Collinearity, DataReport, Group, Quantity};
use crate::text::{agreeing, count};

/// From here on, weights of the columns involved are shaky: condition index 30 (Belsley, Kuh and
/// Welsch 1980, doi:10.1002/0471725153), squared because ours is of R and not of X.
const ILL_CONDITIONED: f64 = 900.0;

pub(super) fn of_data(data: &DataReport) -> Vec<String> {
    let mut said = vec![size(data)];
    said.push(match &data.condition_number {
        Quantity::Known(number) => condition(*number),
        Quantity::Unknown(reason) => format!("No condition number: {reason}."),
    });
    if let Quantity::Known(found) = &data.collinearity {
        said.extend(collinear(found));
    }
    if let Quantity::Known(r_squared) = &data.r_squared {
        said.extend(spread(r_squared));
    }
    said.push(match &data.shapes {
        Quantity::Known(shapes) => gaussian(shapes, "column", "columns", None),
        Quantity::Unknown(reason) => format!("No test for Gaussian columns: {reason}."),
    });
    said
}

fn size(data: &DataReport) -> String {
    let worth = match (data.effective_rows - data.rows as f64).abs() < 0.5 {
        true => String::new(),
        false => format!(" (with their weights worth {:.0})", data.effective_rows),
    };
    let (rows, columns) = (count(data.rows, "row"), count(data.columns as u64, "column"));
    format!("{rows}{worth}, {columns}.")
}

fn condition(number: f64) -> String {
    let number_text = rounded(number);
    match number < ILL_CONDITIONED {
        true => {
            format!("The condition number of the correlations is {number_text}: unproblematic.")
        }
        false => format!(
            "The condition number of the correlations is {number_text}, which is large: weights \
             between nearly dependent columns are shaky."
        ),
    }
}

pub(super) fn collinear(found: &Collinearity) -> Vec<String> {
    let group = |group: &Group| {
        let names = listed(&group.columns);
        match r_squared_text(group.r_squared) {
            None => format!(
                "{names} are linearly dependent: each follows from the others, so no data can tell \
                 their parts; leave one out."
            ),
            Some(r_squared) => format!(
                "{names} are nearly linearly dependent (R² = {r_squared}): their parts are hard to \
                 tell; consider leaving one out."
            ),
        }
    };
    let mut said: Vec<String> = found.groups.iter().take(LISTED).map(group).collect();
    if let more @ 1.. = found.groups.len().saturating_sub(LISTED) {
        let (groups, are) = (count(more, "more group"), agreeing(more, "is", "are"));
        said.push(format!("{groups} of columns {are} nearly linearly dependent."));
    }
    if !found.diffuse.is_empty() {
        let verb = agreeing(found.diffuse.len(), "is", "are each");
        let names = listed(&found.diffuse);
        said.push(format!("{names} {verb} nearly a combination of more than ten other columns."));
    }
    said
}

fn spread(r_squared: &[f64]) -> Option<String> {
    let mut sorted = r_squared.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (least, most) = (sorted.first()?, sorted.last()?);
    let median = sorted[sorted.len() / 2];
    Some(format!(
        "All other columns together explain from {} to {} of a column, {} in the middle (R²).",
        percent(*least),
        percent(*most),
        percent(median)
    ))
}
