//! What tells series apart: colours, dashes and the shapes of points.

use crate::export::drawing::Tenths;

/// How many looks there are; further numbers begin again.
pub const LOOKS: usize = 20;

/// The colours of Okabe and Ito (2008), grey in place of their yellow, which is not seen on white.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#808080"];

/// Each of them two or three times: what shares a colour differs in dashes.
const DASHES: [&str; 5] = ["", "7 3", "2 2.4", "8 2.6 2 2.6", "8 2.6 2 2.6 2 2.6"];
/// So many looks in a row have the same dashes.
const SHARED: usize = 4;

/// The shape of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// ●
    Circle,
    /// ■
    Square,
    /// ▲
    Triangle,
    /// ◆
    Diamond,
    /// ▼
    Upturned,
    /// ★
    Star,
    /// Two triangles, tip to tip.
    Hourglass,
    /// Two triangles, tip to tip, side by side.
    Bowtie,
    /// –
    Dash,
    /// +
    Plus,
    /// ×
    Cross,
    /// +, × in one.
    Asterisk,
}

/// Colour, dashes and shape of a series. No two looks share the shape, and none that share a colour share the dashes, so that
/// they differ on a printer without colours and for eyes that see few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// As `#0072b2`.
    pub colour: &'static str,
    /// As SVG has them; nothing for a solid line.
    pub dashes: &'static str,
    /// The shape of its points.
    pub shape: Shape,
    /// Or else only an outline on white.
    pub filled: bool,
}

impl Look {
    /// The look of this number.
    ///
    /// ```
    /// use bregdag::experiment::chart::{LOOKS, Look};
    ///
    /// assert_eq!(Look::of(3), Look::of(3 + LOOKS));
    /// assert_ne!(Look::of(3), Look::of(4));
    /// ```
    pub fn of(number: usize) -> Look {
        use Shape::*;
        const SHAPES: [(Shape, bool); LOOKS] = [
            (Circle, true),
            (Square, true),
            (Triangle, true),
            (Diamond, true),
            (Upturned, true),
            (Cross, true),
            (Circle, false),
            (Plus, true),
            (Square, false),
            (Star, true),
            (Diamond, false),
            (Asterisk, true),
            (Triangle, false),
            (Hourglass, true),
            (Upturned, false),
            (Star, false),
            (Bowtie, true),
            (Hourglass, false),
            (Dash, true),
            (Bowtie, false),
        ];
        let number = number % LOOKS;
        let (shape, filled) = SHAPES[number];
        Look {
            colour: COLOURS[number % COLOURS.len()],
            dashes: DASHES[number / SHARED],
            shape,
            filled,
        }
    }

    /// A line of this look; `path` is its `d`.
    pub(super) fn line(&self, path: &str, width: f64) -> String {
        let dashes = match self.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        format!(
            "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dashes} d=\"{path}\"/>",
            self.colour,
            Tenths(width)
        )
    }

    /// What the points of this look share, as attributes of a group around them.
    pub(super) fn attributes(&self) -> String {
        let colour = self.colour;
        let fill = if self.filled && !self.is_strokes() { colour } else { "#ffffff" };
        let width = if self.is_strokes() { "1.5" } else { "1.1" };
        format!("fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"{width}\"")
    }

    fn is_strokes(&self) -> bool {
        matches!(self.shape, Shape::Dash | Shape::Plus | Shape::Cross | Shape::Asterisk)
    }

    /// A point of this look, to the eye about as large for every shape.
    pub(super) fn point(&self, (x, y): (f64, f64), radius: f64) -> String {
        if self.shape == Shape::Circle {
            let (x, y, r) = (Tenths(x), Tenths(y), Tenths(radius * 0.95));
            return format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
        }
        let at = |&(across, up): &(f64, f64)| {
            format!("{} {}", Tenths(x + radius * across), Tenths(y - radius * up))
        };
        let path = match self.is_strokes() {
            true => {
                let strokes = self
                    .corners()
                    .chunks(2)
                    .map(|ends| format!("M{}", ends.iter().map(at).collect::<Vec<_>>().join("L")));
                strokes.collect::<String>()
            }
            false => format!("M{}Z", self.corners().iter().map(at).collect::<Vec<_>>().join("L")),
        };
        format!("<path d=\"{path}\"/>")
    }

    /// The corners of the shape around 0, or the ends of its strokes two by two.
    fn corners(&self) -> &'static [(f64, f64)] {
        match self.shape {
            Shape::Circle => &[],
            Shape::Square => &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
            Shape::Triangle => &[(0.0, 1.2), (1.08, -0.75), (-1.08, -0.75)],
            Shape::Upturned => &[(0.0, -1.2), (1.08, 0.75), (-1.08, 0.75)],
            Shape::Diamond => &[(0.0, 1.25), (1.05, 0.0), (0.0, -1.25), (-1.05, 0.0)],
            Shape::Star => &STAR,
            Shape::Hourglass => &[(-1.0, 1.05), (1.0, 1.05), (-1.0, -1.05), (1.0, -1.05)],
            Shape::Bowtie => &[(-1.05, 1.0), (1.05, -1.0), (1.05, 1.0), (-1.05, -1.0)],
            Shape::Dash => &[(-1.3, 0.0), (1.3, 0.0)],
            Shape::Plus => &[(-1.15, 0.0), (1.15, 0.0), (0.0, -1.15), (0.0, 1.15)],
            Shape::Cross => &[(-0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), (0.9, -0.9)],
            Shape::Asterisk => {
                &[(0.0, -1.2), (0.0, 1.2), (-1.04, -0.6), (1.04, 0.6), (-1.04, 0.6), (1.04, -0.6)]
            }
        }
    }
}

/// Five tips at 1.4 and the corners between them at 0.6, from the top.
const STAR: [(f64, f64); 10] = [
    (0.0, 1.4),
    (0.353, 0.485),
    (1.331, 0.433),
    (0.571, -0.185),
    (0.823, -1.133),
    (0.0, -0.6),
    (-0.823, -1.133),
    (-0.571, -0.185),
    (-1.331, 0.433),
    (-0.353, 0.485),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn looks_differ_without_colours_and_within_a_colour() {
        let looks: Vec<Look> = (0..LOOKS).map(Look::of).collect();
        let shapes: HashSet<_> = looks.iter().map(|look| (look.shape, look.filled)).collect();
        let lines: HashSet<_> = looks.iter().map(|look| (look.colour, look.dashes)).collect();
        assert_eq!((shapes.len(), lines.len()), (LOOKS, LOOKS));
    }

    #[test]
    fn points_stand_where_they_should() {
        for number in 0..LOOKS {
            let corners = Look::of(number).corners();
            let middle = corners.iter().fold((0.0, 0.0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
            assert!(middle.0.abs() < 1e-9 && middle.1.abs() < 0.4, "{number} {middle:?}");
        }
        let plus = Look::of(7);
        assert_eq!(plus.shape, Shape::Plus);
        assert_eq!(plus.point((10.0, 20.0), 2.0), "<path d=\"M7.7 20L12.3 20M10 22.3L10 17.7\"/>");
    }
}
