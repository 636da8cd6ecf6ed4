//! Names for formats that do not take any name.

use std::collections::{HashMap, HashSet};

/// One identifier per name, all different: what `allowed` makes of the name, with a number behind it
/// where that is taken. Names that are allowed as they are keep theirs. These are the rules of R's
/// `make.unique`, which gives the columns of a file read by R the same names.
pub(super) fn distinct(names: &[String], allowed: impl Fn(&str) -> String) -> Vec<String> {
    let mut identifiers: Vec<String> = names.iter().map(|name| allowed(name)).collect();
    let mut taken: HashSet<String> = identifiers.iter().cloned().collect();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let kept = |k: &usize| identifiers[*k] == names[*k];
    let (kept, changed): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(kept);
    for k in kept.into_iter().chain(changed) {
        let wanted = identifiers[k].clone();
        let Some(number) = numbers.get_mut(&wanted) else {
            numbers.insert(wanted, 1);
            continue;
        };
        let mut free = format!("{wanted}.{number}");
        while !taken.insert(free.clone()) {
            *number += 1;
            free = format!("{wanted}.{number}");
        }
        identifiers[k] = free;
    }
    identifiers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_differ_and_good_names_stay() {
        let names = ["a b", "a.b", "a-b", "a.b.1", "c"].map(String::from);
        let allowed = |name: &str| name.replace([' ', '-'], ".");
        // What R's make.names(…, unique = TRUE) gives.
        assert_eq!(distinct(&names, allowed), ["a.b.2", "a.b", "a.b.3", "a.b.1", "c"]);
        let many: Vec<String> =
            (0..20_000).map(|k| format!("x{}", " ".repeat(k % 2) + &"-".repeat(k % 3))).collect();
        let found = distinct(&many, |_| "x".into());
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), many.len());
    }
}
