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
/// Larger drawings are scaled down: a pixel takes four bytes of memory, and its time.
const MOST_PIXELS: f64 = 5e7;

/// Writes the drawing as PNG, two pixels to a unit of the SVG.
pub fn png(sketch: &Sketch, out: &mut dyn Write) -> Result<()> {
    let (drawing, width, height) = svg::document(sketch)?;
    render(&drawing, width, height, out)
}

/// Writes an SVG of this width and height as PNG.
pub(crate) fn render(drawing: &str, width: f64, height: f64, out: &mut dyn Write) -> Result<()> {
    let scale = scale(width, height);
    let tree = Tree::from_str(drawing, &options()).map_err(|e| not_rendered(&e.to_string()))?;
    let pixels = |length: f64| ((length * scale).ceil() as u32).max(1);
    let mut image = Pixmap::new(pixels(width), pixels(height))
        .ok_or_else(|| not_rendered("the picture is too large"))?;
    image.fill(Color::WHITE);
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut image.as_mut());
    let bytes = image.encode_png().map_err(|e| not_rendered(&e.to_string()))?;
    out.write_all(&bytes).map_err(Error::Write)
}

/// Pixels to a unit for a drawing of this size.
fn scale(width: f64, height: f64) -> f64 {
    SCALE.min((MOST_PIXELS / (width * height)).sqrt())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::lettering;
    use crate::export::{Legend, Link};

    /// Where the ink of a text ends, at one unit of the font to a pixel.
    fn ink_end(words: &str, fonts: &Options) -> f32 {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text xml:space='preserve' \
             font-family='DejaVu Sans' font-size='2048' font-kerning='none'>{}</text></svg>",
            lettering::escaped(words)
        );
        let tree = Tree::from_str(&svg, fonts).unwrap();
        tree.root().children()[0].bounding_box().right()
    }

    /// A letter moves the one behind it by its width.
    #[test]
    fn the_widths_are_those_of_the_font() {
        let fonts = options();
        let alone = ink_end("H", &fonts);
        let letters = (0x20..=0x7e).chain(0xa1..=0x17f).chain(0x391..=0x3a1).chain(0x410..=0x44f);
        for c in letters.filter_map(char::from_u32).filter(|&c| c != '\u{ad}') {
            let measured = f64::from(ink_end(&format!("{c}H"), &fonts) - alone);
            let width = lettering::width(&c.to_string(), 2048.0);
            // The place of the ink has the seven digits of single precision.
            assert!((measured - width).abs() < 1.0, "{c:?} is {measured} wide, not {width}");
        }
    }

    #[test]
    fn pictures_have_two_pixels_to_a_unit_and_show_any_name() {
        let link = Link {
            source: 0,
            target: 1,
            weight: Some(-1.0),
            strength: 1.0,
            reliability: Some(0.5),
            open: false,
            up: false,
            tone: None,
        };
        let labels = vec!["<a & b>".into(), "变量 \u{10ffff} \u{7}".into()];
        let legend = Legend { strongest: 1.0, least_reliability: Some(0.25), slopes: false };
        let sketch = Sketch { labels, links: vec![link], legend };
        let mut file = Vec::new();
        png(&sketch, &mut file).unwrap();
        let image = Pixmap::decode_png(&file).unwrap();
        let (_, width, _) = svg::document(&sketch).unwrap();
        assert_eq!(image.width(), (2.0 * width).ceil() as u32);
        assert!(image.pixels().iter().all(|pixel| pixel.alpha() == 255), "on white");
        let red = |p: &resvg::tiny_skia::PremultipliedColorU8| (p.red(), p.green(), p.blue());
        assert!(image.pixels().iter().any(|pixel| red(pixel) == (178, 24, 43)));
    }

    #[test]
    fn memory_stays_bounded() {
        assert_eq!(scale(1000.0, 700.0), 2.0);
        for (width, height) in [(30_000.0, 6_000.0), (300.0, 1e6), (1e6, 1e6)] {
            let scale = scale(width, height);
            assert!(scale > 0.0 && width * height * scale * scale <= 1.001 * MOST_PIXELS);
        }
    }
}
