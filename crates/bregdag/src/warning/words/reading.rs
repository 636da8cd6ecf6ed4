//! How a table was read.

use super::listed;
use crate::text::{agreeing, count, quoted, shortened};
use crate::voice::Voice;
use crate::warning::Warning;

pub fn said(warning: &Warning, voice: &dyn Voice) -> Option<String> {
    Some(match warning {
        Warning::RowNames { column } => {
            let called = match column.is_empty() {
                true => "which has no name".into(),
                false => quoted(column),
            };
            format!("the first column, {called}, names or numbers the rows and was left out")
        }
        Warning::ConstantWord { column, word } => {
            format!("column {} is {} in every row and was left out", quoted(column), quoted(word))
        }
        Warning::NoHeader { columns } => format!(
            "the first line was taken for a row; {} named x1 to x{columns}",
            agreeing(*columns, "the column is", "the columns are")
        ),
        Warning::TwoValues { columns } => {
            let one = |(column, zero, one): &(String, String, String)| {
                let is = |words: &str, number| format!("{} is {number}", quoted(words));
                let is: Vec<String> = [(one, 1), (zero, 0)]
                    .into_iter()
                    .filter(|(words, _)| !words.is_empty())
                    .map(|(words, number)| is(words, number))
                    .collect();
                format!("in {} {}", quoted(column), is.join(" and "))
            };
            shortened(columns.iter().map(one), columns.len(), ", ")
        }
        Warning::Ordered { columns } => {
            let order = |(column, words): &(String, Vec<String>)| {
                format!("in {} {} are 1 to {}", quoted(column), listed(words), words.len())
            };
            shortened(columns.iter().map(order), columns.len(), "; ")
        }
        Warning::TextLeftOut { columns } => format!(
            "{} {} text and {} left out; give the order of the values of what should take part ({})",
            listed(columns),
            agreeing(columns.len(), "holds", "hold"),
            agreeing(columns.len(), "was", "were"),
            voice.option("ordered", None)
        ),
        Warning::Thousands { columns } => {
            let example = |(column, text): &(String, String)| {
                format!("{} such as {}", quoted(column), quoted(text))
            };
            let examples = shortened(columns.iter().map(example), columns.len(), ", ");
            format!("numbers with separators between thousands were read so: {examples}")
        }
        Warning::ZeroWeights { rows } => {
            format!(
                "{} of weight zero {} not counted",
                count(*rows, "row"),
                agreeing(*rows, "was", "were")
            )
        }
        Warning::OneSheet { read, others } => format!(
            "of {} the sheet {} was read; another is chosen by {}",
            count(others.len() + 1, "sheet"),
            quoted(read),
            voice.option("sheet", None)
        ),
        _ => return None,
    })
}
