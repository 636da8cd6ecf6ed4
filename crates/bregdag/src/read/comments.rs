//! Lines above the header that start with `#`.

use super::delimiter;
use super::split::Cursor;

const SIGN: u8 = b'#';

/// Makes blanks of the comments at the start of a text, so that lines count as before. The last of them is the
/// header, as NumPy writes it, if it has as many fields as the line below and that one starts with a number.
pub(super) fn pass_over(head: &mut [u8], decimal_comma: bool) {
    let mut last = None;
    let mut start = 0;
    while start < head.len() {
        let line = memchr::memchr2(b'\n', b'\r', &head[start..]);
        let end = line.map_or(head.len(), |k| start + k);
        match head[start..end].trim_ascii().first() {
            None => {}
            Some(&SIGN) => last = Some((start, end)),
            Some(_) => break,
        }
        start = (end + 1).min(head.len());
    }
    let Some((from, to)) = last else { return };
    if is_header(&head[from..to], &head[start..], decimal_comma) {
        let sign = from + memchr::memchr(SIGN, &head[from..to]).unwrap_or(0);
        blank(&mut head[..=sign]);
    } else {
        blank(&mut head[..to]);
    }
}

fn blank(text: &mut [u8]) {
    text.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
}

/// Whether a comment has the names of the columns below.
fn is_header(comment: &[u8], below: &[u8], decimal_comma: bool) -> bool {
    let delimiter = delimiter::find(below, decimal_comma);
    let comment = comment.trim_ascii();
    let signs = comment.iter().take_while(|&&byte| byte == SIGN).count();
    let names = comment[signs..].trim_ascii();
    let (names, row) = (fields(names, delimiter), fields(below, delimiter));
    let is_number = |field: &&Vec<u8>| {
        let text = String::from_utf8_lossy(field).trim().replace(',', ".");
        text.parse::<f64>().is_ok()
    };
    names.len() == row.len() && row.len() > 1 && row.first().as_ref().is_some_and(is_number)
}

/// The fields of the first record.
fn fields(text: &[u8], delimiter: u8) -> Vec<Vec<u8>> {
    let line = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    if delimiter == super::blanks::BLANK {
        let words = text[..line].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        return words.map(<[u8]>::to_vec).collect();
    }
    let mut cursor = Cursor::new(&text[..line], delimiter, 1);
    let mut fields = vec![];
    while let Ok((field, last)) = cursor.field() {
        fields.push(field.into_owned());
        if last {
            break;
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str) -> String {
        let mut head = text.as_bytes().to_vec();
        pass_over(&mut head, false);
        String::from_utf8(head).unwrap().replace(' ', "")
    }

    #[test]
    fn comments_become_blank_lines_and_a_header_stays() {
        for (text, expected) in [
            ("a,b\n#1,2\n", "a,b\n#1,2\n"),
            ("# made by \"me\n\n#, or you\na,b\n1,2\n", "\n\n\na,b\n1,2\n"),
            ("# from 2020\r\n# a,b\r\n1,2\r\n", "\r\na,b\r\n1,2\r\n"),
            ("#a b c\n1 2 3\n", "abc\n123\n"),
            ("# source: x, y\nname,age\nAnn,3\n", "\nname,age\nAnn,3\n"),
            ("# nothing else", ""),
            ("", ""),
        ] {
            assert_eq!(without(text), expected, "{text:?}");
        }
    }
}
