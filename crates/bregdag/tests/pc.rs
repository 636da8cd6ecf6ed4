//! PC beside another program, and what a graph that belongs to no DAG goes through.

use bregdag::confidence::Kind;
use bregdag::data::Rules;
use bregdag::document::{Claimed, Document, Run};
use bregdag::graph::Pdag;
use bregdag::linalg::Matrix;
use bregdag::method::{Claim, Info, Method, Noise};
use bregdag::prepare::{Preparation, Prepared};
use bregdag::random::Stream;
use bregdag::read::graphs::GraphFile;
use bregdag::simulate::{self, simulate};
use bregdag::study::{self, Comparison, Resampling, Setup, Together};
use bregdag::voice::Plain;
use bregdag::{Dataset, Error, Learn, Moments, Pc, Table, Warning};
use serde_json::Value;

/// The graphs that causal-learn gives on a hundred small tables.
#[test]
fn the_same_graphs_as_causal_learn() {
    let text = include_str!("../../../fixtures/rivals/classes.json");
    let reference: Value = serde_json::from_str(text).unwrap();
    let cases = reference["cases"].as_array().unwrap();
    let mut differ = vec![];
    for (k, case) in cases.iter().enumerate() {
        let options: simulate::Options = serde_json::from_value(case["simulate"].clone()).unwrap();
        let table = simulate(&options).unwrap().table;
        assert_eq!(case["first"].as_f64(), Some(table.columns()[0][0]), "{k}: other data");
        let pairs = |kind: &str| -> Vec<(usize, usize)> {
            serde_json::from_value(case["pc"][kind].clone()).unwrap()
        };
        assert!(pairs("bidirected").is_empty());
        let theirs = Pdag::new(options.nodes, &pairs("directed"), &pairs("undirected")).unwrap();
        let ours = Pc::default().learn(&table).unwrap().answer.claim.graph();
        if ours != theirs {
            println!("{k}: {ours:?} {theirs:?}");
            differ.push(k);
        }
    }
    assert_eq!((cases.len(), differ), (100, vec![]));
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// Rows of four variables, each next to two others on a circle and independent of the third given
/// these: no DAG says that. K = circ(1, −0.4, 0, −0.4) is their precision; its eigenvalues are 0.2,
/// 1, 1.8 and 1.
fn square(rows: usize, seed: u64) -> Table {
    let mut stream = Stream::new(seed, 70);
    // The root of K⁻¹ is circulant as well.
    let [low, one, high] = [0.2, 1.0, 1.8].map(|eigenvalue: f64| eigenvalue.powf(-0.5));
    let root = [(low + 2.0 * one + high) / 4.0, (low - high) / 4.0, (low - 2.0 * one + high) / 4.0];
    let mut columns = vec![vec![]; 4];
    for _ in 0..rows {
        let z = [(); 4].map(|()| stream.normal());
        for (i, column) in columns.iter_mut().enumerate() {
            let beside = z[(i + 1) % 4] + z[(i + 3) % 4];
            column.push(root[0] * z[i] + root[1] * beside + root[2] * z[(i + 2) % 4]);
        }
    }
    Table::new(NAMES.map(String::from).to_vec(), columns).unwrap()
}

fn prepared(table: Table) -> Prepared {
    let moments = Moments::of(&table).unwrap();
    let (groups, folds, warnings) = (None, vec![], vec![]);
    let preparation = Preparation::default();
    Prepared {
        moments,
        table: Some(table),
        groups,
        folds,
        preparation,
        warnings,
        look: Default::default(),
        sampled: None,
    }
}

fn setup() -> Setup {
    Setup { spec: Info::of("pc").unwrap().spec(), ..Setup::default() }
}

fn circle() -> Pdag {
    Pdag::new(4, &[], &[(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap()
}

fn document() -> Document {
    let study = study::learn(prepared(square(3000, 1)), &setup(), &()).unwrap();
    assert_eq!(study.fit.answer.claim, Claim::Partial(circle()));
    assert!(study.warnings.contains(&Warning::NoDag));
    assert!(study.diagnostics.as_ref().is_some_and(|diagnostics| diagnostics.graph.is_none()));
    Document::of(&study, Run::default(), &Plain).unwrap()
}

#[test]
fn a_graph_without_a_dag_is_a_document() {
    let document = document();
    assert_eq!((document.claim, document.edges.len()), (Claimed::Partial, 4));
    assert!(document.edges.iter().all(|edge| edge.weight.is_none() && !edge.directed));
    let variances = Moments::of(&square(3000, 1)).unwrap().variances();
    assert!(document.nodes.iter().map(|node| node.variance).eq(variances));
    let mut bytes = vec![];
    document.write(&mut bytes).unwrap();
    assert_eq!(Document::read(&bytes).unwrap(), document);
    let table = document.edge_table();
    assert_eq!((table.heading, table.rows.len()), (vec!["source", "", "target"], 4));
    assert!(table.note.is_some());
}

#[test]
fn what_can_be_compared_is() {
    let mut bytes = vec![];
    document().write(&mut bytes).unwrap();
    let estimate = GraphFile::read(&bytes).unwrap();
    assert!(estimate.is_partial);
    assert!(matches!(estimate.align(&NAMES.map(String::from)), Err(Error::NoExtension)));
    // b → a ← d, c alone: a - b and a - d are joined in both, directed in the class of the truth only.
    let truth = GraphFile::read(b"c,b,a,d\n0,0,0,0\n0,0,1,0\n0,0,0,0\n0,0,1,0\n").unwrap();
    let Comparison::Pairs(found) = study::evaluate(truth.clone(), estimate.clone()).unwrap() else {
        panic!("a partial graph has no effects")
    };
    assert_eq!((found.true_edges, found.estimated_edges, found.joined), (2, 4, 2));
    assert_eq!((found.missing, found.extra, found.class_shd), (0, 2, 4));
    let back = study::evaluate(estimate.clone(), truth).unwrap();
    assert!(matches!(back, Comparison::Pairs(p) if (p.missing, p.extra, p.class_shd) == (2, 0, 4)));
    let same = study::evaluate(estimate.clone(), estimate).unwrap();
    assert!(matches!(same, Comparison::Pairs(p) if (p.joined, p.class_shd) == (4, 0)));
    assert!(same.text().contains("effects cannot be"));
}

/// A stopped search joins too much, but some DAG has that; then the file stands for its class.
#[test]
fn an_undirected_skeleton_with_a_member_is_a_class() {
    let file = br#"{"variables": ["a", "b", "c"], "claim": "partial", "edges": [
        {"source": "a", "target": "b", "weight": null, "directed": false},
        {"source": "b", "target": "c", "weight": null, "directed": false}]}"#;
    let graph = GraphFile::read(file).unwrap();
    assert!(!graph.is_partial && graph.undirected.len() == 2);
}

fn resampling(tables: usize) -> Resampling {
    let (kind, refits, seed) = (Kind::Subsample, 10, 1);
    Resampling { kind, refits, seed, together: Together::Rows, frequency: 0.5, tables }
}

/// Refits that belong to no DAG count as they are; what they agree on has equations of its own.
#[test]
fn refits_without_equations_are_counted() {
    let table = square(6000, 2);
    let study =
        study::stability(prepared(table.clone()), &setup(), &resampling(0), &(), &Plain).unwrap();
    let stable = study.stable.as_ref().unwrap();
    assert_eq!(stable.stability.failed, 0);
    for (i, j) in [(0, 1), (1, 2), (2, 3), (0, 3)] {
        let is = |a: &str, b: &str| a == NAMES[i] && b == NAMES[j];
        let pair = stable.stability.pairs.iter().find(|p| is(&p.source, &p.target)).unwrap();
        let support = &pair.support;
        assert_eq!((support.frequency, support.open), (1.0, 1.0), "{i} {j}");
        assert_eq!((support.mean, support.positive, support.negative), (None, 0.0, 0.0));
    }
    let document = Document::of(&study, Run::default(), &Plain).unwrap();
    assert!(document.edges.iter().all(|edge| edge.weight.is_some()));
    let whole = document.whole.as_ref().unwrap();
    assert_eq!((whole.claim, whole.edges.len()), (Claimed::Partial, 4));
    let mut bytes = vec![];
    document.write(&mut bytes).unwrap();
    assert_eq!(Document::read(&bytes).unwrap(), document);

    let refused = study::stability(prepared(table), &setup(), &resampling(2), &(), &Plain);
    assert!(matches!(refused, Err(Error::NoEquations { .. })));
}

/// Arrows may run in a circle; then the order is cut somewhere and lists everyone.
#[test]
fn an_order_of_a_graph_with_a_cycle() {
    let graph = Pdag::new(5, &[(4, 3), (3, 1), (1, 2), (2, 3), (2, 0)], &[(0, 4)]).unwrap();
    assert_eq!(graph.order(), [4, 0, 1, 2, 3]);
    let graph = Pdag::new(4, &[(3, 1), (1, 0)], &[(2, 3)]).unwrap();
    assert_eq!(graph.order(), [2, 3, 1, 0]);
}

/// Copies of a column: a set that holds the copy of an end says nothing, so copies do not part what
/// acts on both.
#[test]
fn copies_do_not_part_what_is_joined() {
    let mut stream = Stream::new(3, 71);
    let cause: Vec<f64> = (0..500).map(|_| stream.normal()).collect();
    let effect = cause.iter().map(|x| x + stream.normal()).collect();
    let names = ["cause", "copy", "effect"].map(String::from).to_vec();
    let table = Table::new(names, vec![cause.clone(), cause, effect]).unwrap();
    let moments = Moments::of(&table).unwrap();
    let method = Info::of("pc").unwrap().spec().method();
    let graph = method.answer(&Dataset::from(&moments), &()).unwrap().claim.graph();
    assert!(graph.is_adjacent(0, 1) && graph.is_adjacent(0, 2) && graph.is_adjacent(1, 2));
}

/// Where a DAG agrees with what was found, what was found is all that the DAGs of its class have in
/// common that agree with what is known: also in small tables, whose tests contradict each other and
/// the knowledge.
#[test]
fn a_claimed_class_is_whole() {
    let (mut classes, mut partial) = (0, 0);
    for seed in 0..300 {
        let options = simulate::Options { nodes: 8, samples: 40, seed, ..Default::default() };
        let table = simulate(&options).unwrap().table;
        let mut stream = Stream::new(seed, 72);
        let name = |j: &usize| table.names()[*j].clone();
        let order = stream.permutation(8);
        let mut rules = Rules::default();
        if seed % 3 > 0 {
            rules.tiers = order.chunks(3).map(|tier| tier.iter().map(name).collect()).collect();
        }
        for _ in 0..seed % 4 {
            let (i, j) = (stream.below(8), stream.below(8));
            rules.forbidden_edges.extend((i != j).then(|| (name(&i), name(&j))));
        }
        rules.required_edges.extend((seed % 5 == 0).then(|| (name(&order[0]), name(&order[7]))));
        // What is drawn may contradict itself.
        let Ok(known) = rules.over(table.names()) else { continue };
        let moments = Moments::of(&table).unwrap();
        let data = Dataset::from(&moments).knowing(&known).unwrap();
        match Pc::default().answer(&data, &()).unwrap().claim {
            Claim::Class { graph, member } => {
                classes += 1;
                assert_eq!(Claim::of(member, Noise::Free, &known).graph(), graph, "{seed}");
            }
            _ => partial += 1,
        }
    }
    assert!(classes > 100 && partial > 0, "{classes} {partial}");
}

/// Among copies no set says anything, and none larger is looked at.
#[test]
fn many_copies_are_soon_done() {
    const N: usize = 60;
    let mut stream = Stream::new(4, 71);
    let column: Vec<f64> = (0..300).map(|_| stream.normal()).collect();
    let names = (1..=N).map(|j| format!("x{j}")).collect();
    let table = Table::new(names, vec![column; N]).unwrap();
    let moments = Moments::of(&table).unwrap();
    let method = Info::of("pc").unwrap().spec().method();
    let answer = method.answer(&Dataset::from(&moments), &()).unwrap();
    let pairs = N * (N - 1) / 2;
    assert_eq!((answer.claim.graph().edge_count(), answer.steps.done), (pairs, pairs));
}

/// Units do not matter: not one bit of the graph changes.
#[test]
fn units_do_not_matter() {
    for seed in 0..5 {
        let options = simulate::Options { nodes: 12, samples: 300, seed, ..Default::default() };
        let table = simulate(&options).unwrap().table;
        let unit = |(k, column): (usize, &Vec<f64>)| -> Vec<f64> {
            // Powers of two are exact.
            column.iter().map(|x| x * 2f64.powi([40, -40, 3][k % 3])).collect()
        };
        let columns = table.columns().iter().enumerate().map(unit).collect();
        let other = Table::new(table.names().to_vec(), columns).unwrap();
        let graph = |table: &Table| Pc::default().learn(table).unwrap().answer.claim.graph();
        assert_eq!(graph(&table), graph(&other), "{seed}");
    }
}

/// A matrix of ones says who is joined to whom where there are no weights.
#[test]
fn ones_where_there_are_no_weights() {
    let expected = Matrix::from_fn(4, 4, |i, j| f64::from((i + j) % 2 == 1));
    assert_eq!(document().weights().unwrap(), expected);
}
