//! Writes a drawing as SVG.
//!
//! Colours are presentation attributes and every part has a class, so that a style sheet may change
//! them; there are no scripts, no references to other files, and no identifiers that could clash where
//! several drawings share a page. A link is a group `edge` with its number, a node a group `node`.

use std::fmt::{self, Write as _};
use std::io::Write;

use super::dot::three_digits;
use super::drawing::{self, LABEL_SIZE, Tenths};
use super::layout::{self, BOX_HEIGHT, Layout, Point};
use super::legend::{self, DASHES, DOTS};
use super::lettering::{self, FONTS, escaped};
use super::sketch::{Link, Sketch, Tone};
use crate::error::{Error, Result};
use crate::text::count;

/// White space around the drawing.
const MARGIN: f64 = 16.0;
/// Space between the drawing and its legend.
const LEGEND_GAP: f64 = 18.0;
/// Lines are easier to hit with a pointer than they look: a path without any colour takes the pointer
/// over this width.
const HIT_WIDTH: f64 = 12.0;

/// Writes the drawing as a file of its own.
pub fn svg(sketch: &Sketch, out: &mut dyn Write) -> Result<()> {
    let drawing = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", document(sketch)?.0);
    out.write_all(drawing.as_bytes()).map_err(Error::Write)
}

/// Writes the drawing as an element for a page in HTML: the same `<svg>` without the XML declaration.
pub fn fragment(sketch: &Sketch, out: &mut dyn Write) -> Result<()> {
    out.write_all(document(sketch)?.0.as_bytes()).map_err(Error::Write)
}

/// The `<svg>` element, its width and its height.
pub(super) fn document(sketch: &Sketch) -> Result<(String, f64, f64)> {
    Placed::new(sketch)?.document(sketch)
}

/// Where nodes and links are, so that several sketches of the same can be drawn alike.
pub(super) struct Placed {
    labels: Vec<String>,
    widths: Vec<f64>,
    layout: Layout,
}

impl Placed {
    /// Finds the places.
    pub fn new(sketch: &Sketch) -> Result<Placed> {
        sketch.check()?;
        let labels: Vec<String> = sketch.labels.iter().map(|name| lettering::label(name)).collect();
        let plan = drawing::plan(sketch, &labels);
        let layout = layout::place(&plan)?;
        Ok(Placed { labels, widths: plan.widths, layout })
    }

    /// The `<svg>` element of a sketch with these nodes and links, its width and its height.
    pub fn document(&self, sketch: &Sketch) -> Result<(String, f64, f64)> {
        let Placed { labels, widths, layout } = self;
        let (expected, found) = (layout.curves.len(), sketch.links.len());
        if expected != found {
            return Err(Error::Shape { what: "links of the drawing".into(), expected, found });
        }
        let legend = legend::rows(sketch, layout.width);
        let legend_top = MARGIN + layout.height + LEGEND_GAP;
        let width = layout.width.max(legend.width) + 2.0 * MARGIN;
        let below = if legend.height > 0.0 { LEGEND_GAP + legend.height } else { 0.0 };
        let height = layout.height + below + 2.0 * MARGIN;
        let indent = MARGIN + (width - 2.0 * MARGIN - layout.width) / 2.0;

        let mut body = String::new();
        let page = Page { sketch, labels, widths, layout };
        let written = page.write(&mut body, indent);
        debug_assert!(written.is_ok(), "a string takes everything");
        if !legend.shapes.is_empty() {
            let (x, y) = (Tenths(MARGIN), Tenths(legend_top));
            body += &format!(
                "<g class=\"legend\" font-size=\"{}\" transform=\"translate({x} {y})\">\n{}</g>\n",
                legend::SIZE,
                legend.shapes
            );
        }
        let (w, h) = (Tenths(width), Tenths(height));
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {w} {h}\" \
             width=\"{w}\" height=\"{h}\" font-family=\"{FONTS}\" font-size=\"{LABEL_SIZE}\">\n\
             <title>{}</title>\n\
             <rect class=\"paper\" width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n",
            summary(sketch)
        );
        Ok((head + &body + "</svg>\n", width, height))
    }
}

fn summary(sketch: &Sketch) -> String {
    let seen = |link: &&Link| !matches!(link.tone, Some(Tone::Hidden | Tone::Lacking));
    let (nodes, links) = (sketch.labels.len(), sketch.links.iter().filter(seen).count());
    format!("Graph of {} and {}", count(nodes, "variable"), count(links, "link"))
}

struct Page<'a> {
    sketch: &'a Sketch,
    labels: &'a [String],
    widths: &'a [f64],
    layout: &'a Layout,
}

impl Page<'_> {
    fn write(&self, body: &mut String, indent: f64) -> fmt::Result {
        writeln!(body, "<g transform=\"translate({} {})\">", Tenths(indent), Tenths(MARGIN))?;
        for link in weakest_first(&self.sketch.links) {
            match self.sketch.links[link].tone {
                Some(Tone::Hidden) => {}
                Some(Tone::Lacking) => self.write_gap(body, link)?,
                _ => self.write_link(body, link)?,
            }
        }
        for node in 0..self.labels.len() {
            self.write_node(body, node)?;
        }
        if let Some(top) = self.layout.isolated {
            let (y, size) = (Tenths(top + 16.0), legend::SIZE);
            writeln!(
                body,
                "<text class=\"caption\" x=\"0\" y=\"{y}\" font-size=\"{size}\" \
                 fill=\"#444444\">without links:</text>"
            )?;
        }
        writeln!(body, "</g>")
    }

    fn write_link(&self, body: &mut String, number: usize) -> fmt::Result {
        let (link, curve) = (&self.sketch.links[number], &self.layout.curves[number]);
        let (source, target) = link.ends();
        let names = &self.sketch.labels;
        let colour = drawing::ink(link);
        let width = drawing::line_width(link.reliability, self.sketch.legend.least_reliability);
        let (path, joint) = (drawing::line_path(curve), if link.open { '—' } else { '→' });
        writeln!(
            body,
            "<g class=\"edge\" data-edge=\"{number}\" data-source=\"{source}\" \
             data-target=\"{target}\">\n<title>{} {joint} {}{}</title>",
            escaped(&names[source]),
            escaped(&names[target]),
            link.weight.map_or(String::new(), |weight| format!("  {}", three_digits(weight)))
        )?;
        writeln!(
            body,
            "<path class=\"hit\" fill=\"none\" pointer-events=\"stroke\" \
             stroke-width=\"{HIT_WIDTH}\" d=\"{path}\"/>"
        )?;
        let dashes = if link.open { DASHES } else { "" };
        writeln!(
            body,
            "<path class=\"line\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"{dashes} \
             d=\"{path}\"/>",
            Tenths(width)
        )?;
        if !link.open {
            let head = match link.up {
                false => drawing::head_path(drawing::line_end(curve), curve.tip, width),
                true => drawing::head_path(drawing::line_start(curve, width), curve.start, width),
            };
            writeln!(body, "<path class=\"head\" fill=\"{colour}\" d=\"{head}\"/>")?;
        }
        writeln!(body, "</g>")
    }

    /// Dots where most other graphs have a link.
    fn write_gap(&self, body: &mut String, number: usize) -> fmt::Result {
        let (colour, path) = (
            drawing::ink(&self.sketch.links[number]),
            drawing::line_path(&self.layout.curves[number]),
        );
        writeln!(
            body,
            "<path class=\"gap\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"{DOTS} \
             d=\"{path}\"/>"
        )
    }

    fn write_node(&self, body: &mut String, node: usize) -> fmt::Result {
        let Point { x, y } = self.layout.boxes[node];
        let width = self.widths[node];
        writeln!(
            body,
            "<g class=\"node\" data-node=\"{node}\">\n<title>{}</title>\n\
             <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#f6f6f3\" \
             stroke=\"#8a8a86\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#222222\">{}</text>\n</g>",
            escaped(&self.sketch.labels[node]),
            Tenths(x),
            Tenths(y),
            Tenths(width),
            Tenths(BOX_HEIGHT),
            Tenths(x + width / 2.0),
            Tenths(drawing::baseline(y)),
            escaped(&self.labels[node])
        )
    }
}

/// The numbers of the links, the strongest last: it is drawn on top.
fn weakest_first(links: &[Link]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by(|&a, &b| links[a].strength.total_cmp(&links[b].strength).then(a.cmp(&b)));
    order
}
