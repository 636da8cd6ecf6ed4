//! What a file holds, so that a message can say what came where something else was wanted.

use crate::voice::Voice;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Rows of data.
    Table,
    /// The moments of a table.
    Moments,
    /// A graph with all that is known of it, also a consensus of many.
    Fit,
    /// A graph alone: JSON, a matrix or a list of edges.
    Graph,
    /// What was seen in data and a graph.
    Diagnostics,
    /// How far one graph is from another.
    Evaluation,
    /// Several methods side by side.
    Comparison,
    /// Prior knowledge.
    Knowledge,
    /// Refits that a run can go on from.
    Refits,
    /// A page for the browser.
    Page,
    /// A drawing.
    Drawing,
}

impl Content {
    /// As the subject of a sentence.
    fn this_is(self) -> &'static str {
        match self {
            Content::Table => "this is a table of data",
            Content::Moments => "these are the moments of a table",
            Content::Fit => "this is a fit",
            Content::Graph => "this is a graph alone",
            Content::Diagnostics => "these are diagnostics",
            Content::Evaluation => "this is a comparison of two graphs",
            Content::Comparison => "this is a comparison of methods",
            Content::Knowledge => "this is prior knowledge",
            Content::Refits => "these are refits that a run goes on from, not its result",
            Content::Page => "this is a page for the browser",
            Content::Drawing => "this is a drawing",
        }
    }

    /// As what is wanted.
    fn wanted(self) -> &'static str {
        match self {
            Content::Fit => "a fit as JSON",
            Content::Graph => "a graph: a fit as JSON, a matrix or a list of edges",
            _ => "a table of data",
        }
    }

    /// What was found, what is wanted, and how to get there.
    pub(super) fn instead_of(self, wanted: Content, voice: &dyn Voice) -> String {
        let found = self.this_is();
        match (self, wanted) {
            (Content::Table, _) => {
                format!("{found}: learn from it first, {}", voice.on_this("learn"))
            }
            (Content::Moments, _) => {
                format!("{found}: learn from them first, {}", voice.on_this("learn"))
            }
            (Content::Fit, _) => format!("{found}; for its page: {}", voice.on_this("report")),
            (Content::Knowledge, _) => {
                let option = voice.option("knowledge", None);
                format!("{found}, which {option} takes; here {} is wanted", wanted.wanted())
            }
            _ => format!("{found}; here {} is wanted", wanted.wanted()),
        }
    }
}
