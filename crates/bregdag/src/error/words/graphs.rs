//! What is wrong with a graph, with what is known of it, or with its drawing.

use crate::error::Error;
use crate::text::{quoted, shown};
use crate::voice::Voice;

pub fn said(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::VariablesDiffer { left, right, only_left, only_right } => {
            let [ours, theirs] = own(only_left, only_right);
            let (left, right) = (shown(left, 200), shown(right, 200));
            format!("the variables differ: {left} has {ours}; {right} has {theirs}")
        }
        Error::BothDirections { a, b } => {
            let (a, b) = (quoted(a), quoted(b));
            format!("both {a} -> {b} and {b} -> {a} are present; a DAG has at most one of them")
        }
        Error::SelfLoop { name } => {
            let name = quoted(name);
            format!("{name} -> {name} is present; in a DAG no variable causes itself")
        }
        Error::DuplicateEdge { line, from, to } => {
            format!("line {line}: {} -> {} is listed a second time", quoted(from), quoted(to))
        }
        Error::RepeatedEdge { from, to } => {
            format!("{} -> {} is listed twice", quoted(from), quoted(to))
        }
        Error::Cyclic { cycle } => format!("not a DAG: {}", shown(cycle, 400)),
        Error::NoExtension => {
            "no DAG agrees with the directed edges: however the undirected ones are \
                               directed, there is a cycle or a new collider"
                .into()
        }
        Error::NoEquations { what } => format!(
            "{what}: the graph has no equations to make that of; its method found edges and directions that \
             belong to no DAG, or was stopped before it had one"
        ),
        Error::NotLinear { what } => format!(
            "{what}: the equations of this graph are curves, and that needs straight lines; take another method"
        ),
        Error::Knowledge { problem } => format!("prior knowledge: {}", shown(problem, 600)),
        Error::NotAnEdge { text } => format!(
            "prior knowledge: {} is no edge: expected two names with one -> between them, as in \
             age->weight; names that contain -> go into a JSON file ({})",
            quoted(text),
            voice.option("knowledge", Some("FILE"))
        ),
        Error::Undrawable { what, value, place } => format!(
            "the drawing: {what}{} is {value}; expected a finite number, and a strength or reliability \
             between 0 and 1",
            shown(place, 400)
        ),
        Error::TooMuchToDraw { nodes, links } => format!(
            "{nodes} nodes with {links} links are too many for a drawing: the lines would hide one \
             another; show fewer of them by a higher threshold, or write .dot for other programs"
        ),
        _ => return None,
    })
}

/// What each of two has that the other has not.
fn own(left: &[String], right: &[String]) -> [String; 2] {
    const LISTED: usize = 5;
    let list = |names: &[String]| {
        let listed: Vec<_> = names.iter().take(LISTED).map(|name| quoted(name)).collect();
        let listed = listed.join(", ");
        match names.len() {
            0 => "none of its own".into(),
            1..=LISTED => format!("{listed} of its own"),
            count => format!("{listed} and {} more of its own", count - LISTED),
        }
    };
    match (left, right) {
        ([], []) => ["the same names".into(), "them in another order".into()],
        _ => [list(left), list(right)],
    }
}
