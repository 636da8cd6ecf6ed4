//! Every pair, and what each method says of it.

use crate::export::lettering::escaped;
use crate::graph::Pdag;
use crate::study::{SideBySide, letter};

/// More pairs than anyone reads are left out, and the page says so.
const MOST: usize = 1000;

/// A table with a row for each pair, those on which the methods differ first.
pub(super) fn table(compared: &SideBySide) -> String {
    let truth = compared.truth.as_ref().map(Pdag::from);
    let found = |&(i, j): &(usize, usize)| {
        compared.graphs().filter(|graph| graph.is_adjacent(i, j)).count()
    };
    let mut pairs: Vec<(usize, usize)> = compared.pairs().into_iter().collect();
    // What only the truth joins, the methods lack alike.
    let alike = |pair: &(usize, usize)| found(pair) == 0 || compared.agreed(*pair).whole();
    pairs.sort_by_key(|pair| (alike(pair), std::cmp::Reverse(found(pair)), *pair));
    let left_out = pairs.len().saturating_sub(MOST);
    let mut table = String::from("<table class=\"pairs\">\n<thead><tr><th scope=\"col\">pair</th>");
    if truth.is_some() {
        table += "<th scope=\"col\">truth</th>";
    }
    for (k, contender) in compared.contenders.iter().enumerate() {
        let (letter, name) = (letter(k), escaped(contender.name()));
        table += &format!("<th scope=\"col\" title=\"{name}\">{letter}</th>");
    }
    table += "</tr></thead>\n<tbody>\n";
    let names = &compared.variables;
    for &(i, j) in pairs.iter().take(MOST) {
        let class = if alike(&(i, j)) { "alike" } else { "differs" };
        let (a, b) = (escaped(&names[i]), escaped(&names[j]));
        table += &format!(
            "<tr class=\"{class}\"><th scope=\"row\"><bdi>{a}</bdi> · <bdi>{b}</bdi></th>"
        );
        let graphs = truth.iter().map(Some).chain(compared.contenders.iter().map(|c| c.graph()));
        graphs.for_each(|graph| table += &format!("<td>{}</td>", said(graph, i, j)));
        table += "</tr>\n";
    }
    table += "</tbody>\n</table>";
    match left_out {
        0 => table,
        more => format!("{table}\n<p class=\"note\">and {more} more</p>"),
    }
}

/// What a graph says of a pair.
fn said(graph: Option<&Pdag>, i: usize, j: usize) -> &'static str {
    let Some(graph) = graph else { return "" };
    match (graph.is_directed(i, j), graph.is_directed(j, i), graph.is_adjacent(i, j)) {
        (true, _, _) => "→",
        (_, true, _) => "←",
        (_, _, true) => "—",
        _ => "",
    }
}
