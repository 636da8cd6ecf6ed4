//! What there is to know of the methods that relax the problem: a matrix first, a DAG from it afterwards.

use super::Spec;
use super::info::{
    FACTOR, FACTORS, Info, KINDS, NOT_NEGATIVE, NULL_OR_WHOLE, PENALTY, POSITIVE_NUMBER, PRICES,
    RESTARTS, VARIANCES, WHOLE, setting,
};
use crate::method::bregman::Bregman;
use crate::method::dagma::Dagma;
use crate::method::golem::Golem;
use crate::method::notears::Notears;

pub const BREGMAN: Info = Info {
    name: "bregman",
    about: "the paper's relaxation, then the search from what it found",
    assumes: "linear equations, noise of one variance",
    claims: "a DAG; with free variances in the search, its class",
    practical: "1 000 variables",
    paper: "Romain and d'Aspremont 2021, arXiv:2011.02764",
    relaxes: true,
    revision: 1,
    options: &[
        setting("variant", "signs of the weights", "signed, split or positive"),
        setting(
            "path",
            "one weight of the penalty on cycles, or a growing one",
            "continuation or fixed",
        ),
        setting("start", "first matrix", "lasso or random"),
        setting(
            "lambda",
            "weight of the sum of all |weights|; null suits path, n and m",
            NOT_NEGATIVE,
        ),
        setting("mu", "weight of the penalty on cycles; null suits the path", POSITIVE_NUMBER),
        setting("alpha", "inside of that penalty; null suits path and n", POSITIVE_NUMBER),
        setting("gamma", "first step size of the fixed path", POSITIVE_NUMBER),
        setting("gamma_max", "largest step size", POSITIVE_NUMBER),
        setting("tolerance", "relative change of the loss that ends the fixed path", NOT_NEGATIVE),
        setting("step_tolerance", "relative accuracy of each step", "a number from 1e-10 to 0.01"),
        setting("max_iterations", "most iterations", "a whole number, at least 1"),
        setting(
            "threshold",
            "entries of W that become edges: at least this",
            "a finite number ≥ 0, or auto",
        ),
        setting("seed", "of a random start", WHOLE),
        setting("refine.variances", VARIANCES, KINDS),
        setting("refine.penalty", PENALTY, PRICES),
        setting("refine.penalty_factor", FACTOR, FACTORS),
        setting("refine.positive", "no negative weights in the search", "true or false"),
        setting(
            "refine.start",
            "not used: the search begins with the graph found",
            "variance or random",
        ),
        setting("refine.restarts", RESTARTS, NULL_OR_WHOLE),
        setting("refine.seed", "of the restarts", WHOLE),
    ],
    default: || Spec::Bregman(Bregman::default()),
};

const THRESHOLD: &str = "entries of W that become edges: at least this";
const THRESHOLDS: &str = "a finite number ≥ 0, or auto";
const LAMBDA: &str = "weight of the sum of all |weights|";
const POSITIVE: &str = "no negative weights, but of required edges";

pub const NOTEARS: Info = Info {
    name: "notears",
    about: "least squares with a smooth constraint that only DAGs meet",
    assumes: "linear equations, noise of one variance",
    claims: "a DAG",
    practical: "200 variables",
    paper: "Zheng, Aragam, Ravikumar and Xing 2018, arXiv:1803.01422",
    relaxes: true,
    revision: 1,
    options: &[
        setting("lambda", LAMBDA, NOT_NEGATIVE),
        setting(
            "constraint",
            "what must be zero: Tr exp(W∘W) − n or Tr(I + W∘W/n)ⁿ − n",
            "exponential or polynomial",
        ),
        setting("tolerance", "the search ends when that is no larger than this", POSITIVE_NUMBER),
        setting("max_iterations", "most steps of the multiplier", "a whole number, at least 1"),
        setting("threshold", THRESHOLD, THRESHOLDS),
        setting("positive", POSITIVE, "true or false"),
    ],
    default: || Spec::Notears(Notears::default()),
};

pub const DAGMA: Info = Info {
    name: "dagma",
    about: "least squares with a log-determinant that keeps cycles away, along a path",
    assumes: "linear equations, noise of one variance",
    claims: "a DAG",
    practical: "200 variables",
    paper: "Bello, Aragam and Ravikumar 2022, arXiv:2209.08037",
    relaxes: true,
    revision: 1,
    options: &[
        setting("lambda", LAMBDA, NOT_NEGATIVE),
        setting("as_released", "take the steps of the released program, slowly", "true or false"),
        setting(
            "max_iterations",
            "most steps at each μ, twice as many at the last",
            "a whole number, at least 1",
        ),
        setting("threshold", THRESHOLD, THRESHOLDS),
        setting("positive", POSITIVE, "true or false"),
    ],
    default: || Spec::Dagma(Dagma::default()),
};

pub const GOLEM: Info = Info {
    name: "golem",
    about: "likelihood with soft penalties on edges and cycles",
    assumes: "linear equations, Gaussian noise",
    claims: "a DAG if noise variances are equal, otherwise its class",
    practical: "200 variables",
    paper: "Ng, Ghassami and Zhang 2020, arXiv:2006.10201",
    relaxes: true,
    revision: 1,
    options: &[
        setting("variances", "noise variances", "equal or free"),
        setting(
            "lambda",
            "weight of the sum of all |weights|; null suits the variances",
            NOT_NEGATIVE,
        ),
        setting("cycles", "weight of the penalty on cycles, Tr exp(W∘W) − n", NOT_NEGATIVE),
        setting("max_iterations", "most steps", "a whole number, at least 1"),
        setting("threshold", THRESHOLD, THRESHOLDS),
        setting("positive", POSITIVE, "true or false"),
    ],
    default: || Spec::Golem(Golem::default()),
};
