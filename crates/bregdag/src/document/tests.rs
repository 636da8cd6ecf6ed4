use super::*;
use crate::data::{Knowledge, Moments, Table};
use crate::method::{Bregman, Claim};
use crate::prepare::{Options, of_moments};
use crate::read::graphs::GraphFile;
use crate::study::{Setup, Study, learn};
use crate::voice::Plain;

fn study() -> Study {
    let x = vec![-1.3, 0.4, 1.1, -0.2, 0.9, -0.6, 1.8, -1.7, 0.1, -0.5];
    let e = [0.8, -1.1, 0.3, 1.4, -0.9, 0.2, 0.6, -0.4, -1.2, 0.3];
    let y = x.iter().zip(&e).map(|(x, e)| 2.0 * x + e).collect();
    let table = Table::new(vec!["x \"1\"\n".into(), "y".into()], vec![x, y]).unwrap();
    let moments = Moments::of(&table).unwrap();
    let prepared = of_moments(moments, Preparation::default(), &Options::default(), &()).unwrap();
    let spec = Bregman { refine: None, ..Bregman::default() }.into();
    learn(prepared, &Setup { spec, ..Setup::default() }, &()).unwrap()
}

fn document() -> Document {
    Document::of(&study(), Run { seconds: 0.5, ..Run::default() }, &Plain).unwrap()
}

fn file(document: &Document) -> Vec<u8> {
    let mut file = vec![];
    document.write(&mut file).unwrap();
    file
}

#[test]
fn reads_back_as_it_was() {
    let (study, document) = (study(), document());
    let bytes = file(&document);
    assert_eq!(Document::read(&bytes).unwrap(), document);
    assert_eq!(bytes.last(), Some(&b'\n'));

    let graph = GraphFile::read(&bytes).unwrap();
    assert_eq!((&graph.names, graph.complete), (&study.fit.variables, true));
    assert_eq!(graph.edges, study.model().unwrap().weighted().edges());
    assert!(graph.undirected.is_empty());
}

#[test]
fn a_class_keeps_its_open_edges() {
    let mut study = study();
    let dag = study.dag().unwrap().clone();
    study.fit.answer.claim = Claim::of(dag, Noise::Free, &Knowledge::none(2));
    let document = Document::of(&study, Run::default(), &Plain).unwrap();
    assert_eq!(document.claim, Claimed::Class);
    let graph = GraphFile::read(&file(&document)).unwrap();
    assert_eq!(graph.undirected, [(0, 1)]);
    assert_eq!(graph.edges, study.model().unwrap().weighted().edges());
}

#[test]
fn an_edge_of_weight_zero_is_an_edge() {
    let mut document = document();
    document.edges[0].weight = Some(0.0);
    let bytes = file(&document);
    assert_eq!(Document::read(&bytes).unwrap().edges.len(), 1);
    assert_eq!(GraphFile::read(&bytes).unwrap().edges, [(0, 1, 0.0)]);
}

#[test]
fn what_is_edited_by_hand_is_checked() {
    let document = document();
    let broken = |break_it: &dyn Fn(&mut Document)| {
        let mut broken = document.clone();
        break_it(&mut broken);
        Document::read(&file(&broken)).unwrap_err().to_string()
    };
    assert!(broken(&|d| d.schema_version = 3).contains("version 3"));
    assert!(broken(&|d| d.edges[0].target = "z".into()).contains("\"z\" is not one of"));
    assert!(broken(&|d| d.claim = Claimed::Consensus).contains("stability"));
    assert!(broken(&|d| d.course = None).contains("course"));
    assert!(broken(&|d| d.edges[0].weight = Some(f64::NAN)).contains("has no weight"));
    assert!(broken(&|d| d.claim = Claimed::Partial).contains("has no weight"));
    assert!(broken(&|d| d.nodes[0].noise_variance = None).contains("noise variance"));
    assert!(broken(&|d| d.edges.push(d.edges[0].clone())).contains("a second time"));
    assert!(broken(&|d| d.order.reverse()).contains("order"));
    assert!(broken(&|d| d.order[0] = "z".into()).contains("order"));
    assert!(broken(&|d| d.order.push("y".into())).contains("order"));
    assert!(broken(&|d| d.variables.reverse()).contains("nodes and variables"));
    assert!(broken(&|d| d.nodes[0].variance = 0.0).contains("positive"));
    assert!(broken(&|d| d.variables[1] = d.variables[0].clone()).contains("x"));
    let turned = |d: &mut Document| {
        let mut back = d.edges[0].clone();
        std::mem::swap(&mut back.source, &mut back.target);
        d.edges.push(back);
    };
    assert!(broken(&turned).contains("->"));
    assert!(Document::read(b"{}").unwrap_err().to_string().contains("schema_version"));
    let typo = String::from_utf8(file(&document)).unwrap().replace("\"weight\"", "\"wieght\"");
    assert!(Document::read(typo.as_bytes()).unwrap_err().to_string().contains("wieght"));
}

#[test]
fn weights_in_standard_deviations() {
    let document = document();
    // One parent: the standardised weight is the correlation, the root of R².
    let weight = document.standardized_weights().unwrap()[0].unwrap();
    assert!((weight - document.nodes[1].r_squared.unwrap().sqrt()).abs() < 1e-12);
}
