//! Which options get past an error.

use super::Error;
use crate::voice::Remedy;

impl Error {
    /// One way past it: all of these options together, ready to be given. None where only the user knows
    /// what to do.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            Error::TextColumns { columns, .. } => columns.iter().map(Remedy::drop).collect(),
            Error::EmptyColumn { column } => vec![Remedy::drop(column)],
            Error::EmptyName { .. } => vec![Remedy::drop("")],
            Error::IdenticalColumns { second, .. } => vec![Remedy::drop(second)],
            Error::DecimalComma { .. } => vec![Remedy::switch("decimal_comma")],
            Error::MissingValues { complete: 2.., .. } | Error::MissingLabel { .. } => {
                vec![Remedy::set("missing", "drop-rows")]
            }
            Error::BadWeight { weight, .. } if weight.is_nan() => {
                vec![Remedy::set("missing", "drop-rows")]
            }
            Error::MissingValues { .. } | Error::NoCompleteRow { .. } => {
                vec![Remedy::set("missing", "iterative")]
            }
            Error::Collinear { .. } => vec![Remedy::set("collinear", "drop")],
            Error::TooFewFolds { .. } => vec![Remedy::set("select", "ebic")],
            _ => vec![],
        }
    }
}
