//! Sentences for the reader of a result, and how much each of them matters.
//!
//! Whoever finds something out says so in a [`Remark`] and how much that matters. A front end shows the
//! [`foremost`] few and keeps the others for who asks:
//!
//! ```
//! use bregdag::remark::{Remark, foremost};
//!
//! let said = [
//!     Remark::detail("Score 12.3."),
//!     Remark::caution("Directions rest on units."),
//!     Remark::alarm("Row 302 makes 1 of 1 edges."),
//!     Remark::note("Standard errors look better than they are."),
//! ];
//! let first: Vec<&str> = foremost(&said, 2).into_iter().map(|remark| remark.text.as_str()).collect();
//! assert_eq!(first, ["Row 302 makes 1 of 1 edges.", "Directions rest on units."]);
//! ```

/// How much a sentence matters to who reads a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importance {
    /// How it was done, numbers for the expert: for who wants all of it. Never among the foremost.
    Detail,
    /// Good to know, and true of nearly every result.
    Note,
    /// What the answer rests on, so that a reader can ask whether that holds: units, an assumption, directions that
    /// are open.
    Caution,
    /// A finding that speaks against the answer, or says that it is not finished.
    Alarm,
}

/// A sentence or two, and how much they matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// How much.
    pub importance: Importance,
    /// What is said.
    pub text: String,
}

impl Remark {
    /// How it was done.
    pub fn detail(text: impl Into<String>) -> Remark {
        Remark { importance: Importance::Detail, text: text.into() }
    }

    /// Good to know.
    pub fn note(text: impl Into<String>) -> Remark {
        Remark { importance: Importance::Note, text: text.into() }
    }

    /// What the answer rests on.
    pub fn caution(text: impl Into<String>) -> Remark {
        Remark { importance: Importance::Caution, text: text.into() }
    }

    /// What speaks against the answer.
    pub fn alarm(text: impl Into<String>) -> Remark {
        Remark { importance: Importance::Alarm, text: text.into() }
    }
}

/// The most important of them, at most so many, the most important first and otherwise as they stand. Details are
/// never among them.
pub fn foremost(remarks: &[Remark], most: usize) -> Vec<&Remark> {
    let mut first: Vec<&Remark> =
        remarks.iter().filter(|remark| remark.importance > Importance::Detail).collect();
    // Stable: what is said first of things that matter alike stays first.
    first.sort_by_key(|remark| std::cmp::Reverse(remark.importance));
    first.truncate(most);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_important_come_first_in_their_order() {
        let all = [
            Remark::note("a"),
            Remark::alarm("b"),
            Remark::detail("c"),
            Remark::caution("d"),
            Remark::alarm("e"),
        ];
        let first = |most| foremost(&all, most).iter().map(|r| r.text.as_str()).collect::<String>();
        assert_eq!([first(9), first(3), first(0)], ["beda", "bed", ""]);
    }
}
