//! Finds the delimiter of a text from its first two records.

use super::blanks::{BLANK, Blanks};

/// Later ones win a tie: commas and semicolons occur in names and numbers more often than tabs and bars.
const DELIMITERS: [u8; 4] = [b',', b';', b'|', b'\t'];

/// The delimiter that occurs in the first record, as often as in the second if that can be had,
/// and then most often. Where the comma is the decimal mark, it is one only if there is no other. Blanks are
/// one if nothing else is.
pub(super) fn find(head: &[u8], decimal_comma: bool) -> u8 {
    let [first, second] = count(head);
    let evidence = |&d: &usize| (first[d] > 0 && first[d] == second[d], first[d]);
    let candidates = usize::from(decimal_comma)..DELIMITERS.len();
    let found = candidates.max_by_key(evidence).filter(|&d| first[d] > 0);
    match found {
        Some(d) => DELIMITERS[d],
        None if first[0] == 0 && is_parted_by_blanks(head) => BLANK,
        None => b',',
    }
}

/// Whether blanks part the first two records into as many fields, at least two; the first may have one less,
/// where it has no name for the names of the rows.
fn is_parted_by_blanks(head: &[u8]) -> bool {
    let bare = Blanks::of(head);
    let mut lines =
        bare.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let fields = |line| 1 + outside_quotes(line, BLANK);
    let are_numbers = |line: &[u8]| {
        line.split(|&byte| byte == BLANK).all(|field| fast_float2::parse::<f64, _>(field).is_ok())
    };
    match (fields(first), second.map(fields)) {
        (first @ 2.., Some(second)) => second == first || second == first + 1,
        (2.., None) => are_numbers(first),
        _ => false,
    }
}

fn outside_quotes(line: &[u8], wanted: u8) -> usize {
    let mut in_quotes = false;
    let mut found = 0;
    for &byte in line {
        in_quotes ^= byte == b'"';
        found += usize::from(byte == wanted && !in_quotes);
    }
    found
}

/// How often each delimiter occurs outside quotes, in the first and the second record. Until one is
/// chosen, a quote behind any of them may open a field.
fn count(head: &[u8]) -> [[usize; DELIMITERS.len()]; 2] {
    let mut counts = [[0; DELIMITERS.len()]; 2];
    let (mut record, mut blank, mut in_quotes, mut before) = (0, true, false, b'\n');
    for &byte in head {
        let delimiter = DELIMITERS.iter().position(|&d| d == byte);
        match byte {
            b'"' if in_quotes => in_quotes = false,
            // A quote opens at the start of a field, or again as the second half of a doubled one.
            b'"' => {
                in_quotes = matches!(before, b'\n' | b'\r' | b'"') || DELIMITERS.contains(&before)
            }
            b'\n' | b'\r' if !in_quotes && !blank => {
                record += 1;
                blank = true;
            }
            _ => {}
        }
        if record == counts.len() {
            break;
        }
        if let (Some(d), false) = (delimiter, in_quotes) {
            counts[record][d] += 1;
        }
        blank &= byte.is_ascii_whitespace() && byte != b'\t';
        before = byte;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_found() {
        for (head, expected) in [
            ("a,b\n1,2", ','),
            ("a;b\n1,5;2,5", ';'),
            ("a\tb\n1\t2", '\t'),
            ("a|b\n1|2", '|'),
            ("a b\n1 2", ' '),
            ("  a    b\n  1\t2  ", ' '),
            ("\"a\" \"b c\"\n\"1\" 2 3", ' '),
            ("body mass\n1\n2", ','),
            ("a b,c\n1,2", ','),
            ("\"x;y;z\",b\n1,2", ','),
            ("x;y;z,b\n1,2", ','),
            ("5\" pipe;b,c;d\n1;2;3", ';'),
            ("\"say \"\"a,b,c\"\"\";b\n1;2", ';'),
            ("\n  \r\na;b\n", ';'),
            ("a;\"b\n", ';'),
            // Found by random names: behind a comma the quote opens, whatever a semicolon would say.
            ("\"a\",\";\rb;c\"\n1,2", ','),
        ] {
            assert_eq!(find(head.as_bytes(), false), expected as u8, "{head}");
        }
        assert_eq!(find(b"a;b,c,d\n1,5;2,5", true), b';');
        assert_eq!(find(b"a,b\n\"1,5\",\"2,5\"", true), b',');
        assert_eq!(find(b"a,b\tc\n1,5\t2,5", true), b'\t');
    }
}
