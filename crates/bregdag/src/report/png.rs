//! Writes a drawing as PNG: the very same SVG, rendered with a font that comes along.

use std::io::Write;
use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, FontResolver, Options, Tree, fontdb};

use super::sketch::Sketch;
use super::svg;
use crate::error::{Error, Result};

/// DejaVu Sans, whose licence stands beside it.
const FONT: &[u8] = include_bytes!("../../assets/DejaVuSans.ttf");

/// Pixels to a unit of the SVG: sharp on dense screens and on paper.
const SCALE: f64 = 2.0;
/// Larger drawings are scaled down: a pixel takes four bytes of memory.
const MOST_PIXELS: f64 = 1e8;

/// Writes the drawing as PNG, two pixels to a unit of the SVG.
pub fn png(sketch: &Sketch, out: &mut dyn Write) -> Result<()> {
    let (drawing, width, height) = svg::document(sketch)?;
    let scale = SCALE.min((MOST_PIXELS / (width * height)).sqrt());
    let tree = Tree::from_str(&drawing, &options()).map_err(|e| not_rendered(&e.to_string()))?;
    let pixels = |length: f64| ((length * scale).ceil() as u32).max(1);
    let mut image = Pixmap::new(pixels(width), pixels(height))
        .ok_or_else(|| not_rendered("the picture is too large"))?;
    image.fill(Color::WHITE);
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut image.as_mut());
    let bytes = image.encode_png().map_err(|e| not_rendered(&e.to_string()))?;
    out.write_all(&bytes).map_err(Error::Write)
}

/// Our font for everything. The fonts of the system are looked for only when a name has a character
/// that ours lacks; if no font has it, a box is drawn in its place.
fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    let select_default = FontResolver::default_fallback_selector();
    let select_fallback: usvg::FallbackSelectionFn<'static> =
        Box::new(move |c, tried, fonts: &mut Arc<fontdb::Database>| {
            if fonts.len() == 1 {
                Arc::make_mut(fonts).load_system_fonts();
            }
            select_default(c, tried, fonts)
        });
    Options {
        font_family: "DejaVu Sans".into(),
        font_resolver: FontResolver {
            select_font: FontResolver::default_font_selector(),
            select_fallback,
        },
        fontdb: Arc::new(fonts),
        ..Options::default()
    }
}

fn not_rendered(problem: &str) -> Error {
    Error::Format { format: "SVG", problem: problem.into() }
}
