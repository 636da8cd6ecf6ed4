//! Which group a row belongs to, as a code of fixed size.

use std::fmt::{Display, Write};

use crate::fingerprint::Fingerprint;

/// The label of a row's group: equal contents have equal labels.
///
/// It is the 64-bit hash FNV-1a of the content. Two of g different contents share it with probability
/// 2⁻⁶⁴ · g²/2, for a million groups 3·10⁻⁸; and then two groups are drawn as one, no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label(u64);

impl Label {
    /// Nobody says to which group the row belongs.
    pub const MISSING: Label = Label(0);

    /// The label of what is written like this.
    pub fn of(content: impl Display) -> Label {
        let mut fingerprint = Fingerprint::default();
        // It takes everything.
        let _ = write!(fingerprint, "{content}");
        label(fingerprint)
    }

    /// The label of text, in UTF-8 or not.
    pub fn of_bytes(text: &[u8]) -> Label {
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(text);
        label(fingerprint)
    }

    /// Whether the group is unknown.
    pub fn is_missing(self) -> bool {
        self == Label::MISSING
    }
}

/// Zero stands for a missing label.
fn label(fingerprint: Fingerprint) -> Label {
    Label(fingerprint.code().max(1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Values published with the hash.
    #[test]
    fn it_is_fnv() {
        assert_eq!(Label::of_bytes(b"").0, 0xcbf2_9ce4_8422_2325);
        assert_eq!(Label::of_bytes(b"a").0, 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Label::of_bytes(b"foobar").0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn equal_contents_have_equal_labels_and_others_not() {
        assert_eq!(Label::of(17), Label::of_bytes(b"17"));
        assert_eq!(Label::of(17.0), Label::of("17"));
        assert!(!Label::of("").is_missing() && Label::MISSING.is_missing());
        let labels: HashSet<Label> = (0..1_000_000).map(Label::of).collect();
        assert_eq!(labels.len(), 1_000_000);
    }
}
