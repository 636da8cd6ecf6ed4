//! Plans, rows and results.

use std::collections::HashSet;
use std::io::{Read, Seek, SeekFrom, Write};

use serde_json::json;

use super::*;
use crate::Table;
use crate::graph::{Dag, Pdag};
use crate::watch::Watch;

struct Clock;

impl Watch for Clock {}

impl Timekeeper for Clock {
    fn seconds(&self) -> f64 {
        0.0
    }

    fn cpu_seconds(&self) -> Option<f64> {
        None
    }
}

fn text(methods: serde_json::Value) -> String {
    json!({ "plan_version": 1, "name": "small", "blocks": [{
        "cases": [{ "simulate": { "nodes": 6, "degree": 1, "samples": 100 } }],
        "contenders": methods,
        "seeds": [0, 1, 1],
    }] })
    .to_string()
}

fn plan() -> Plan {
    let methods = json!([
        { "method": { "name": "search" } },
        { "method": { "name": "pc", "label": "pc 0.001", "options": { "alpha": 0.001 } } },
    ]);
    Plan::read(text(methods).as_bytes()).unwrap()
}

#[test]
fn a_plan_is_read_and_written() {
    let plan = plan();
    // The same fit twice is one.
    assert_eq!(plan.tasks().unwrap().len(), 4);
    assert_eq!(Plan::read(plan.to_json().unwrap().as_bytes()).unwrap(), plan);
}

#[test]
fn what_no_fit_can_mend_is_said() {
    let problem = |text: &str| Plan::read(text.as_bytes()).unwrap_err().to_string();
    let of = |methods| problem(&text(methods));
    assert!(of(json!([{ "method": { "name": "serach" } }])).contains("search"));
    assert!(of(json!([{ "method": { "options": {} } }])).contains("missing field `name`"));
    let options = json!([{ "method": { "name": "pc", "options": { "alhpa": 1 } } }]);
    assert!(of(options).contains("alpha"));
    assert!(of(json!([{ "external": { "label": "x", "command": [] } }])).contains("a program"));
    assert!(of(json!([])).contains("no block"));
    let good = text(json!([{ "method": { "name": "search" } }]));
    assert!(problem(&good.replace("\"samples\":100", "\"samples\":1")).contains("samples"));
    assert!(problem(&good.replace("\"nodes\":6", "\"seed\":3")).contains("belong to the block"));
    assert!(problem(&good.replace("\"plan_version\":1", "\"plan_version\":7")).contains('7'));
    assert!(problem(&good.replace("\"seeds\":[0,1,1]", "\"sees\":[0]")).contains("sees"));
    assert!(problem("{}").contains("missing field"));
}

#[test]
fn an_identity_is_that_of_the_fit() {
    let with = |options: serde_json::Value, label: &str| {
        let contender = Contender::of("search", label, options);
        Task::new("x", &plan().blocks[0].cases[0], &contender, 0).identity()
    };
    // Options that are spelt out and labels change nothing; other options do.
    assert_eq!(with(json!({}), "a"), with(json!({ "seed": 0 }), "b"));
    assert_ne!(with(json!({}), "a"), with(json!({ "seed": 1 }), "a"));
}

#[test]
fn rows_count_what_is_wrong() {
    // 0 → 1 → 2 → 3; found are 0 → 1, 2 → 1, 0 — 2.
    let truth = Dag::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap();
    let graph = Pdag::new(4, &[(0, 1), (2, 1)], &[(0, 2)]).unwrap();
    let columns = (0..4).map(|j| (0..9).map(|r| f64::from((r * 7 + j * 3) % 11)).collect());
    let names = (0..4).map(|j| format!("x{j}")).collect();
    let table = Table::new(names, columns.collect()).unwrap();
    let data = Data { table, truth: Some(truth), weights: None };
    let task = &plan().tasks().unwrap()[0];
    let errors = found(task, &data, &graph).unwrap().errors.unwrap();
    let counts = (errors.true_edges, errors.found_edges, errors.missing, errors.extra);
    assert_eq!((counts, errors.reversed, errors.shd), ((3, 3, 1, 1), 1, 3));
    assert_eq!((errors.fdr(), errors.tpr()), (Some(2.0 / 3.0), Some(1.0 / 3.0)));
    assert_eq!(errors.precision(), Some(1.0 / 3.0));
}

#[test]
fn a_fit_is_a_row_whatever_comes_of_it() {
    for task in plan().tasks().unwrap() {
        let data = task.simulated().unwrap();
        let row = fit(&task, &data, &Clock);
        assert_eq!((row.ending, row.n, row.m), (Ending::Done, 6, 100));
        let errors = row.errors.unwrap();
        assert_eq!(errors.shd, errors.missing + errors.extra + errors.reversed);
        assert!(row.varsortability.is_some() && errors.sid.is_some());
        let read: Row = serde_json::from_str(&serde_json::to_string(&row).unwrap()).unwrap();
        assert_eq!(read, row);
    }
    // One that cannot learn says why: no proof takes so many.
    let many = crate::simulate::Options { nodes: 30, samples: 50, ..Default::default() };
    let task = Task::new("x", &Case::Simulate(many), &Contender::of("exact", "e", json!({})), 0);
    let row = fit(&task, &task.simulated().unwrap(), &Clock);
    assert!(row.ending == Ending::Failed && row.problem.is_some() && row.errors.is_none());
}

#[test]
fn whatever_is_cut_off_the_whole_rows_stay() {
    let (plan, mut file) = (plan(), tempfile::tempfile().unwrap());
    let rows: Vec<Row> = plan.tasks().unwrap()[..2]
        .iter()
        .map(|task| Row::without_graph(task, Ending::Died, "a\nb".into()))
        .collect();
    let (mut results, known) = Results::open(file.try_clone().unwrap(), &plan).unwrap();
    assert!(known.is_empty());
    rows.iter().for_each(|row| results.add(row).unwrap());
    drop(results);
    let mut bytes = vec![];
    file.seek(SeekFrom::Start(0)).unwrap();
    file.read_to_end(&mut bytes).unwrap();
    for end in (0..=bytes.len()).step_by(7).chain([bytes.len()]) {
        let mut part = tempfile::tempfile().unwrap();
        part.write_all(&bytes[..end]).unwrap();
        part.seek(SeekFrom::Start(0)).unwrap();
        let (_, found) = Results::open(part, &plan).unwrap();
        assert!(found == rows[..found.len()] && (found.len() == 2) == (end == bytes.len()));
    }
    let other = Plan { name: "other".into(), ..plan };
    file.seek(SeekFrom::Start(0)).unwrap();
    let refused = Results::open(file, &other).unwrap_err().to_string();
    assert!(refused.contains("another plan"), "{refused}");
}

#[test]
fn the_table_is_tidy() {
    let rows: Vec<Row> = plan()
        .tasks()
        .unwrap()
        .iter()
        .map(|task| fit(task, &task.simulated().unwrap(), &Clock))
        .collect();
    let csv = to_csv(&rows);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|field| field == name).unwrap();
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        assert_eq!(&record[at("shd")], row.errors.unwrap().shd.to_string());
        assert_eq!((&record[at("label")], &record[at("status")]), (row.label(), "done"));
        assert_eq!(&record[at("noise")], "gaussian");
    }
}

#[test]
fn every_contender_of_an_experiment_has_a_look_of_its_own() {
    use super::catalog::{EXPERIMENTS, Guests, Size, look};
    let guests = Guests { rivals: vec!["rival".into()], table: None };
    for experiment in EXPERIMENTS {
        let blocks = experiment.plan(Size::Full, &guests).blocks;
        let contenders = blocks.iter().flat_map(|block| &block.contenders);
        let labels: HashSet<&str> = contenders.map(Contender::label).collect();
        assert!(labels.contains("GRaSP"), "{labels:?}");
        let looks: HashSet<usize> = labels.iter().map(|label| look(label) % chart::LOOKS).collect();
        assert_eq!(looks.len(), labels.len(), "{}: {labels:?}", experiment.name);
    }
}

#[test]
fn every_experiment_has_a_plan_and_a_report() {
    use super::catalog::{EXPERIMENTS, Experiment, Guests, Markup, Size};
    for experiment in EXPERIMENTS {
        let (full, quick) = (
            experiment.plan(Size::Full, &Guests::default()),
            experiment.plan(Size::Quick, &Guests::default()),
        );
        let tasks = quick.tasks().unwrap();
        assert!(full.tasks().unwrap().len() > tasks.len(), "{}", experiment.name);
        assert_ne!(full.code(), quick.code());
        // Any numbers will do for a report.
        let row = |(k, task): (usize, &Task)| Row {
            problem: None,
            n: task.simulated().unwrap().table.names().len(),
            m: 100,
            errors: Some(Errors {
                true_edges: 9,
                found_edges: 9,
                shd: k % 7,
                ..Default::default()
            }),
            seconds: Some(0.1 + k as f64),
            peak_mb: Some(10.0),
            ..Row::without_graph(task, Ending::Done, String::new())
        };
        let rows: Vec<Row> = tasks.iter().step_by(5).enumerate().map(row).collect();
        for markup in [Markup::Markdown, Markup::Latex] {
            let outputs = experiment.report(&rows, markup);
            assert!(outputs.len() >= 2);
            for output in outputs {
                let svg = output.name.ends_with(".svg");
                assert_eq!(svg, output.text.starts_with("<svg"), "{}", output.name);
                assert!(output.text.len() > 200, "{} of {}", output.name, experiment.name);
            }
        }
    }
    assert!(Experiment::of("figure3").unwrap_err().to_string().contains("figure1"));
}
