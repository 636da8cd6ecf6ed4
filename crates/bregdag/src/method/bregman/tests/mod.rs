//! The Bregman method against another solver, and against its own promises.

mod descent;
mod knowledge;
mod step_against_clarabel;

use std::sync::Mutex;

use super::{Bregman, Options};
use crate::data::Dataset;
use crate::fit::Fit;
use crate::graph::Dag;
use crate::method::{Relaxation, Spec};
use crate::watch::{Event, Step, Watch};

/// What the method finds without the search that goes on from there.
fn fit(data: &Dataset<'_>, options: &Options) -> Fit {
    watched(data, options, &())
}

fn watched(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Fit {
    Spec::Bregman(Bregman { options: *options, refine: None }).learn(data, watch).unwrap()
}

fn relaxation(fit: &Fit) -> &Relaxation {
    fit.answer.record.relaxation.as_ref().unwrap()
}

/// The graph, which the equations are of.
fn dag(fit: &Fit) -> &Dag {
    let dag = fit.dag().unwrap();
    assert_eq!(dag, fit.model.as_ref().unwrap().dag());
    dag
}

/// Keeps every step.
#[derive(Default)]
struct Log(Mutex<Vec<Step>>);

impl Watch for Log {
    fn event(&self, event: &Event) {
        if let Event::Step(step) = event {
            self.0.lock().unwrap().push(step.clone());
        }
    }
}

impl Log {
    /// One number of every step, from the start on.
    fn column(&self, name: &str) -> Vec<f64> {
        let steps = self.0.lock().unwrap();
        assert!(steps.iter().enumerate().all(|(k, s)| s.value("iteration") == Some(k as f64)));
        steps.iter().map(|step| step.value(name).unwrap()).collect()
    }
}
