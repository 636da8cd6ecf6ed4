//! Names of columns with wildcards: `*` for any characters, also none, `?` for any one; behind a `\`, each of the
//! three stands for itself. A name also fits itself, whatever characters it has.

use crate::error::{Error, Result};
use crate::text::listed;

/// The columns that fit one of the first patterns, all if there are none, and none of the others, in
/// their order. A pattern that fits no column is an error.
pub fn select(names: &[String], columns: &[String], drop: &[String]) -> Result<Vec<usize>> {
    let fits = |patterns: &[String], name: &str| patterns.iter().any(|p| matches(p, name));
    for pattern in columns.iter().chain(drop) {
        find(pattern, names)?;
    }
    let wanted = |name: &str| (columns.is_empty() || fits(columns, name)) && !fits(drop, name);
    Ok((0..names.len()).filter(|&j| wanted(&names[j])).collect())
}

/// The columns that fit a pattern, at least one.
pub fn find(pattern: &str, names: &[String]) -> Result<Vec<usize>> {
    let found: Vec<usize> = (0..names.len()).filter(|&j| matches(pattern, &names[j])).collect();
    match found.is_empty() {
        true => Err(Error::NoSuchColumn {
            pattern: pattern.into(),
            columns: listed(names.iter(), names.len()),
        }),
        false => Ok(found),
    }
}

/// The pattern that fits this name and no other.
pub fn exactly(name: &str) -> String {
    let mut pattern = String::with_capacity(name.len());
    for c in name.chars() {
        if matches!(c, '*' | '?' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// The next sign of a pattern, and whether it stands for itself.
fn next(pattern: &mut std::str::Chars) -> Option<(char, bool)> {
    let c = pattern.next()?;
    let mut behind = pattern.clone();
    match (c, behind.next()) {
        ('\\', Some(c @ ('*' | '?' | '\\'))) => {
            *pattern = behind;
            Some((c, true))
        }
        _ => Some((c, !matches!(c, '*' | '?'))),
    }
}

/// Whether the whole name is of this pattern. On a mismatch only the last star need give more.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (mut p, mut n) = (pattern.chars(), name.chars());
    let mut retry: Option<(std::str::Chars, std::str::Chars)> = None;
    loop {
        match (next(&mut p), n.clone().next()) {
            (Some(('*', false)), _) => retry = Some((p.clone(), n.clone())),
            (Some((wanted, itself)), Some(c)) if wanted == c || !itself => drop(n.next()),
            (None, None) => return true,
            _ => {
                let Some((star, from)) = &mut retry else { return pattern == name };
                if from.next().is_none() {
                    return pattern == name;
                }
                (p, n) = (star.clone(), from.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, expected) in [
            ("a", "a", true),
            ("a", "A", false),
            ("a", "ab", false),
            ("a*", "a", true),
            ("a*", "abc", true),
            ("*a", "bca", true),
            ("*a*b*", "xxaxxbxx", true),
            ("*a*b*", "xxbxxaxx", false),
            ("*ab", "aab", true),
            ("a?c", "abc", true),
            ("a?c", "aéc", true),
            ("a?c", "ac", false),
            ("?", "", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("**", "anything", true),
            ("what?", "what?", true),
            ("a*b?c", "a*b?c", true),
            (r"a\*", "a*", true),
            (r"a\*", "ab", false),
            (r"a\*", r"a\*", true),
            (r"\?*", "?b", true),
            (r"\?*", "ab", false),
            (r"a\b", r"a\b", true),
            (r"a\\b", r"a\b", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
        // Many stars against many letters: still no more than their product in steps.
        let stars = "a*".repeat(200) + "b";
        assert!(!matches(&stars, &"a".repeat(20_000)));
    }

    #[test]
    fn a_name_has_a_pattern_of_its_own() {
        for name in ["", "a", "a*", "?", r"\", r"\\*", "a,b \"c\""] {
            let pattern = exactly(name);
            assert!(matches(&pattern, name), "{name}");
            // The pattern itself, taken for a name, is the one exception.
            for other in
                ["ab", "a", "b", r"\\\", r"\x", r"\\x"].into_iter().filter(|o| *o != pattern)
            {
                assert_eq!(matches(&pattern, other), other == name, "{name} {other}");
            }
        }
    }

    #[test]
    fn columns_are_selected_in_their_order() {
        let names = ["id", "wt71", "wt82", "age"].map(String::from);
        let select = |columns: &[&str], drop: &[&str]| {
            let own = |list: &[&str]| list.iter().map(|p| p.to_string()).collect::<Vec<_>>();
            super::select(&names, &own(columns), &own(drop))
        };
        assert_eq!(select(&[], &["id"]).unwrap(), [1, 2, 3]);
        assert_eq!(select(&["age", "wt*"], &["*82"]).unwrap(), [1, 3]);
        let error = select(&["weight"], &[]).unwrap_err().to_string();
        assert_eq!(
            error,
            "no column is named \"weight\"; there are \"id\", \"wt71\", \"wt82\", \"age\""
        );
    }
}
