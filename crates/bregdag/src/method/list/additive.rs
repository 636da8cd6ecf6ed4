//! What there is to know of the methods whose equations are curves.

use super::Spec;
use super::info::{Info, setting};
use crate::method::{cam, pc};

pub const CAM: Info = Info {
    name: "cam",
    about: "causal additive models: edges in, the one that gains most first, and those that mean nothing out",
    assumes: "sums of smooth functions, Gaussian noise, at least one curve where a direction is to be told",
    claims: "a DAG with curves; of linear equations a class",
    practical: "100 variables",
    paper: "Bühlmann, Peters and Ernest 2014, arXiv:1310.1533",
    relaxes: false,
    revision: 1,
    options: &[
        setting("model", "what the equations are made of", "additive or linear"),
        setting("selection", "choose by boosting what may act on each variable", "true or false"),
        setting("pruning", "let edges go that are not significant", "true or false"),
        setting("alpha", "level of the tests that let edges go", pc::ALPHAS),
        setting("basis", "functions of each variable", cam::BASES),
        setting("max_parents", "most parents; null is rows / 20", "null or a whole number"),
    ],
    default: || Spec::Cam(cam::Options::default()),
};
