//! What every fit must be, whatever the method and the data.

use bregdag::graph::{Class, Dag, Pdag};
use bregdag::method::{Claim, Noise};
use bregdag::model::Signs;
use bregdag::{Fit, Knowledge, Status, Warning};

/// Checks that the parts of a fit belong together, that its numbers are numbers, and that it agrees with
/// what is known.
pub fn sound(what: &str, fit: &Fit, known: &Knowledge) {
    let numbers = numbers(fit);
    assert!(numbers.iter().all(|x| x.is_finite()), "{what}: {numbers:?}");
    let answer = &fit.answer;
    let n = fit.variables.len();
    match (&answer.claim, answer.noise) {
        // A control that sorts claims the order whatever the noise.
        (Claim::Dag(_), Noise::Equal | Noise::NonGaussian | Noise::Additive | Noise::Unknown) => {}
        (Claim::Class { graph, member }, Noise::Free | Noise::Unknown) => {
            class(what, graph, member, known);
        }
        (Claim::Partial(graph), _) => {
            assert_eq!((graph.nodes(), fit.has_equations()), (n, false), "{what}");
            partial(what, graph, known);
        }
        (claim, noise) => panic!("{what}: {claim:?} under {noise:?}"),
    }
    if let Some(dag) = fit.dag() {
        assert_eq!(dag.nodes(), n, "{what}");
        acyclic(what, dag);
        agrees(what, &dag.edges(), known);
        equations(what, fit, dag, known);
    }
    for stage in &answer.stages {
        agrees(&format!("{what}, {}", stage.name), &stage.edges, known);
    }
    let early = Warning::StoppedEarly { status: answer.status };
    let said = fit.warnings.contains(&early);
    assert_eq!(said, answer.status != Status::Converged, "{what}: {:?}", answer.status);
    assert!(!answer.steps.unit.is_empty(), "{what}");
}

/// Every node once in the order, every edge forwards.
fn acyclic(what: &str, dag: &Dag) {
    let mut place = vec![None; dag.nodes()];
    for (k, &j) in dag.order().iter().enumerate() {
        assert!(place[j].replace(k).is_none(), "{what}: {:?}", dag.order());
    }
    assert!(place.iter().all(Option::is_some), "{what}: {:?}", dag.order());
    assert!(dag.edges().iter().all(|&(i, j)| place[i] < place[j]), "{what}: {dag:?}");
}

/// A class has the skeleton of its member, and directions as there; those that are known, all of those
/// that every member has, and where nothing is known no others.
fn class(what: &str, graph: &Pdag, member: &Dag, known: &Knowledge) {
    let (free, n) = (Class::of(member), member.nodes());
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j) {
        let (there, directed) = (member.has_edge(i, j), graph.is_directed(i, j));
        assert_eq!(graph.is_adjacent(i, j), member.is_adjacent(i, j), "{what}: {i}, {j}");
        assert!(there || !directed, "{what}: {i} -> {j} is not in the member");
        let settled = known.requires(i, j) || !known.allows(j, i);
        assert!(directed || !(there && settled), "{what}: {i} -> {j} is known");
        assert!(directed || !free.graph().is_directed(i, j), "{what}: {i} -> {j} is compelled");
    }
    assert!(!known.is_none() || graph == free.graph(), "{what}: more than the class is claimed");
}

/// A graph without a member agrees with what is known as well: what is required or settled is
/// directed so, and pairs that are forbidden both ways are apart.
fn partial(what: &str, graph: &Pdag, known: &Knowledge) {
    let n = graph.nodes();
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j) {
        let (joined, directed) = (graph.is_adjacent(i, j), graph.is_directed(i, j));
        assert!(directed || !known.requires(i, j), "{what}: {i} -> {j} is required");
        assert!(known.allows(i, j) || !directed, "{what}: {i} -> {j} is forbidden");
        let settled = graph.is_directed(j, i) || !joined;
        assert!(known.allows(i, j) || settled, "{what}: {j} -> {i} is known");
        assert!(known.allows(i, j) || known.allows(j, i) || !joined, "{what}: {i}, {j} are joined");
    }
}

/// Required edges are there, forbidden ones not.
fn agrees(what: &str, edges: &[(usize, usize)], known: &Knowledge) {
    for &(i, j) in edges {
        assert!(known.allows(i, j), "{what}: {i} -> {j} is forbidden");
    }
    for j in 0..known.variables() {
        for &i in known.required_parents(j) {
            assert!(edges.contains(&(i, j)), "{what}: {i} -> {j} is required, not in {edges:?}");
        }
    }
}

/// The equations are those of the DAG, with the signs that the method promises.
fn equations(what: &str, fit: &Fit, dag: &Dag, known: &Knowledge) {
    let edges = fit.edges();
    if let Some(model) = &fit.model {
        assert_eq!(model.dag(), dag, "{what}");
        assert_eq!(model.names(), fit.variables, "{what}");
        assert!(edges.iter().map(|edge| (edge.source, edge.target)).eq(dag.edges()), "{what}");
        assert!(model.noise_variances().iter().all(|&v| v >= 0.0), "{what}");
    }
    // Where effects are curves no linear model is claimed, and only there.
    let curved = fit.answer.noise == Noise::Additive;
    assert_eq!((fit.additive.is_some(), fit.model.is_some()), (curved, !curved), "{what}");
    if let Some(additive) = &fit.additive {
        assert_eq!((additive.dag(), additive.names()), (dag, &fit.variables[..]), "{what}");
        assert!(edges.iter().map(|edge| (edge.source, edge.target)).eq(dag.edges()), "{what}");
        assert!(additive.noise_variances().iter().all(|&v| v >= 0.0), "{what}");
    }
    // What the equations could not bear was dropped, with a warning; nothing comes in.
    if let Some(last) = fit.answer.stages.last() {
        assert!(dag.edges().iter().all(|edge| last.edges.contains(edge)), "{what}");
    }
    if fit.spec.method().signs() == Signs::NonNegative {
        let bad = |e: &&bregdag::model::Edge| e.weight < 0.0 && !known.requires(e.source, e.target);
        assert!(edges.iter().find(bad).is_none(), "{what}: {edges:?}");
    }
}

/// Every number of a fit.
pub fn numbers(fit: &Fit) -> Vec<f64> {
    let mut numbers = vec![];
    for edge in fit.edges() {
        numbers.push(edge.weight);
        numbers.extend([edge.std_error, edge.t()].into_iter().flatten());
    }
    if let Some(model) = &fit.model {
        numbers.extend(model.variances());
        numbers.extend(model.noise_variances());
        numbers.extend(model.r_squared());
        numbers.extend(model.total_effects().as_slice());
    }
    if let Some(additive) = &fit.additive {
        numbers.extend(additive.noise_variances());
        numbers.extend(additive.r_squared());
        for effect in additive.effects() {
            numbers.extend([effect.p_value, effect.freedom]);
            let pairs = effect.curve.iter().chain(&effect.points);
            numbers.extend(pairs.flat_map(|&(x, y)| [x, y]));
        }
    }
    let answer = &fit.answer;
    numbers.extend(answer.stages.iter().map(|stage| stage.score));
    numbers.extend(answer.bound);
    numbers.extend(&answer.record.restarts);
    numbers.extend(
        answer.record.variance_choice.iter().flat_map(|c| c.equal.into_iter().chain([c.free])),
    );
    if let Some(relaxed) = &answer.record.relaxation {
        numbers.extend(relaxed.raw.as_slice());
        numbers.extend([relaxed.loss, relaxed.acyclicity, relaxed.threshold]);
    }
    numbers
}

/// All of a fit but the names, to the last bit.
pub fn bits(fit: &Fit) -> Vec<u64> {
    let graph = fit.answer.claim.graph();
    let pairs = graph.directed().into_iter().chain(graph.undirected());
    let edges = fit.edges().into_iter().map(|edge| (edge.source, edge.target));
    let stages = fit.answer.stages.iter().flat_map(|stage| stage.edges.iter().copied());
    let places = pairs.chain(edges).chain(stages).flat_map(|(i, j)| [i as u64, j as u64]);
    let counts = [fit.answer.steps.done, fit.answer.stages.len(), fit.warnings.len()];
    let numbers = numbers(fit).into_iter().map(f64::to_bits);
    numbers.chain(places).chain(counts.map(|count| count as u64)).collect()
}
