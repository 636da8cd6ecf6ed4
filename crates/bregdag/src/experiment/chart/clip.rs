//! Cuts lines and areas off at the frame of a panel, without marks in the SVG that could clash on a page.

/// A place in the drawing.
pub(super) type Point = (f64, f64);

/// The field of a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Field {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// Rounding may leave a point this far beside the frame on which it should lie.
const SLACK: f64 = 1e-6;

impl Field {
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Whether a point lies in the field or on its frame.
    pub fn holds(&self, (x, y): Point) -> bool {
        (self.left - SLACK..=self.right() + SLACK).contains(&x)
            && (self.top - SLACK..=self.bottom() + SLACK).contains(&y)
    }

    /// The four sides as half planes: how far inside of each a point lies.
    fn depths(&self) -> [impl Fn(Point) -> f64; 4] {
        let side =
            |across: f64, down: f64, start: f64| move |(x, y): Point| across * x + down * y - start;
        [
            side(1.0, 0.0, self.left),
            side(-1.0, 0.0, -self.right()),
            side(0.0, 1.0, self.top),
            side(0.0, -1.0, -self.bottom()),
        ]
    }

    /// The part of a straight line inside.
    pub fn segment(&self, from: Point, to: Point) -> Option<(Point, Point)> {
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        for depth in self.depths() {
            let (first, last) = (depth(from), depth(to));
            match (first >= 0.0, last >= 0.0) {
                (true, true) => {}
                (false, false) => return None,
                (false, true) => start = start.max(first / (first - last)),
                (true, false) => end = end.min(first / (first - last)),
            }
        }
        (start <= end).then(|| (between(from, to, start), between(from, to, end)))
    }

    /// The parts of a line through these points that lie inside.
    pub fn polyline(&self, points: &[Point]) -> Vec<Vec<Point>> {
        let mut parts: Vec<Vec<Point>> = vec![];
        for pair in points.windows(2) {
            let Some((from, to)) = self.segment(pair[0], pair[1]) else { continue };
            match parts.last_mut() {
                Some(part) if part.last() == Some(&from) => part.push(to),
                _ => parts.push(vec![from, to]),
            }
        }
        parts
    }

    /// The part of an area inside (Sutherland and Hodgman, 1974, doi:10.1145/360767.360802).
    pub fn polygon(&self, corners: &[Point]) -> Vec<Point> {
        let mut corners = corners.to_vec();
        for depth in self.depths() {
            let mut kept = vec![];
            for (k, &to) in corners.iter().enumerate() {
                let from = corners[(k + corners.len() - 1) % corners.len()];
                let (first, last) = (depth(from), depth(to));
                if (first >= 0.0) != (last >= 0.0) {
                    kept.push(between(from, to, first / (first - last)));
                }
                if last >= 0.0 {
                    kept.push(to);
                }
            }
            corners = kept;
        }
        corners
    }
}

/// The point at this share of the way; the ends themselves are exact.
fn between(from: Point, to: Point, share: f64) -> Point {
    match share {
        0.0 => from,
        1.0 => to,
        _ => (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FIELD: Field = Field { left: 10.0, top: 20.0, width: 100.0, height: 50.0 };

    #[test]
    fn lines_end_at_the_frame() {
        let inside = ((20.0, 30.0), (100.0, 60.0));
        assert_eq!(FIELD.segment(inside.0, inside.1), Some(inside));
        assert_eq!(FIELD.segment((0.0, 45.0), (60.0, 45.0)), Some(((10.0, 45.0), (60.0, 45.0))));
        assert_eq!(FIELD.segment((60.0, 0.0), (60.0, 90.0)), Some(((60.0, 20.0), (60.0, 70.0))));
        assert_eq!(FIELD.segment((0.0, 0.0), (5.0, 90.0)), None);
        // Past the corner.
        assert_eq!(FIELD.segment((0.0, 40.0), (40.0, 0.0)), Some(((10.0, 30.0), (20.0, 20.0))));
        assert_eq!(FIELD.segment((0.0, 25.0), (25.0, 0.0)), None);
        // On the frame.
        let edge = ((10.0, 20.0), (110.0, 20.0));
        assert_eq!(FIELD.segment(edge.0, edge.1), Some(edge));
    }

    #[test]
    fn a_line_that_leaves_and_returns_has_two_parts() {
        let points = [(20.0, 30.0), (40.0, 60.0), (60.0, 120.0), (80.0, 60.0), (90.0, 60.0)];
        let parts = FIELD.polyline(&points);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    }

    #[test]
    fn areas_are_cut_at_the_frame() {
        let whole = [(0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0)];
        let mut corners = FIELD.polygon(&whole);
        corners.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        assert_eq!(corners, [(10.0, 20.0), (10.0, 70.0), (110.0, 20.0), (110.0, 70.0)]);
        assert!(FIELD.polygon(&[(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)]).is_empty());
        assert!(FIELD.polygon(&[]).is_empty());
    }

    fn any_point() -> impl Strategy<Value = Point> {
        (-1e6..1e6_f64, -1e6..1e6_f64)
    }

    proptest! {
        #[test]
        fn nothing_is_left_outside(points in prop::collection::vec(any_point(), 0..9)) {
            let field = Field { left: -1e5, top: -2e5, width: 3e5, height: 4e5 };
            let parts = field.polyline(&points);
            prop_assert!(parts.iter().flatten().all(|&point| field.holds(point)));
            prop_assert!(field.polygon(&points).into_iter().all(|point| field.holds(point)));
        }
    }
}
