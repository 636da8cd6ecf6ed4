//! What there is to know of the methods that answer with a class.

use super::Spec;
use super::info::{FACTOR, FACTORS, Info, PENALTY, PRICES, setting};
use crate::method::{ccdr, ges, pc};

pub const GES: Info = Info {
    name: "ges",
    about: "greedy equivalence search: edges in, edges out, from class to class, on the score itself",
    assumes: "linear equations, Gaussian noise",
    claims: "a class",
    practical: "1 000 variables",
    paper: "Chickering 2002, doi:10.1162/153244303321897717; Ramsey et al. 2017, doi:10.1007/s41060-016-0032-z",
    relaxes: false,
    revision: 1,
    options: &[
        setting("turning", "also turn edges", "true or false"),
        setting("iterate", "repeat the phases until none finds a move", "true or false"),
        setting("penalty", PENALTY, PRICES),
        setting("penalty_factor", FACTOR, FACTORS),
    ],
    default: || Spec::Ges(ges::Options::default()),
};

pub const CCDR: Info = Info {
    name: "ccdr",
    about: "Gaussian likelihood with a concave penalty on edges, over DAGs, along a path",
    assumes: "linear equations, Gaussian noise",
    claims: "a class",
    practical: "1 000 variables",
    paper: "Aragam and Zhou 2015, arXiv:1401.0852",
    relaxes: false,
    revision: 1,
    options: &[
        setting(
            "lambda",
            "weight of the penalty; null chooses on a path",
            "null or a finite number > 0",
        ),
        setting("lambdas", "how many weights that path has, from √m down to √m/100", ccdr::LENGTHS),
        setting("gamma", "where the penalty becomes flat, in its weight", ccdr::GAMMAS),
        setting("max_edges", "the path ends at a graph with more for each variable", AT_LEAST_ONE),
        setting("tolerance", "steps below this, in √m or m, are none", ccdr::TOLERANCES),
        setting("max_iterations", "most rounds over all pairs at each weight", AT_LEAST_ONE),
        setting(
            "as_released",
            "take the steps and make the choice of the released program",
            "true or false",
        ),
    ],
    default: || Spec::Ccdr(ccdr::Options::default()),
};

const AT_LEAST_ONE: &str = "a whole number, at least 1";

pub const PC: Info = Info {
    name: "pc",
    about: "tests of independence: pairs that no set of others separates, then colliders and what follows",
    assumes: "linear equations, Gaussian noise, no independence by chance (faithfulness)",
    claims: "a class; where the tests contradict each other, a partly directed graph without equations",
    practical: "1 000 variables, if few act on each",
    paper: "Spirtes and Glymour 1991; Colombo and Maathuis 2014, arXiv:1211.3295",
    relaxes: false,
    revision: 1,
    options: &[setting("alpha", "level of each test: more edges if larger", pc::ALPHAS)],
    default: || Spec::Pc(pc::Options::default()),
};
