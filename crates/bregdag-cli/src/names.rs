//! Lists of names, as a record of CSV: `id,"a,b","say ""hi"""`.

use csv::{ReaderBuilder, WriterBuilder};

/// The names in a list.
pub fn parse(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() {
        return Ok(vec![String::new()]);
    }
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut records = reader.records();
    let first = records.next().and_then(Result::ok);
    match (first, records.next()) {
        (Some(record), None) => Ok(record.iter().map(String::from).collect()),
        _ => {
            Err("expected names separated by commas, in quotes where they have commas or line ends"
                .into())
        }
    }
}

/// The list of such names.
pub fn written(names: &[String]) -> String {
    let mut writer = WriterBuilder::new().from_writer(vec![]);
    let written = writer.write_record(names).ok().and_then(|()| writer.into_inner().ok());
    let text = String::from_utf8(written.unwrap_or_default()).unwrap_or_default();
    text.trim_end_matches('\n').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_they_were() {
        for names in [
            &[""][..],
            &["a"],
            &["a,b", "id"],
            &["say \"hi\"", "", "x"],
            &["a\nb", " c "],
            &["-x", "*"],
        ] {
            let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            assert_eq!(parse(&written(&names)).unwrap(), names);
        }
        assert_eq!(parse("").unwrap(), [""]);
        assert_eq!(parse("a,b").unwrap(), ["a", "b"]);
        assert!(parse("a\nb").is_err());
    }
}
