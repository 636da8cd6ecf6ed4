//! The equations of a DAG, of whichever kind.

use super::{Additive, Edge, Model, Signs};
use crate::data::{Dataset, Knowledge};
use crate::error::Result;
use crate::graph::Dag;
use crate::warning::Warning;

/// How causes act on their effects, as a method takes it to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effects {
    /// In proportion.
    Linear,
    /// By smooth functions, which add.
    Smooth {
        /// Functions of each variable.
        basis: usize,
    },
}

/// Equations fitted to data.
#[derive(Debug, Clone, PartialEq)]
pub enum Equations {
    /// Lines.
    Linear(Model),
    /// Curves.
    Smooth(Additive),
}

impl Equations {
    /// Of a DAG, on all rows. Parents that they cannot bear are dropped with a warning.
    pub fn of(
        dag: &Dag,
        (effects, signs): (Effects, Signs),
        data: &Dataset<'_>,
        known: &Knowledge,
    ) -> Result<(Equations, Vec<Warning>)> {
        match effects {
            Effects::Linear => {
                let (model, warnings) = Model::refit(data.moments(), dag, signs, known)?;
                Ok((Equations::Linear(model), warnings))
            }
            Effects::Smooth { basis } => {
                let (additive, warnings) = Additive::refit(data, dag, basis)?;
                Ok((Equations::Smooth(additive), warnings))
            }
        }
    }

    /// The DAG.
    pub fn dag(&self) -> &Dag {
        match self {
            Equations::Linear(model) => model.dag(),
            Equations::Smooth(additive) => additive.dag(),
        }
    }

    /// Every edge, by source, then target; the weight of a curve is its average slope.
    pub fn edges(&self) -> Vec<Edge> {
        match self {
            Equations::Linear(model) => model.edges(),
            Equations::Smooth(additive) => additive.edges(),
        }
    }

    /// σ² of each node.
    pub fn noise_variances(&self) -> &[f64] {
        match self {
            Equations::Linear(model) => model.noise_variances(),
            Equations::Smooth(additive) => additive.noise_variances(),
        }
    }

    /// Share of the variance of each node that its parents explain.
    pub fn r_squared(&self) -> &[f64] {
        match self {
            Equations::Linear(model) => model.r_squared(),
            Equations::Smooth(additive) => additive.r_squared(),
        }
    }

    /// The lines, if they are lines.
    pub fn linear(&self) -> Option<&Model> {
        match self {
            Equations::Linear(model) => Some(model),
            Equations::Smooth(_) => None,
        }
    }

    /// The curves, if they are curves.
    pub fn smooth(&self) -> Option<&Additive> {
        match self {
            Equations::Linear(_) => None,
            Equations::Smooth(additive) => Some(additive),
        }
    }
}
