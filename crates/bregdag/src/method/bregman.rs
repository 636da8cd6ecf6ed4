//! The Bregman method, and the order search that finishes what it found.

use super::Method;
use crate::bregman::{self, Relaxed, Variant};
use crate::data::Dataset;
use crate::error::Result;
use crate::fit::{Fit, Stage};
use crate::observer::Observer;
use crate::order::{self, Start, Variances};
use crate::status::{Status, Warning};

/// The Bregman method: see [`crate::bregman`].
#[derive(Debug, Clone, PartialEq)]
pub struct Bregman {
    /// Its options.
    pub options: bregman::Options,
    /// The order search that goes on from its graph; `None` leaves that graph as it is. Where the
    /// Bregman method allows no negative weights, neither does the search.
    pub refine: Option<order::Options>,
}

impl Default for Bregman {
    fn default() -> Bregman {
        Bregman { options: bregman::Options::default(), refine: Some(order::Options::default()) }
    }
}

impl Method for Bregman {
    fn name(&self) -> &'static str {
        "bregman"
    }

    fn learn(&self, data: Dataset<'_>, watch: &mut dyn Observer) -> Result<Fit> {
        let relaxed = self.relax(data, watch)?;
        self.finish(data, &relaxed, watch)
    }
}

impl Bregman {
    /// The first half of a fit, the same whatever the threshold and the search that goes on.
    pub fn relax<'a>(&self, data: Dataset<'a>, watch: &mut dyn Observer) -> Result<Relaxed<'a>> {
        self.refine.as_ref().map_or(Ok(()), order::Options::validate)?;
        bregman::relax(data, &self.options, watch)
    }

    /// The second half, from the same data: threshold, and the search.
    pub fn finish(
        &self,
        data: Dataset<'_>,
        relaxed: &Relaxed<'_>,
        watch: &mut dyn Observer,
    ) -> Result<Fit> {
        let relaxed = relaxed.fit(self.options.threshold)?;
        match &self.refine {
            // Whoever stopped the relaxation does not want to wait for more.
            Some(refine) if relaxed.status == Status::Converged => {
                self.refined(data, relaxed, refine, watch)
            }
            _ => Ok(relaxed),
        }
    }

    fn refined(
        &self,
        data: Dataset<'_>,
        relaxed: Fit,
        refine: &order::Options,
        watch: &mut dyn Observer,
    ) -> Result<Fit> {
        let dag = relaxed.model.dag();
        let positive = refine.positive || self.options.variant == Variant::Positive;
        let start = Start::Graph(dag.clone());
        let refine = order::Options { positive, start, ..refine.clone() };
        let found = order::learn(data, &refine, watch)?;
        let edges = dag.edges().into_iter().map(|(i, j, _)| (i, j)).collect();
        let variances = if found.class.is_some() { Variances::Free } else { Variances::Equal };
        let score = order::score(data, dag, variances, &refine)?;
        let mut stages = vec![Stage { name: self.name(), score, edges }];
        // The start of the search is the same graph, its parents looked at once more.
        stages.extend(found.stages.into_iter().filter(|stage| stage.name != "start"));
        let mut options = relaxed.options;
        if let Some(options) = options.as_object_mut() {
            options.insert("refine".into(), found.options);
        }
        let mut warnings = relaxed.warnings;
        // The search fitted its own equations.
        warnings.retain(|warning| !warning.is_about_equations());
        if variances == Variances::Free {
            warnings.retain(|warning| !matches!(warning, Warning::UnevenScales { .. }));
        }
        warnings.extend(found.warnings);
        Ok(Fit {
            model: found.model,
            class: found.class,
            relaxation: relaxed.relaxation,
            variance_choice: found.variance_choice,
            selection: None,
            stages,
            restarts: found.restarts,
            status: found.status,
            iterations: relaxed.iterations,
            rows: found.rows,
            method: self.name(),
            options,
            preparation: None,
            rules: None,
            stability: None,
            diagnostics: None,
            warnings,
        })
    }
}
