//! What there is to know of the methods that answer with a class.

use super::Spec;
use super::info::{Info, setting};
use crate::method::pc;

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
