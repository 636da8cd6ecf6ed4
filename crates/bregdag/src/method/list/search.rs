//! What there is to know of the order search.

use super::Spec;
use super::info::{
    FACTOR, FACTORS, Info, KINDS, NULL_OR_WHOLE, PENALTY, PRICES, RESTARTS, VARIANCES, WHOLE,
    setting,
};
use crate::method::order;

pub const SEARCH: Info = Info {
    name: "search",
    about: "local search over the orders of the variables, on the score itself",
    assumes: "linear equations, Gaussian noise",
    claims: "a DAG if noise variances are equal, otherwise its class",
    practical: "10 000 variables",
    paper: "this program; docs/mathematics.md, section 15",
    relaxes: false,
    options: &[
        setting("variances", VARIANCES, KINDS),
        setting("penalty", PENALTY, PRICES),
        setting("penalty_factor", FACTOR, FACTORS),
        setting("positive", "no negative weights, but of required edges", "true or false"),
        setting("start", "first order: by conditional variances, or random", "variance or random"),
        setting("restarts", RESTARTS, NULL_OR_WHOLE),
        setting("seed", "of the restarts and of a random start", WHOLE),
    ],
    default: || Spec::Search(order::Options::default()),
};
