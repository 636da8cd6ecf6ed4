//! The methods, behind one contract, and the one list of them.
//!
//! `contract` says what a method promises and `answer` what it gives, a folder for each keeps the promise, and `list` knows their
//! names and options: [`Spec`] is a method that can be written down and read back.

// Each uses only those above it; `tests/arrows.rs` sees to it.
mod grid;
mod price;
mod concerns;
mod variances;
mod answer;
mod contract;
pub mod order;
pub mod exact;
mod relaxation;
pub mod bregman;
pub mod notears;
pub mod dagma;
pub mod golem;
pub mod ges;
pub mod ccdr;
pub mod pc;
pub mod lingam;
pub mod cam;
pub mod controls;
mod list;

pub use answer::{Answer, Claim, Noise, Record, Relaxation, Stage, Steps};
pub use bregman::Bregman;
pub use cam::Cam;
pub use ccdr::Ccdr;
pub use contract::{Method, Needs, Parameter, Path, Symmetry};
pub use controls::{ChowLiu, Empty, Sort};
pub use dagma::Dagma;
pub use exact::Exact;
pub use ges::Ges;
pub use golem::Golem;
pub use lingam::Lingam;
pub use list::{Info, METHODS, Setting, Spec};
pub use notears::Notears;
pub use order::Search;
pub use pc::Pc;
pub use variances::VarianceChoice;
