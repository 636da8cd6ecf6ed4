//! Names and numbers as delimited text, so that they read back as they were.

/// Appends a name, in quotes if a reader could otherwise take part of it for something else.
pub(crate) fn push_name(line: &mut String, name: &str) {
    const SPECIAL: [char; 8] = [',', ';', '|', '\t', '"', '\r', '\n', '\u{feff}'];
    // A line that starts with # is a comment.
    if name.is_empty() || name.contains(SPECIAL) || name.starts_with('#') {
        line.push('"');
        line.push_str(&name.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(name);
    }
}

/// Appends the shortest decimal number that reads back as exactly x; 2 rather than 2.0.
pub(crate) fn push_number(line: &mut String, x: f64) {
    let mut buffer = ryu::Buffer::new();
    let digits = buffer.format(x);
    line.push_str(digits.strip_suffix(".0").unwrap_or(digits));
}

/// Appends every item by `push`, separated by commas, and ends the line.
pub(crate) fn push_line<T>(
    line: &mut String,
    items: impl IntoIterator<Item = T>,
    push: impl Fn(&mut String, T),
) {
    for (k, item) in items.into_iter().enumerate() {
        if k > 0 {
            line.push(',');
        }
        push(line, item);
    }
    line.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let text = |x| {
            let mut line = String::new();
            push_number(&mut line, x);
            line
        };
        assert_eq!([0.0, -0.0, 2.0, -0.1, 1e300].map(text), ["0", "-0", "2", "-0.1", "1e300"]);
    }

    #[test]
    fn names_are_quoted_when_they_must_be() {
        let mut line = String::new();
        push_line(&mut line, ["#1", "plain", "a;b", "say \"hi\"", ""], push_name);
        assert_eq!(line, "\"#1\",plain,\"a;b\",\"say \"\"hi\"\"\",\"\"\n");
    }
}
