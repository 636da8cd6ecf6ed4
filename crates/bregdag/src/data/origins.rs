//! Names of columns that look as if nothing else in a table could cause them: age, sex, a year, a treatment that was
//! assigned. A guess from words, for advice alone; it decides nothing.

/// Such words in English, German, French, Spanish, Italian, Portuguese and Dutch.
const WORDS: &[&str] = &[
    // Age.
    "age",
    "ages",
    "alter",
    "âge",
    "edad",
    "età",
    "idade",
    "leeftijd", //
    // Sex.
    "sex",
    "gender",
    "male",
    "female",
    "geschlecht",
    "sexe",
    "sexo",
    "género",
    "sesso",
    "gênero",
    "geslacht", //
    // Race.
    "race",
    "ethnicity",
    "ethnic",
    "ethnie",
    "rasse",
    "raza",
    "razza",
    "raça",
    "raca",
    "etnia",
    "etniciteit", //
    // Birth.
    "birth",
    "born",
    "dob",
    "birthday",
    "birthdate",
    "birthyear",
    "geburt",
    "geburtsjahr",
    "geburtsdatum",
    "naissance",
    "nacimiento",
    "nascita",
    "nascimento",
    "geboorte", //
    // A point in time.
    "year",
    "yr",
    "jahr",
    "année",
    "annee",
    "año",
    "anno",
    "ano",
    "jaar",
    "time",
    "zeit",
    "tiempo",
    "tempo",
    "tijd",
    "date",
    "datum",
    "fecha", //
    // A treatment that was assigned.
    "treatment",
    "treated",
    "treat",
    "trt",
    "behandlung",
    "traitement",
    "tratamiento",
];
/// Beside one of these it is something that other things may cause: a birth weight, the time until something, an age
/// at onset, a rate per year.
const OTHERWISE: &[&str] = &[
    "weight",
    "wt",
    "rate",
    "ratio",
    "per",
    "to",
    "until",
    "since",
    "at",
    "onset",
    "death",
    "dead",
    "survival",
    "reaction",
    "response",
    "spent",
    "total",
    "diff",
    "difference",
    "cost",
    "costs",
    "gewicht",
    "count",
    "counts",
];

/// Whether a name looks like that of something that nothing else in the table can cause.
///
/// ```
/// use bregdag::data::looks_first;
///
/// assert!(looks_first("age") && looks_first("BirthYear") && looks_first("sex_1"));
/// assert!(!looks_first("page") && !looks_first("birth_weight") && !looks_first("income"));
/// ```
pub fn looks_first(name: &str) -> bool {
    /// Longer names are sentences, in which a word says little.
    const MOST_WORDS: usize = 4;
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    words.len() <= MOST_WORDS && has(WORDS) && !has(OTHERWISE)
}

/// The words of a name in small letters: parted by what is no letter, and where a capital follows a small letter or
/// begins a word after capitals.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().take(200).collect();
    let mut words = vec![String::new()];
    for (k, &c) in letters.iter().enumerate() {
        let before = k.checked_sub(1).map(|k| letters[k]);
        let small_after = letters.get(k + 1).is_some_and(|next| next.is_lowercase());
        let begins = c.is_uppercase()
            && before.is_some_and(|b| b.is_lowercase() || b.is_uppercase() && small_after);
        if !c.is_alphabetic() || begins {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphabetic(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        for (name, expected) in [
            ("birthYear", "birth year"),
            ("BMIIndex", "bmi index"),
            ("AGE", "age"),
            ("age71.2", "age"),
            ("Alter des Kindes", "alter des kindes"),
            ("année", "année"),
            ("__", ""),
            ("變數", "變數"),
        ] {
            assert_eq!(words(name).join(" "), expected);
        }
    }

    #[test]
    fn whole_words_count() {
        let first = [
            "age",
            "Age",
            "AGE",
            "age_years",
            "ageYears",
            "sex",
            "Geschlecht",
            "âge",
            "edad",
            "race1",
            "birth_year",
            "DOB",
            "year",
            "YEAR",
            "Jahr",
            "time",
            "treat",
            "treatment",
            "anno",
            "sexo",
        ];
        let other = [
            "page",
            "wage",
            "wages",
            "average",
            "stage",
            "package",
            "sextant",
            "embrace",
            "yearly_income",
            "birth_weight",
            "birthwt",
            "survival_time",
            "time_to_event",
            "reactionTime",
            "age_at_onset",
            "per_year",
            "sex_ratio",
            "timer",
            "income",
            "treaty",
            "x1",
            "",
            "metadata",
            "mileage",
        ];
        assert!(first.iter().all(|name| looks_first(name)));
        let wrong: Vec<_> = other.iter().filter(|name| looks_first(name)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// No word is listed twice, and all are as they are compared.
    #[test]
    fn the_lists_are_sound() {
        let all: Vec<&str> = WORDS.iter().chain(OTHERWISE).copied().collect();
        for (k, word) in all.iter().enumerate() {
            assert_eq!(words(word), [*word]);
            assert!(!all[..k].contains(word), "{word}");
        }
    }

    proptest::proptest! {
        /// Whatever comes, an answer.
        #[test]
        fn no_name_is_too_strange(name in ".{0,300}") {
            let _ = looks_first(&name);
        }
    }
}
