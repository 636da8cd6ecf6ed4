//! What there is to know of the order search.

use super::Spec;
use super::info::{
    FACTOR, FACTORS, Info, KINDS, NULL_OR_WHOLE, PENALTY, PRICES, RESTARTS, Setting, VARIANCES,
    WHOLE, setting,
};
use crate::method::order;

const OPTIONS: &[Setting] = &[
    setting("variances", VARIANCES, KINDS),
    setting("penalty", PENALTY, PRICES),
    setting("penalty_factor", FACTOR, FACTORS),
    setting("positive", "no negative weights, but of required edges", "true or false"),
    setting("start", "first order: by conditional variances, or random", "variance or random"),
    setting("restarts", RESTARTS, NULL_OR_WHOLE),
    setting("seed", "of the restarts and of a random start", WHOLE),
];

pub const SEARCH: Info = Info {
    name: "search",
    about: "local search over the orders of the variables, on the score itself",
    assumes: "linear equations, Gaussian noise",
    claims: "a DAG if noise variances are equal, otherwise its class",
    practical: "10 000 variables",
    paper: "this program; docs/mathematics.md, section 15",
    relaxes: false,
    revision: 1,
    options: OPTIONS,
    default: || Spec::Search(order::Options::default()),
};

pub const EXACT: Info = Info {
    name: "exact",
    about: "the order search, then all graphs at once: the best one, and the proof that it is",
    assumes: "linear equations, Gaussian noise",
    claims: "a DAG if noise variances are equal, otherwise its class; that no graph scores better",
    practical: "28 variables",
    paper: "Silander and Myllymäki 2006, arXiv:1206.6875; docs/mathematics.md, section 26",
    relaxes: false,
    revision: 1,
    options: OPTIONS,
    default: || Spec::Exact(order::Options::default()),
};
