//! What holds for every drawing.

use super::attributes::samples::circle;
use super::drawing::{LABEL_SIZE, line_start, plan};
use super::layout::{BOX_HEIGHT, Curve, Layout, Point, place};
use super::svg::{fragment, svg};
use super::{Document, FORMATS, Format, Legend, Link, Sketch, lettering};
use crate::error::Error;
use crate::random::Stream;

/// A sketch with names of many lengths and links that follow the numbers of the nodes.
fn random_sketch(seed: u64) -> Sketch {
    let mut random = Stream::new(seed, 0);
    let nodes = 1 + random.below(40);
    let density = [0.0, 0.02, 0.06, 0.15, 0.4][random.below(5)];
    let alphabet: Vec<char> = "ilmWxy_089 <&>中жßé".chars().collect();
    let label = |random: &mut Stream| {
        let most = if random.uniform() < 0.2 { 60 } else { 12 };
        let length = random.below(most);
        (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect()
    };
    let labels: Vec<String> = (0..nodes).map(|_| label(&mut random)).collect();
    let mut links = Vec::new();
    for source in 0..nodes {
        for target in source + 1..nodes {
            if random.uniform() < density {
                links.push(Link {
                    source,
                    target,
                    weight: Some(random.normal()),
                    strength: random.uniform(),
                    reliability: (seed % 2 == 1).then(|| random.uniform()),
                    open: random.uniform() < 0.2,
                    up: false,
                    tone: None,
                });
            }
        }
    }
    Sketch { labels, links, legend: Legend { strongest: 1.3, ..Legend::default() } }
}

fn placed(sketch: &Sketch) -> (Vec<f64>, Layout) {
    let labels: Vec<String> = sketch.labels.iter().map(|name| lettering::label(name)).collect();
    let plan = plan(sketch, &labels);
    let layout = place(&plan).unwrap();
    (plan.widths, layout)
}

#[test]
fn boxes_hold_their_labels_and_never_overlap() {
    for seed in 0..120 {
        let sketch = random_sketch(seed);
        let (widths, layout) = placed(&sketch);
        for (i, a) in layout.boxes.iter().enumerate() {
            assert!(
                lettering::width(&lettering::label(&sketch.labels[i]), LABEL_SIZE)
                    < widths[i] - 15.0
            );
            assert!(a.x > -1e-6 && a.x + widths[i] < layout.width + 1e-6, "{seed}: {i}");
            assert!(a.y >= 0.0 && a.y + BOX_HEIGHT <= layout.height, "{seed}: {i}");
            for (j, b) in layout.boxes.iter().enumerate().skip(i + 1) {
                let beside = a.x + widths[i] + 9.0 < b.x || b.x + widths[j] + 9.0 < a.x;
                let below = (a.y - b.y).abs() > BOX_HEIGHT + 9.0;
                assert!(beside || below, "{seed}: {i} and {j}");
            }
        }
    }
}

/// Points on a curve, close together.
fn points(curve: &Curve) -> Vec<Point> {
    let mut points = vec![curve.start];
    let mut from = curve.start;
    for &[a, b, to] in &curve.pieces {
        for step in 1..=20 {
            let t = f64::from(step) / 20.0;
            let s = 1.0 - t;
            let cubic = |p: f64, q: f64, r: f64, e: f64| {
                s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * e
            };
            points
                .push(Point { x: cubic(from.x, a.x, b.x, to.x), y: cubic(from.y, a.y, b.y, to.y) });
        }
        from = to;
    }
    points.push(curve.tip);
    points
}

#[test]
fn lines_join_their_boxes_and_avoid_all_others() {
    for seed in 0..120 {
        let sketch = random_sketch(seed);
        let (widths, layout) = placed(&sketch);
        for (link, curve) in sketch.links.iter().zip(&layout.curves) {
            let (above, below) = (layout.boxes[link.source], layout.boxes[link.target]);
            // The same sums in another order: rounding apart, at the border.
            assert!((curve.start.y - above.y - BOX_HEIGHT).abs() < 1e-9);
            assert!((curve.tip.y - below.y).abs() < 1e-9);
            assert!(curve.start.x > above.x && curve.start.x < above.x + widths[link.source]);
            assert!(curve.tip.x > below.x && curve.tip.x < below.x + widths[link.target]);
            let points = points(curve);
            assert!(points.windows(2).all(|pair| pair[0].y <= pair[1].y + 1e-9), "goes down");
            for (node, corner) in layout.boxes.iter().enumerate() {
                if node == link.source || node == link.target {
                    continue;
                }
                let inside = |p: &Point| {
                    (corner.x..corner.x + widths[node]).contains(&p.x)
                        && (corner.y..corner.y + BOX_HEIGHT).contains(&p.y)
                };
                assert!(!points.iter().any(inside), "{seed}: {link:?} runs through {node}");
            }
        }
    }
}

#[test]
fn the_same_sketch_gives_the_same_bytes() {
    let (mut once, mut again) = (Vec::new(), Vec::new());
    svg(&random_sketch(7), &mut once).unwrap();
    svg(&random_sketch(7), &mut again).unwrap();
    assert_eq!(once, again);
}

fn drawn(sketch: &Sketch) -> String {
    let mut file = Vec::new();
    fragment(sketch, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn two(names: [&str; 2], weight: f64, open: bool) -> Sketch {
    let (weight, strength, reliability) = (Some(weight), 1.0, None);
    let link =
        Link { source: 0, target: 1, weight, strength, reliability, open, up: false, tone: None };
    let legend = Legend { strongest: 0.5, ..Legend::default() };
    Sketch { labels: names.map(String::from).to_vec(), links: vec![link], legend }
}

#[test]
fn links_and_nodes_can_be_found_by_their_numbers() {
    let file = drawn(&two(["a", "b"], 0.534, false));
    assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    let link = "<g class=\"edge\" data-edge=\"0\" data-source=\"0\" data-target=\"1\">";
    assert_eq!(file.matches(link).count(), 1);
    assert!(file.contains("<title>a → b  0.534</title>"));
    for class in ["hit", "line", "head", "legend", "node\" data-node=\"0", "node\" data-node=\"1"] {
        assert_eq!(file.matches(&format!("class=\"{class}\"")).count(), 1, "{class}");
    }
    assert!(
        file.contains("positive") && !file.contains("negative") && !file.contains("either way")
    );

    let file = drawn(&two(["a", "b"], -0.5, true));
    assert!(file.contains("<title>a — b  -0.5</title>") && file.contains("stroke-dasharray"));
    assert!(!file.contains("class=\"head\"") && file.contains("may point either way"));
}

/// Every format takes a graph without weights, cycles and all, but lavaan, which wants equations.
#[test]
fn a_graph_without_equations_is_written() {
    let circle = circle();
    for format in FORMATS.iter().filter(|format| format.available().is_ok()) {
        let mut file = vec![];
        match (format.ending, format.write(&circle, &mut file)) {
            (".lavaan", Err(Error::NoEquations { .. })) => {}
            (ending, Ok(())) => assert!(!file.is_empty() && ending != ".lavaan", "{ending}"),
            (ending, other) => panic!("{ending}: {other:?}"),
        }
    }
    let written = |ending: &str| {
        let mut file = vec![];
        Format::of(ending).unwrap().write(&circle, &mut file).unwrap();
        String::from_utf8(file).unwrap()
    };
    let list = "source,target,weight,std_error,t,directed\na,b,,,,true\na,d,,,,false\nb,c,,,,true\nc,a,,,,true\n";
    assert_eq!(written("x.edges.csv"), list);
    assert_eq!(written("x.csv"), "a,b,c,d\n0,1,0,1\n0,0,1,0\n1,0,0,0\n1,0,0,0\n");
    assert_eq!(written("x.dagitty"), "pdag {\na\nb\nc\nd\na -> b\na -- d\nb -> c\nc -> a\n}\n");
    assert!(!written("x.graphml").contains("weight") && !written("x.gml").contains("noise"));
    assert!(written("x.dot").contains("  n2 -> n0;\n"));
    assert_eq!(Document::read(written("x.json").as_bytes()).unwrap(), circle);
}

/// An arrow against the order is drawn upwards, from below to its head at the box above.
#[test]
fn a_cycle_is_drawn_with_an_arrow_upwards() {
    let sketch = Sketch::of(&circle()).unwrap();
    let ups: Vec<_> = sketch.links.iter().filter(|link| link.up).map(Link::ends).collect();
    assert_eq!(ups, [(2, 0)]);
    let file = drawn(&sketch);
    assert!(
        file.contains("data-source=\"2\" data-target=\"0\"")
            && file.contains("<title>c → a</title>")
    );
    assert_eq!(file.matches("class=\"head\"").count(), 3);
    assert!(
        !file.contains("positive") && !file.contains("negative") && file.contains("either way")
    );
    let link = sketch.links.iter().position(|link| link.up).unwrap();
    let curve = &placed(&sketch).1.curves[link];
    let start = line_start(curve, 1.8);
    assert!(start.y > curve.start.y, "the head begins below its tip");
}

#[test]
fn names_stay_text() {
    let long = format!("<script>{}", "x".repeat(100));
    let file = drawn(&two([&long, "a\u{1}&\"b"], 1.0, false));
    assert!(!file.contains("<script") && !file.contains('\u{1}'));
    assert!(file.contains(&format!("<title>&lt;script&gt;{}</title>", "x".repeat(100))));
    assert!(file.contains("a\u{fffd}&amp;&quot;b</text>"));
}

#[test]
fn nothing_to_draw_is_a_drawing_too() {
    assert!(drawn(&Sketch::default()).contains("Graph of 0 variables and 0 links"));
    let lonely = Sketch { labels: vec!["a".into(), "b".into()], ..Sketch::default() };
    let file = drawn(&lonely);
    assert!(file.contains("without links") && !file.contains("class=\"legend\""));
}

/// Nodes with links between the numbers given.
fn plain(nodes: usize, links: impl Iterator<Item = (usize, usize)>) -> Sketch {
    let link = |(source, target)| Link {
        source,
        target,
        weight: Some(1.0),
        strength: 1.0,
        reliability: None,
        open: false,
        up: false,
        tone: None,
    };
    let labels = (0..nodes).map(|k| format!("variable{k}")).collect();
    Sketch { labels, links: links.map(link).collect(), legend: Legend::default() }
}

#[test]
fn stars_have_the_shape_of_a_page() {
    for sketch in [plain(61, (1..61).map(|k| (0, k))), plain(61, (1..61).map(|k| (k, 0)))] {
        let (_, layout) = placed(&sketch);
        let aspect = layout.width / layout.height;
        assert!((0.6..2.2).contains(&aspect), "{aspect}");
    }
}

#[test]
fn large_graphs_are_drawn_or_refused() {
    let all = |n: usize| (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)));
    let sketch = plain(150, all(150));
    assert!(matches!(svg(&sketch, &mut Vec::new()), Err(Error::TooMuchToDraw { .. })));
    // Everything in the first half acts on everything in the second.
    let sketch = plain(120, (0..60).flat_map(|i| (60..120).map(move |j| (i, j))));
    assert!(svg(&sketch, &mut Vec::new()).is_ok());
}
