//! What there is to know of the methods to which the shape of the noise tells directions.

use super::Spec;
use super::info::{Info, POSITIVE_NUMBER, WHOLE, setting};
use crate::method::lingam;

pub const LINGAM: Info = Info {
    name: "lingam",
    about: "an order of the causes from noise that is not Gaussian, then the adaptive lasso along it",
    assumes: "linear equations, noise that is not Gaussian",
    claims: "a DAG",
    practical: "200 variables",
    paper: "Shimizu et al. 2006, 2011, jmlr.org/papers/v12/shimizu11a.html; Hyvärinen and Smith 2013",
    relaxes: false,
    revision: 1,
    options: &[
        setting(
            "algorithm",
            "one variable after the other, or independent components; the order of ica follows the units of the \
             columns and knows no prior knowledge",
            "direct or ica",
        ),
        setting("seed", "of the first matrix of ica", WHOLE),
        setting("max_iterations", "most steps of ica", "a whole number, at least 1"),
        setting("tolerance", "ica ends when no component turns by more than this", POSITIVE_NUMBER),
    ],
    default: || Spec::Lingam(lingam::Options::default()),
};
