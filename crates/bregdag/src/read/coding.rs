//! Words that stand for numbers, one after the other.

use serde::{Deserialize, Serialize};

/// The words of a column and the numbers that they become: the first of `values` is `first`, each of the others
/// one more than the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coding {
    /// Name of the column.
    pub column: String,
    /// The words, as they are written in the file but for surrounding blanks.
    pub values: Vec<String>,
    /// The number of the first: 1 in an order that somebody gave, 0 where two values were found.
    pub first: u8,
}

/// One word of such a pair is 1, whatever the alphabet says.
const ONES: [&str; 32] = [
    "yes",
    "y",
    "true",
    "present",
    "positive",
    "pos",
    "+",
    "on",
    "male",
    "m",
    "man",
    "boy",
    "treated",
    "treatment",
    "case",
    "exposed",
    "dead",
    "died",
    "malignant",
    "success",
    "ja",
    "oui",
    "si",
    "sí",
    "sim",
    "wahr",
    "vrai",
    "1",
    "high",
    "after",
    "good",
    "won",
];
/// Or the other one is.
const ZEROS: [&str; 32] = [
    "no",
    "n",
    "false",
    "absent",
    "negative",
    "neg",
    "-",
    "off",
    "female",
    "f",
    "woman",
    "girl",
    "untreated",
    "control",
    "placebo",
    "unexposed",
    "alive",
    "survived",
    "benign",
    "failure",
    "nein",
    "non",
    "não",
    "falsch",
    "faux",
    "0",
    "none",
    "never",
    "low",
    "before",
    "bad",
    "lost",
];

impl Coding {
    /// An order that somebody gave: 1, 2, 3, …
    pub fn ordered(column: impl Into<String>, values: Vec<String>) -> Coding {
        Coding { column: column.into(), values, first: 1 }
    }

    /// At most two words as 0 and 1: what says yes or names the treated is 1, and where neither does, the later
    /// one in the alphabet.
    pub fn of_two(column: impl Into<String>, words: &[String]) -> Coding {
        let mut values = words.to_vec();
        values.sort();
        let is = |word: &String, list: &[&str]| list.contains(&word.to_lowercase().as_str());
        if let [a, b] = &values[..] {
            let (for_a, for_b) = (is(a, &ONES) || is(b, &ZEROS), is(b, &ONES) || is(a, &ZEROS));
            if for_a && !for_b {
                values.swap(0, 1);
            }
        }
        Coding { column: column.into(), values, first: 0 }
    }

    /// Whether nobody asked for it.
    pub fn is_automatic(&self) -> bool {
        self.first == 0
    }

    /// The number that a word stands for.
    pub fn number(&self, word: &str) -> Option<f64> {
        let place = self.values.iter().position(|value| value == word)?;
        Some(f64::from(self.first) + place as f64)
    }

    /// The word that a number stands for.
    pub fn word(&self, number: f64) -> Option<&str> {
        let place = self.values.iter().position(|word| self.number(word) == Some(number))?;
        Some(&self.values[place])
    }

    /// The column, what is 0 in it, and what is 1.
    pub(super) fn pair(&self) -> Option<(String, String, String)> {
        match &self.values[..] {
            [zero, one] => Some((self.column.clone(), zero.clone(), one.clone())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_what_people_expect() {
        for (a, b, one) in [
            ("female", "male", "male"),
            ("M", "F", "M"),
            ("Yes", "No", "Yes"),
            ("control", "drug", "drug"),
            ("drug", "placebo", "drug"),
            ("north", "south", "south"),
            ("Treatment", "Control", "Treatment"),
            ("alive", "dead", "dead"),
        ] {
            for pair in [[a, b], [b, a]] {
                let coding = Coding::of_two("x", &pair.map(String::from));
                assert_eq!(coding.values[1], one, "{pair:?}");
                assert_eq!((coding.number(one), coding.is_automatic()), (Some(1.0), true));
            }
        }
        let grades = Coding::ordered("stage", ["I", "II", "III"].map(String::from).into());
        assert_eq!(
            ["I", "III", "IV"].map(|word| grades.number(word)),
            [Some(1.0), Some(3.0), None]
        );
        for list in [ONES, ZEROS] {
            assert!(list.iter().all(|word| word.to_lowercase() == *word));
        }
    }
}
