//! Methods side by side as one HTML file that needs no network and no script: the table, the drawings in one
//! layout, and every pair. What all find is grey, what differs has colour. The same comparison gives the same
//! bytes.

mod drawings;
mod pairs;

use std::fmt::Write as _;
use std::io::Write;

use self::drawings::Drawings;
use super::drawing::tone_colour;
use super::legend::{DASHES, DOTS};
use super::lettering::escaped;
use super::sketch::Tone;
use crate::error::{Error, Result};
use crate::graph::Pdag;
use crate::study::{Contender, Outcome, SideBySide, words};
use crate::text::count;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// SHA-256 of the style, as the content policy names it. A test compares it with the text.
const STYLE_HASH: &str = "rQFYWVl3h8TNNC7tb+IcVWlI98ItQK5S6qat83BIjbg=";

/// Writes the page.
pub fn write(compared: &SideBySide, out: &mut dyn Write) -> Result<()> {
    let mut rest = PAGE;
    let mut page = String::new();
    while let Some((before, marked)) = rest.split_once("{{") {
        let (name, after) = marked.split_once("}}").unwrap_or((marked, ""));
        page.push_str(before);
        page.push_str(&part(name, compared)?);
        rest = after;
    }
    page.push_str(rest);
    out.write_all(page.as_bytes()).map_err(Error::Write)
}

/// What stands in a place of the page, escaped.
fn part(name: &str, compared: &SideBySide) -> Result<String> {
    Ok(match name {
        "title" => escaped(&title(compared)),
        "policy" => format!(
            "default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none'"
        ),
        "style" => STYLE.into(),
        "sizes" => escaped(&words::sizes(compared.variables.len(), compared.rows)),
        "table" => table(&compared.heading(), &compared.table()),
        "notes" => list(&compared.notes()),
        "legend" => legend(),
        "drawings" => figures(compared)?,
        "pairs" => pairs::table(compared),
        "warnings" => warnings(compared),
        _ => String::new(),
    })
}

fn title(compared: &SideBySide) -> String {
    format!("{} side by side", count(compared.contenders.len() as u64, "method"))
}

/// Text to the left, numbers to the right.
fn table(heading: &[String], rows: &[Vec<String>]) -> String {
    let mut table = String::from("<table class=\"numbers\">\n<thead><tr>");
    heading.iter().for_each(|cell| table += &format!("<th scope=\"col\">{}</th>", escaped(cell)));
    table += "</tr></thead>\n<tbody>\n";
    for row in rows {
        table += "<tr>";
        row.iter().for_each(|cell| table += &format!("<td>{}</td>", escaped(cell)));
        table += "</tr>\n";
    }
    table + "</tbody>\n</table>"
}

fn list(texts: &[String]) -> String {
    texts.iter().map(|text| format!("<li>{}</li>\n", escaped(text))).collect()
}

/// What lines look like, and what that means.
fn legend() -> String {
    let colour = |tone| tone_colour(tone);
    let samples = [
        (colour(Tone::Shared), "", "all methods with edges join the two"),
        (colour(Tone::Turned), "", "all join the two, but point opposite ways"),
        (colour(Tone::Mostly), "", "most methods join the two, but not all"),
        (colour(Tone::Seldom), "", "half of them or fewer do"),
        (colour(Tone::Lacking), DOTS, "missing here: most others join the two"),
        ("#5f5f5b", DASHES, "the method leaves the direction open"),
    ];
    let sample = |(colour, dashes, words): (&str, &str, &str)| {
        format!(
            "<li><svg width=\"38\" height=\"10\" aria-hidden=\"true\"><path d=\"M2 5H36\" fill=\"none\" \
             stroke=\"{colour}\" stroke-width=\"2.4\"{dashes}/></svg> {words}</li>\n"
        )
    };
    samples.map(sample).concat()
}

/// The drawings, or why there are none: the rest of the page does without.
fn figures(compared: &SideBySide) -> Result<String> {
    let drawings = match Drawings::new(compared) {
        Ok(drawings) => drawings,
        Err(error) => {
            let why = escaped(&error.to_string());
            return Ok(format!(
                "<p class=\"note\">There are no drawings of these graphs: {why}</p>"
            ));
        }
    };
    let mut figures = String::new();
    if let Some(truth) = &compared.truth {
        figures += &figure("truth", "the true graph", &drawings.of(&Pdag::from(truth))?);
    }
    for contender in &compared.contenders {
        let drawing = match contender.graph() {
            Some(graph) => drawings.of(graph)?,
            None => format!("<p class=\"note\">{}</p>\n", escaped(&why_not(contender))),
        };
        let info = contender.spec.info();
        let about = format!("assumes {}; claims {}", info.assumes, info.claims);
        figures += &figure(contender.name(), &about, &drawing);
    }
    Ok(figures)
}

fn figure(name: &str, about: &str, drawing: &str) -> String {
    let (name, about) = (escaped(name), escaped(about));
    format!(
        "<figure>\n<figcaption><h3>{name}</h3><p>{about}</p></figcaption>\n{drawing}</figure>\n"
    )
}

fn why_not(contender: &Contender) -> String {
    match &contender.outcome {
        Outcome::Failed(why) => format!("no graph: {why}"),
        Outcome::NotRun | Outcome::Learned(_) => "not run".into(),
    }
}

/// What methods say of their own answers.
fn warnings(compared: &SideBySide) -> String {
    let mut text = String::new();
    for contender in &compared.contenders {
        let said = contender.learned().map_or(&[][..], |learned| &learned.warnings);
        if !said.is_empty() {
            let (name, said) = (escaped(contender.name()), list(said));
            // Writing to a String cannot fail.
            let _ = write!(text, "<h3>{name}</h3>\n<ul>\n{said}</ul>\n");
        }
    }
    match text.is_empty() {
        true => text,
        false => {
            format!("<section>\n<h2>What the methods say of their answers</h2>\n{text}</section>")
        }
    }
}

#[cfg(test)]
mod tests;
