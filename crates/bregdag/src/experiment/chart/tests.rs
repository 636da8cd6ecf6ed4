//! Pictures as bytes, hostile names, and points that cannot be shown.

use super::*;
use std::path::Path;

fn spread(x: f64, low: f64, mid: f64, high: f64) -> Spread {
    Spread { x, low, mid, high }
}

fn line(name: &str, look: usize, spreads: Vec<Spread>) -> Series {
    Series { name: name.into(), look, marks: Marks::Lines(spreads) }
}

fn points(name: &str, look: usize, points: Vec<(f64, f64)>) -> Series {
    Series { name: name.into(), look, marks: Marks::Points(points) }
}

fn panel(title: &str, series: Vec<Series>) -> Panel {
    Panel { title: title.into(), series }
}

/// Two panels of lines with bands.
fn lines() -> Chart {
    let search = vec![spread(100.0, 3.0, 4.0, 6.0), spread(1000.0, 1.0, 1.5, 2.0)];
    let ges = vec![spread(100.0, 5.0, 8.0, 9.0), spread(1000.0, 2.0, 4.5, 5.0)];
    let both = vec![line("search", 0, search.clone()), line("ges", 1, ges)];
    Chart {
        title: "Errors fall with the rows".into(),
        panels: vec![panel("10 nodes", both), panel("20 nodes", vec![line("search", 0, search)])],
        columns: 2,
        x: Axis::new("rows", Scale::Log),
        y: Axis::new("SHD", Scale::Linear),
        legend: vec!["ges".into(), "search".into()],
        note: "Bands: the middle half of 20 graphs.".into(),
    }
}

/// Points on two logarithmic axes, some of them without a place.
fn scatter() -> Chart {
    let there = vec![(1.0, 0.0), (10.0, 3.0), (250.0, 120.0)];
    let lost = vec![(0.0, 1.0), (-2.0, 5.0), (f64::NAN, 2.0), (4.0, 7.0)];
    Chart {
        panels: vec![panel("", vec![points("<b> & \"c\"", 5, there), points("", 9, lost)])],
        x: Axis::new("seconds", Scale::Log),
        y: Axis::new("SHD", Scale::Log1p),
        ..Chart::default()
    }
}

/// The picture is that of the file, byte by byte. `BREGDAG_WRITE_CHARTS=1` writes the file anew: look at it.
fn same_as(file: &str, chart: &Chart) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/experiment/chart").join(file);
    let drawn = chart.svg();
    if std::env::var_os("BREGDAG_WRITE_CHARTS").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    assert!(drawn == std::fs::read_to_string(&path).unwrap(), "{file} would look different");
}

#[test]
fn pictures_are_the_same_to_the_byte() {
    same_as("lines.svg", &lines());
    same_as("points.svg", &scatter());
    assert_eq!(lines().svg(), lines().svg());
}

#[test]
fn names_stay_text() {
    let hostile = "</text><script>alert('1')</script>\"&\u{0}\u{202e}";
    let mut chart = lines();
    chart.title = hostile.into();
    chart.note = hostile.into();
    chart.x = Axis::new(hostile, Scale::Names(vec![hostile.into(), hostile.into()]));
    chart.y.title = hostile.into();
    chart.legend = vec![hostile.into()];
    for panel in &mut chart.panels {
        panel.title = hostile.into();
        panel.series.iter_mut().for_each(|series| series.name = hostile.into());
    }
    let svg = chart.svg();
    assert!(!svg.contains("<script") && !svg.contains("alert('"), "{svg}");
    assert!(svg.contains("&lt;script&gt;alert(&#39;1&#39;)"), "{svg}");
    assert!(!svg.contains('\u{0}') && !svg.contains('\u{202e}'));
    // Every element that begins also ends, and quotes come in pairs.
    let begun = svg.matches('<').count();
    let ended = 2 * svg.matches("</").count() + svg.matches("/>").count();
    assert_eq!(begun, ended, "{svg}");
    assert_eq!(svg.matches('"').count() % 2, 0);
}

#[test]
fn points_without_a_place_are_counted() {
    let svg = scatter().svg();
    assert!(svg.contains("2 points cannot be shown on a logarithmic axis"), "{svg}");
    assert!(svg.contains("1 point is not a finite number"), "{svg}");
    assert!(!svg.contains("outside the axes") && !svg.contains("NaN"), "{svg}");
    assert_eq!(scatter().notes(Missing::default()), Vec::<String>::new());
}

#[test]
fn what_lies_outside_is_cut_off_and_counted() {
    let mut chart = lines();
    chart.panels.truncate(1);
    chart.y.range = Range::Fixed { low: 2.0, high: 5.0 };
    let svg = chart.svg();
    assert!(svg.contains("2 points lie outside the axes"), "{svg}");
    let field = Plan::of(&chart).panels[0].field;
    // No line or band leaves the field.
    for path in svg.split("<path ").skip(1).filter(|path| !path.contains("\"marks\"")) {
        let path = path.split("d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        if path.contains(['V', 'H', 'h', 'v']) || !path.contains('L') {
            continue;
        }
        let numbers: Vec<f64> = path
            .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
            .filter_map(|number| number.parse().ok())
            .collect();
        for pair in numbers.chunks(2) {
            // Points on the frame have shapes of their own size.
            assert!(pair[0] > field.left - 4.5 && pair[0] < field.right() + 4.5, "{path}");
            let below = pair[1] < field.bottom() + 4.5 || pair[1] > chart_legend_top(&chart);
            assert!(pair[1] > field.top - 4.5 && below, "{path}");
        }
    }
}

fn chart_legend_top(chart: &Chart) -> f64 {
    Plan::of(chart).bottom
}

#[test]
fn a_line_breaks_where_a_value_is_lacking() {
    let mut values: Vec<Spread> = (1..=5).map(|k| Spread::exact(f64::from(k), 1.0)).collect();
    values[2].mid = f64::NAN;
    let chart = Chart { panels: vec![panel("", vec![line("a", 0, values)])], ..Chart::default() };
    let svg = chart.svg();
    let stroke = svg.split("stroke-linejoin").nth(1).unwrap().split("/>").next().unwrap();
    assert_eq!(stroke.matches('M').count(), 2, "{stroke}");
    assert!(!svg.contains("class=\"band\""), "nothing spreads");
}

#[test]
fn a_band_without_a_logarithm_runs_out_of_the_field() {
    let values = vec![spread(1.0, 0.0, 2.0, 4.0), spread(2.0, 1.0, 3.0, f64::INFINITY)];
    let mut chart =
        Chart { panels: vec![panel("", vec![line("a", 0, values)])], ..Chart::default() };
    chart.y.scale = Scale::Log;
    let svg = chart.svg();
    assert!(svg.contains("class=\"band\"") && !svg.contains("inf") && !svg.contains("cannot"));
}

#[test]
fn anything_can_be_drawn() {
    let odd = [0.0, -0.0, 1.0, -1.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, f64::NAN];
    let more = [f64::INFINITY, f64::NEG_INFINITY, 1e-300, 1e300];
    let odd = [&odd[..], &more].concat();
    let names = Scale::Names(vec!["a".into(), "b".into()]);
    for x in [Scale::Linear, Scale::Log, Scale::Log1p, names] {
        for range in [Range::Shared, Range::Own, Range::Fixed { low: 1.0, high: f64::MAX }] {
            let pairs = odd.iter().flat_map(|&x| odd.iter().map(move |&y| (x, y)));
            let spreads = pairs.clone().map(|(x, y)| spread(x, y, -y, x)).collect();
            let series = vec![line("a", 0, spreads), points("b", 20, pairs.collect())];
            let mut chart = Chart {
                panels: vec![panel("p", series), Panel::default()],
                columns: 7,
                ..Chart::default()
            };
            chart.x = Axis { title: "x".into(), scale: x.clone(), range };
            chart.y = Axis { title: "y".into(), scale: Scale::Log1p, range };
            let svg = chart.svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{x:?} {range:?}");
            assert!(svg.contains("no data"));
        }
    }
    assert!(Chart::default().svg().ends_with("</svg>\n"));
}

#[test]
fn a_name_looks_the_same_in_every_panel_and_the_legend() {
    let svg = lines().svg();
    // Two panels and the legend.
    assert_eq!(svg.matches("stroke=\"#0072b2\" stroke-width=\"1.6\"").count(), 2);
    assert_eq!(svg.matches("stroke=\"#0072b2\" stroke-width=\"1.8\"").count(), 1);
    let (ges, search) = (svg.rfind(">ges</text>"), svg.rfind(">search</text>"));
    assert!(ges < search, "in the order of the legend");
    assert!(
        svg.contains("role=\"img\"") && svg.contains("<title>Errors fall with the rows</title>")
    );
    assert!(
        svg.contains("<desc>2 panels: 10 nodes; 20 nodes. Across: rows (logarithmic). Up: SHD.")
    );
}

/// The pictures that a paper would have; written only when asked for, to be looked at.
#[test]
fn pictures_to_look_at() {
    let Some(folder) = std::env::var_os("BREGDAG_LOOK_AT") else { return };
    for (name, chart) in
        [("a", many_lines()), ("b", many_points()), ("c", many_panels()), ("d", by_name())]
    {
        let path = Path::new(&folder).join(format!("{name}.svg"));
        std::fs::write(path, chart.svg()).unwrap();
    }
}

const METHODS: [&str; 16] = [
    "search",
    "exact",
    "ges",
    "pc",
    "bregman",
    "notears",
    "dagma",
    "golem",
    "ccdr",
    "lingam",
    "cam",
    "sortnregress",
    "random order",
    "flopsearch",
    "dagma (Python)",
    "BOSS (Tetrad)",
];

fn noise(k: usize) -> f64 {
    crate::random::Stream::new(k as u64, 80).normal()
}

fn many_lines() -> Chart {
    let panels = ["ER 1", "ER 2", "ER 4", "SF 1", "SF 2", "SF 4"];
    let panels = panels.iter().enumerate().map(|(p, title)| {
        let series = METHODS[..13].iter().enumerate().map(|(m, name)| {
            let values = [50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0].iter().enumerate();
            let values = values.map(|(k, &x): (usize, &f64)| {
                let mid = (4.0 + 5.0 * m as f64 + 3.0 * p as f64) * (0.25 + 5.0 / x.sqrt())
                    + noise(p * 1000 + m * 50 + k);
                let mid = mid.max(0.0);
                spread(x, (mid * 0.8 - 1.0).max(0.0), mid, mid * 1.2 + 1.0)
            });
            line(name, m, values.collect())
        });
        panel(title, series.collect())
    });
    Chart {
        title: "Structural Hamming distance to the true graph, 20 nodes".into(),
        panels: panels.collect(),
        columns: 3,
        x: Axis::new("rows", Scale::Log),
        y: Axis::new("SHD", Scale::Linear),
        legend: vec![],
        note: "Lines: medians of 20 graphs. Bands: their middle half.".into(),
    }
}

fn many_points() -> Chart {
    let series = METHODS.iter().enumerate().map(|(m, name)| {
        let at = |k: usize| {
            let nodes = 10.0 * 2.0_f64.powi((k % 6) as i32) * (1.0 + 0.05 * noise(k + 7));
            let seconds = 1e-4 * (1.0 + m as f64) * nodes.powf(1.0 + 0.12 * m as f64) / 3.0;
            (nodes, seconds * (0.4 * noise(m * 100 + k)).exp())
        };
        points(name, m, (0..12).map(at).collect())
    });
    Chart {
        title: "Time grows with the nodes".into(),
        panels: vec![panel("", series.collect())],
        x: Axis::new("nodes", Scale::Log),
        y: Axis::new("seconds", Scale::Log),
        ..Chart::default()
    }
}

fn many_panels() -> Chart {
    let panels = (0..12).map(|p| {
        let series = METHODS[..8].iter().enumerate().map(|(m, name)| {
            let values =
                [10.0, 20.0, 40.0, 80.0].iter().enumerate().map(|(k, &x): (usize, &f64)| {
                    let mid = (x * (0.05 + 0.2 * m as f64) * (1.0 + 0.1 * p as f64) / 3.0
                        + noise(p * 99 + m * 9 + k))
                    .round()
                    .max(0.0);
                    spread(x, (mid * 0.6).floor(), mid, (mid * 1.4).ceil())
                });
            line(name, m, values.collect())
        });
        panel(["Gaussian", "uniform", "Gumbel"][p % 3].to_string().as_str(), series.collect())
    });
    Chart {
        panels: panels.collect(),
        columns: 4,
        x: Axis::new("nodes", Scale::Log),
        y: Axis::new("structural Hamming distance", Scale::Log1p),
        ..Chart::default()
    }
}

fn by_name() -> Chart {
    let panels = (0..6).map(|p| {
        let series = METHODS[..13].iter().enumerate().map(|(m, name)| {
            let mid = 2.0 + 3.0 * m as f64 + 2.0 * noise(p * 20 + m).abs();
            line(name, m, vec![spread(m as f64, mid - 1.5, mid, mid + 2.0)])
        });
        panel(&format!("setting {}", p + 1), series.collect())
    });
    let names = METHODS[..13].iter().map(|name| name.to_string()).collect();
    Chart {
        title: "SHD by method".into(),
        panels: panels.collect(),
        columns: 3,
        x: Axis::new("", Scale::Names(names)),
        y: Axis { title: "SHD".into(), scale: Scale::Linear, range: Range::Own },
        ..Chart::default()
    }
}
