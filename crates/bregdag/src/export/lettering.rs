//! How wide a text is, how a long one is shortened, and how any text is written into XML.
//!
//! Widths are those of DejaVu Sans, in 1/2048 em. Most other fonts are narrower, so a box that holds
//! a text in this font holds it in theirs.

/// The fonts of the drawing, the one the boxes are made for first, then some of no greater width.
pub(crate) const FONTS: &str = "DejaVu Sans, Verdana, Geneva, Arial, sans-serif";

/// Longer labels are shortened in the middle: names tend to differ at both ends.
const LONGEST: usize = 30;

const UNITS_PER_EM: f64 = 2048.0;

/// The width of a text at this font size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| f64::from(advance(c))).sum::<f64>() * (size / UNITS_PER_EM)
}

/// How far a character moves the pen. Where there is no table it is the widest a letter of its kind
/// is likely to be, for a label must stay inside its box.
fn advance(c: char) -> u16 {
    let at = |table: &[u16], first: u32| table.get((c as u32 - first) as usize).copied();
    let known = match c as u32 {
        0x20..=0x7e => at(&ASCII, 0x20),
        0xa0..=0x17f => at(&LATIN, 0xa0),
        0x370..=0x45f => at(&GREEK_CYRILLIC, 0x370).filter(|&width| width > 0),
        _ => None,
    };
    known.unwrap_or(match c as u32 {
        // Marks above and below letters, and characters without any ink.
        0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        // Punctuation and signs; dashes of two and three em are rarer than a name can bear.
        0x2010..=0x2027 | 0x2030..=0x205e => 2048,
        // Mathematics, arrows, pictures.
        0x2100..=0x2bff => 2913,
        0x1f000.. => 2700,
        _ => 2100,
    })
}

/// The label of a node: without what XML cannot hold, and not longer than a box should be.
pub(super) fn label(name: &str) -> String {
    let clean: Vec<char> = name.chars().map(legal).collect();
    if clean.len() <= LONGEST {
        return clean.into_iter().collect();
    }
    let (head, tail) = (LONGEST / 2, LONGEST - LONGEST / 2 - 1);
    let (first, last) = (&clean[..head], &clean[clean.len() - tail..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// A text as the inside of an element or of a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match legal(c) {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The character, or � for one that XML 1.0 forbids, that breaks the line, or that turns the
/// direction of the text around it.
fn legal(c: char) -> char {
    match c {
        '\u{fffe}' | '\u{ffff}' | '\u{2028}' | '\u{2029}' => '\u{fffd}',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// U+0020 to U+007E.
const ASCII: [u16; 95] = [
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048,
    1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235,
    1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024, 1024,
    1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300,
    1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
];

/// U+00A0 to U+017F.
const LATIN: [u16; 224] = [
    651, 821, 1303, 1303, 1303, 1303, 690, 1024, 1024, 2048, 965, 1253, 1716, 739, 2048, 1024,
    1024, 1716, 821, 821, 1024, 1303, 1303, 651, 1024, 821, 965, 1253, 1985, 1985, 1985, 1087,
    1401, 1401, 1401, 1401, 1401, 1401, 1995, 1430, 1294, 1294, 1294, 1294, 604, 604, 604, 604,
    1587, 1532, 1612, 1612, 1612, 1612, 1612, 1716, 1612, 1499, 1499, 1499, 1499, 1251, 1239, 1290,
    1255, 1255, 1255, 1255, 1255, 1255, 2011, 1126, 1260, 1260, 1260, 1260, 569, 569, 569, 569,
    1253, 1298, 1253, 1253, 1253, 1253, 1253, 1716, 1253, 1298, 1298, 1298, 1298, 1212, 1300, 1212,
    1401, 1255, 1401, 1255, 1401, 1255, 1430, 1126, 1430, 1126, 1430, 1126, 1430, 1126, 1577, 1300,
    1587, 1300, 1294, 1260, 1294, 1260, 1294, 1260, 1294, 1260, 1294, 1260, 1587, 1300, 1587, 1300,
    1587, 1300, 1587, 1300, 1540, 1298, 1876, 1423, 604, 569, 604, 569, 604, 569, 604, 569, 604,
    569, 1208, 1138, 604, 569, 1343, 1186, 1186, 1141, 569, 1141, 569, 1141, 768, 1141, 700, 1151,
    582, 1532, 1298, 1532, 1298, 1532, 1298, 1666, 1532, 1298, 1612, 1253, 1612, 1253, 1612, 1253,
    2191, 2095, 1423, 842, 1423, 842, 1423, 842, 1300, 1067, 1300, 1067, 1300, 1067, 1300, 1067,
    1251, 803, 1251, 803, 1251, 803, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298,
    1499, 1298, 2025, 1675, 1251, 1212, 1251, 1403, 1075, 1403, 1075, 1403, 1075, 721,
];

/// U+0370 to U+045F; 0 where the font has no letter.
const GREEK_CYRILLIC: [u16; 240] = [
    1340, 1163, 1765, 1326, 570, 570, 1532, 1331, 0, 0, 1024, 1125, 1126, 1125, 690, 604, 0, 0, 0,
    0, 1024, 1024, 1418, 651, 1528, 1784, 836, 0, 1664, 0, 1689, 1691, 693, 1401, 1405, 1141, 1401,
    1294, 1403, 1540, 1612, 604, 1343, 1401, 1767, 1532, 1294, 1612, 1540, 1235, 0, 1294, 1251,
    1251, 1612, 1403, 1612, 1565, 604, 1251, 1350, 1107, 1298, 693, 1185, 1350, 1307, 1212, 1253,
    1107, 1114, 1298, 1253, 693, 1207, 1212, 1303, 1144, 1142, 1253, 1233, 1300, 1202, 1298, 1233,
    1185, 1351, 1183, 1351, 1715, 693, 1185, 1253, 1185, 1715, 1343, 1258, 1268, 1431, 1725, 1431,
    1351, 1715, 1359, 1612, 1253, 1328, 1202, 1178, 939, 1351, 1351, 1772, 1285, 1912, 1715, 1553,
    1350, 1621, 1259, 1406, 1243, 1572, 1280, 1432, 1253, 1251, 1098, 1359, 1300, 1126, 569, 1612,
    1260, 1260, 1239, 1300, 1430, 1767, 1333, 1300, 1440, 1430, 1440, 1294, 1294, 1610, 1249, 1430,
    1300, 604, 604, 604, 2240, 2140, 1610, 1454, 1532, 1248, 1540, 1401, 1405, 1405, 1249, 1600,
    1294, 2206, 1313, 1532, 1532, 1454, 1540, 1767, 1540, 1612, 1540, 1235, 1430, 1251, 1248, 1763,
    1403, 1590, 1404, 2190, 2240, 1705, 1807, 1405, 1430, 2211, 1423, 1255, 1263, 1207, 1076, 1416,
    1260, 1845, 1089, 1331, 1331, 1237, 1309, 1545, 1339, 1253, 1339, 1300, 1126, 1193, 1212, 1751,
    1212, 1394, 1210, 1874, 1929, 1447, 1617, 1207, 1124, 1724, 1232, 1260, 1260, 1280, 1076, 1124,
    1067, 569, 569, 569, 1848, 1840, 1335, 1237, 1331, 1212, 1339,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        let thirty = "x".repeat(30);
        assert_eq!(label(&thirty), thirty);
        let name = format!("first{}last", "中".repeat(60));
        let short = label(&name);
        assert_eq!(short.chars().count(), 30);
        assert!(short.starts_with("first") && short.ends_with("last") && short.contains('…'));
    }

    #[test]
    fn nothing_leaves_its_element() {
        let written = escaped("<script>\"&'\u{0}\u{8}\n\u{202e}\u{fffe}");
        assert_eq!(
            written,
            "&lt;script&gt;&quot;&amp;&#39;\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width("", 13.0), 0.0);
        // i is 569 and W 2025 units wide.
        assert_eq!(width("iW", 2048.0), 2594.0);
        assert_eq!(width("e\u{301}", 10.0), width("e", 10.0));
        assert!(width("中文", 10.0) >= 20.0);
    }
}
