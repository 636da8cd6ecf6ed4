//! Finds the delimiter of a text from its first two records.

/// Later ones win a tie: commas and semicolons occur in names and numbers more often than tabs.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The delimiter that occurs in the first record, as often as in the second if that can be had,
/// and then most often. Where the comma is the decimal mark, it is no candidate.
pub(super) fn find(head: &[u8], decimal_comma: bool) -> u8 {
    let [first, second] = count(head);
    let evidence = |&d: &usize| (first[d] > 0 && first[d] == second[d], first[d]);
    let candidates = usize::from(decimal_comma)..DELIMITERS.len();
    candidates.max_by_key(evidence).map_or(b',', |d| DELIMITERS[d])
}

/// How often each delimiter occurs outside quotes, in the first and the second record. Until one is
/// chosen, a quote behind any of them may open a field.
fn count(head: &[u8]) -> [[usize; 3]; 2] {
    let mut counts = [[0; 3]; 2];
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
        assert_eq!(find(b"a,b\tc\n1,5\t2,5", true), b'\t');
    }
}
