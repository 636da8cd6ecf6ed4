use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::*;
use crate::data::{Moments, Rules, Table};
use crate::graph::Dag;
use crate::method::{Info, Spec};
use crate::prepare::{Preparation, Prepared};
use crate::study::{Contest, Referee, compare};
use crate::voice::Plain;
use crate::watch::Watch;

/// A clock that stands still.
struct Still;

impl Watch for Still {}

impl Referee for Still {
    fn seconds(&self) -> f64 {
        0.0
    }
}

/// x → y ← z under hostile names.
fn prepared() -> Prepared {
    let noise = |k: u64| (0..300).map(move |r| (1.7 * f64::from(r) * k as f64 + k as f64).sin());
    let (x, z): (Vec<f64>, Vec<f64>) = (noise(3).collect(), noise(7).collect());
    let y = x.iter().zip(&z).zip(noise(11)).map(|((x, z), e)| x - z + 0.4 * e).collect();
    let names = ["<script>hacked()</script>", "\"><img src=x onerror=hacked()>", "&amp;"];
    let table = Table::new(names.map(String::from).to_vec(), vec![x, y, z]).unwrap();
    Prepared {
        moments: Moments::of(&table).unwrap(),
        table: Some(table),
        groups: None,
        folds: vec![],
        preparation: Preparation::default(),
        warnings: vec![],
        look: Default::default(),
        sampled: None,
    }
}

fn page(methods: &[&str], truth: Option<Dag>) -> String {
    let specs: Vec<Spec> = methods.iter().map(|name| Info::of(name).unwrap().spec()).collect();
    let contest = Contest { specs, rules: Rules::default(), truth };
    let compared = compare(&prepared(), &contest, &Still, &Plain).unwrap();
    let mut out = vec![];
    write(&compared, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn hostile_names_stay_text() {
    let page = page(&["search", "empty"], None);
    assert!(!page.contains("<script") && !page.contains("<img"));
    assert!(page.contains("&amp;amp;"));
    assert!(page.trim_end().ends_with("</html>") && !page.contains("{{"));
}

#[test]
fn all_drawings_have_one_layout() {
    let truth = Dag::new(vec![vec![], vec![0, 2], vec![]]).unwrap();
    let page = page(&["search", "pc", "empty"], Some(truth));
    let boxes = |svg: &str| -> Vec<String> {
        let starts = svg.match_indices("<rect x=").map(|(at, _)| at);
        starts.map(|at| svg[at..].split("/>").next().unwrap().to_string()).collect()
    };
    let svgs: Vec<&str> = page.split("<svg xmlns").skip(1).collect();
    assert_eq!(svgs.len(), 4, "the truth and three methods");
    assert!(svgs.iter().all(|svg| boxes(svg) == boxes(svgs[0])));
    assert_eq!(boxes(svgs[0]).len(), 3);
    // The methods with edges join the pairs that the last one lacks.
    assert_eq!(svgs[3].matches("class=\"gap\"").count(), 2);
    assert_eq!(svgs[0].matches("class=\"head\"").count(), 2);
    assert!(page.contains("the true graph"));
}

#[test]
fn the_policy_names_the_style() {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    assert!(
        STYLE_HASH == style,
        "the style has changed; set in {}:\n\nconst STYLE_HASH: &str = \"{style}\";\n",
        file!()
    );
}
