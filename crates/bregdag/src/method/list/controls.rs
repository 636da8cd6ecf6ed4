//! What there is to know of the cheapest methods.

use super::Spec;
use super::info::{FACTOR, FACTORS, Info, PENALTY, PRICES, setting};
use crate::method::controls::{ChowLiu, Empty, Sort};

pub const SORT: Info = Info {
    name: "sort",
    about: "a control: each variable regressed on those of smaller variance, or of smaller R²",
    assumes: "that variances or R² grow from causes to effects",
    claims: "a DAG",
    practical: "10 000 variables",
    paper: "Reisach, Seiler and Weichwald 2021, arXiv:2102.13647",
    relaxes: false,
    revision: 1,
    options: &[
        setting("by", "what the variables are sorted by", "variance or r2"),
        setting("penalty", PENALTY, PRICES),
        setting("penalty_factor", FACTOR, FACTORS),
        setting("positive", "no negative weights, but of required edges", "true or false"),
    ],
    default: || Spec::Sort(Sort::default()),
};

pub const CHOW_LIU: Info = Info {
    name: "chow-liu",
    about: "a control: the forest of the strongest correlations",
    assumes: "Gaussian variables, no variable with two causes",
    claims: "pairs without directions",
    practical: "10 000 variables",
    paper: "Chow and Liu 1968, doi:10.1109/TIT.1968.1054142",
    relaxes: false,
    revision: 1,
    options: &[setting("penalty", PENALTY, PRICES), setting("penalty_factor", FACTOR, FACTORS)],
    default: || Spec::ChowLiu(ChowLiu::default()),
};

pub const EMPTY: Info = Info {
    name: "empty",
    about: "a control: no edge but those that are required",
    assumes: "nothing",
    claims: "required edges alone",
    practical: "10 000 variables",
    paper: "no paper",
    relaxes: false,
    revision: 1,
    options: &[],
    default: || Spec::Empty(Empty::default()),
};
