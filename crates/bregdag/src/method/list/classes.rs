//! What there is to know of the methods that answer with a class.

use super::Spec;
use super::info::{FACTOR, FACTORS, Info, PENALTY, PRICES, setting};
use crate::method::{ges, pc};

pub const GES: Info = Info {
    name: "ges",
    about: "greedy equivalence search: edges in, edges out, from class to class, on the score itself",
    assumes: "linear equations, Gaussian noise",
    claims: "a class",
    practical: "1 000 variables",
    paper: "Chickering 2002, doi:10.1162/153244303321897717; Ramsey et al. 2017, doi:10.1007/s41060-016-0032-z",
    relaxes: false,
    options: &[
        setting("turning", "also turn edges", "true or false"),
        setting("iterate", "repeat the phases until none finds a move", "true or false"),
        setting("penalty", PENALTY, PRICES),
        setting("penalty_factor", FACTOR, FACTORS),
    ],
    default: || Spec::Ges(ges::Options::default()),
};

pub const PC: Info = Info {
    name: "pc",
    about: "tests of independence: pairs that no set of others separates, then colliders and what follows",
    assumes: "linear equations, Gaussian noise, no independence by chance (faithfulness)",
    claims: "a class; where the tests contradict each other, a partly directed graph without equations",
    practical: "1 000 variables, if few act on each",
    paper: "Spirtes and Glymour 1991; Colombo and Maathuis 2014, arXiv:1211.3295",
    relaxes: false,
    options: &[setting("alpha", "level of each test: more edges if larger", pc::ALPHAS)],
    default: || Spec::Pc(pc::Options::default()),
};
