//! Curves on the unit square as SVG, beside the diagonal.

use std::fmt::Write as _;

/// A curve with a name.
pub struct Curve {
    pub name: &'static str,
    /// x, y, and how many cases a point stands for.
    pub points: Vec<(f64, f64, usize)>,
}

/// A square with curves.
pub struct Panel {
    pub title: &'static str,
    pub curves: Vec<Curve>,
}

const SIDE: f64 = 300.0;
const MARGIN: f64 = 56.0;
const STEP: f64 = SIDE + MARGIN + 14.0;
/// Told apart by people who see few colours too (Okabe and Ito).
const COLOURS: [&str; 5] = ["#999999", "#e69f00", "#0072b2", "#009e73", "#d55e00"];

/// Panels side by side; both axes go from 0 to 1.
pub fn plot(panels: &[Panel], y_title: &str) -> String {
    let names: Vec<&str> =
        panels.first().map_or(vec![], |panel| panel.curves.iter().map(|c| c.name).collect());
    let width = MARGIN + STEP * panels.len() as f64;
    let height = MARGIN + SIDE + 44.0 + 20.0 * names.len().div_ceil(2) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 \
         {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (k, panel) in panels.iter().enumerate() {
        let left = MARGIN + STEP * k as f64;
        draw(panel, left, if k == 0 { y_title } else { "" }, &mut svg);
    }
    for (k, name) in names.iter().enumerate() {
        let (x, y) = (MARGIN + STEP * (k % 2) as f64, MARGIN + SIDE + 62.0 + 20.0 * (k / 2) as f64);
        let (end, text, base) = (x + 28.0, x + 36.0, y + 4.0);
        let colour = COLOURS[k % COLOURS.len()];
        line(&mut svg, (x, y), (end, y), colour, 2.5);
        let _ = writeln!(svg, "<text x=\"{text}\" y=\"{base}\">{name}</text>");
    }
    svg + "</svg>\n"
}

fn draw(panel: &Panel, left: f64, y_title: &str, svg: &mut String) {
    let bottom = 30.0 + SIDE;
    let place = |x: f64, y: f64| (left + SIDE * x, bottom - SIDE * y);
    for tick in 0..=5 {
        let t = f64::from(tick) / 5.0;
        line(svg, place(t, 0.0), place(t, 1.0), "#e5e5e5", 1.0);
        line(svg, place(0.0, t), place(1.0, t), "#e5e5e5", 1.0);
        let ((x, _), (_, y)) = (place(t, 0.0), place(0.0, t));
        let (below, beside, base) = (bottom + 18.0, left - 8.0, y + 4.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{below}\" text-anchor=\"middle\">{t:.1}</text>");
        let _ =
            writeln!(svg, "<text x=\"{beside}\" y=\"{base}\" text-anchor=\"end\">{t:.1}</text>");
    }
    line(svg, place(0.0, 0.0), place(1.0, 1.0), "#bbbbbb", 1.0);
    for (curve, colour) in panel.curves.iter().zip(COLOURS.iter().cycle()) {
        for pair in curve.points.windows(2) {
            line(svg, place(pair[0].0, pair[0].1), place(pair[1].0, pair[1].1), colour, 2.0);
        }
        for &(x, y, count) in &curve.points {
            let (x, y) = place(x, y);
            // The area grows with the number of cases, up to some.
            let radius = (1.5 + (count as f64).sqrt() / 6.0).min(6.0);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"/>"
            );
        }
    }
    let (middle, below, title) = (left + SIDE / 2.0, bottom + 38.0, panel.title);
    let _ =
        writeln!(svg, "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{title}</text>");
    let (x, y) = (left - 38.0, 30.0 + SIDE / 2.0);
    let turned = format!("transform=\"rotate(-90 {x} {y})\" text-anchor=\"middle\"");
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" {turned}>{y_title}</text>");
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
        from.0, from.1, to.0, to.1
    );
}
