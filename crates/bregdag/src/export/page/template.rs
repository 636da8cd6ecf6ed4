//! The template and what is put into it. Nothing that is put in is read again, and every place escapes
//! what it receives: names of columns are text that anyone may have written.

use std::io::{self, Write};

use crate::export::lettering::escaped;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The scripts in the order in which they need one another.
const SCRIPTS: [&str; 20] = [
    include_str!("format.js"),
    include_str!("dom.js"),
    include_str!("model.js"),
    include_str!("state.js"),
    include_str!("words.js"),
    include_str!("tip.js"),
    include_str!("view.js"),
    include_str!("graph.js"),
    include_str!("panel.js"),
    include_str!("find.js"),
    include_str!("sliders.js"),
    include_str!("table.js"),
    include_str!("matrix.js"),
    include_str!("charts.js"),
    include_str!("course.js"),
    include_str!("sections.js"),
    include_str!("save.js"),
    include_str!("tiers.js"),
    include_str!("theme.js"),
    include_str!("main.js"),
];

/// SHA-256 of the script, as the content policy names it. A test compares both hashes with the texts
/// and says what has to stand here after a change.
const SCRIPT_HASH: &str = "B+UA8+QZ5SH/LZwB+DgIFLoOSO4aJHNx4RvCjxfkS6Y=";
/// SHA-256 of the style.
const STYLE_HASH: &str = "Dth4zXzE3GblXo/F1odbI6OJik++mDqDqd1z/YZcmDI=";

/// What differs from page to page.
pub(super) struct Parts {
    /// Plain text.
    pub title: String,
    /// Markup, its text escaped: an SVG, or a paragraph where there is none.
    pub drawing: String,
    /// Markup, its text escaped; nothing where there are no curves.
    pub curves: String,
    /// The line of the navigation that leads to them.
    pub curves_link: &'static str,
    /// JSON.
    pub document: String,
    /// JSON.
    pub extra: String,
}

/// Writes the page.
pub(super) fn fill(parts: &Parts, out: &mut dyn Write) -> io::Result<()> {
    let mut rest = PAGE;
    while let Some((before, marked)) = rest.split_once("{{") {
        let (name, after) = marked.split_once("}}").unwrap_or((marked, ""));
        out.write_all(before.as_bytes())?;
        let part = match name {
            "title" => escaped(&parts.title),
            "policy" => policy(),
            "style" => STYLE.into(),
            "drawing" => parts.drawing.clone(),
            "curves" => parts.curves.clone(),
            "curves-link" => parts.curves_link.into(),
            "document" => inert_json(&parts.document),
            "extra" => inert_json(&parts.extra),
            "script" => script(),
            _ => String::new(),
        };
        out.write_all(part.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// One scope for all scripts, so that nothing becomes global.
fn script() -> String {
    format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPTS.join("\n"))
}

/// Only our own style and script run, whatever else may get into the page, and nothing is fetched.
fn policy() -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{SCRIPT_HASH}'; style-src 'sha256-{STYLE_HASH}'; \
         img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
}

/// The same JSON without characters that could end its element. They occur in strings only, where
/// an escape means the same.
fn inert_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                escaped.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    fn page(title: &str, json: &str) -> String {
        let parts = Parts {
            title: title.into(),
            drawing: "<svg></svg>".into(),
            curves: String::new(),
            curves_link: "",
            document: json.into(),
            extra: "{}".into(),
        };
        let mut out = vec![];
        fill(&parts, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_place_is_filled_once() {
        let page = page("{{script}} of 2", r#"{"a": "{{style}}"}"#);
        assert!(
            page.contains("<title>{{script}} of 2</title>"),
            "what is put in is not read again"
        );
        assert!(page.contains(r#"id="document">{"a": "{{style}}"}</script>"#));
        assert_eq!(page.matches("{{").count(), 3, "two titles and the document");
        assert!(page.trim_end().ends_with("</html>"));
    }

    #[test]
    fn hostile_text_stays_text() {
        let page = page("</title><img>", "\"</script><script>x()</script>\u{2028}&\"");
        assert!(page.contains("<title>&lt;/title&gt;&lt;img&gt;</title>"));
        assert!(!page.contains("x()</script>") && !page.contains('\u{2028}'));
        let json = r#""\u003c/script\u003e\u003cscript\u003ex()\u003c/script\u003e\u2028\u0026""#;
        assert!(page.contains(json));
    }

    /// With a wrong hash no browser would run the script.
    #[test]
    fn the_policy_names_the_script_and_the_style() {
        let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
        let (script, style) = (hash(&script()), hash(STYLE));
        assert!(
            SCRIPT_HASH == script && STYLE_HASH == style,
            "a script or the style has changed; set in {}:\n\n\
             const SCRIPT_HASH: &str = \"{script}\";\n\
             const STYLE_HASH: &str = \"{style}\";\n",
            file!()
        );
    }

    #[test]
    fn the_scripts_cannot_end_their_element() {
        assert!(!script().contains("</script") && !script().contains("<!--"));
        assert!(!STYLE.contains("</style"));
        assert!(!script().contains("innerHTML") && !script().contains("insertAdjacentHTML"));
    }
}
