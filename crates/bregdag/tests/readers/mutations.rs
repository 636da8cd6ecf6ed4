//! Twenty thousand damaged files over every reader there is: each is answered, within seconds and in little memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bregdag::confidence::file::Header;
use bregdag::confidence::{self, Outcome, Refit, Units};
use bregdag::data::Rules;
use bregdag::document::Document;
use bregdag::experiment::{Ending, Plan, Results, Row, from_csv, to_csv};
use bregdag::read::{matrix, rules};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::{
    Damage, cases, damage, explain, gzip, read_by_all, small_fit, small_table, valid_files,
};

/// Of one run of the tests; more where `BREGDAG_FUZZ_CASES` asks for it.
const FILES: usize = 20_000;
/// What all that are read at a time may take, in megabytes. The largest of them has some kilobytes; that a few hundred bytes
/// may say that they are much more when unpacked is what the limit is for.
const MOST_MEGABYTES: f64 = 200.0;
/// No file takes a second; one that takes this long hangs.
const LONGEST: Duration = Duration::from_secs(60);
const WORKERS: usize = 2;

/// Reads bytes, whatever they are.
type Reads = dyn Fn(&[u8]) + Sync + Send;

/// One valid file, and who reads it.
struct Specimen {
    what: &'static str,
    file: Vec<u8>,
    read: Box<Reads>,
}

impl Specimen {
    fn new(
        what: &'static str,
        file: impl Into<Vec<u8>>,
        read: impl Fn(&[u8]) + Sync + Send + 'static,
    ) -> Specimen {
        Specimen { what, file: file.into(), read: Box::new(read) }
    }
}

/// Everything that anything reads.
fn specimens() -> Vec<Specimen> {
    let tables =
        valid_files().into_iter().map(|file| Specimen::new("table or graph", file, read_by_all));
    tables.chain(fits()).chain(known_beforehand()).chain(refits()).chain(experiments()).collect()
}

/// A fit as JSON, and all that is made of one that is read.
fn fits() -> Vec<Specimen> {
    let mut fit = vec![];
    small_fit().write(&mut fit).unwrap();
    let read = |bytes: &[u8]| {
        let document = Document::read(bytes);
        if let Ok(document) = &document {
            explain(document.links());
            explain(document.dag());
            explain(document.weights());
            explain(document.strengths());
            explain(document.write(&mut vec![]));
        }
        explain(document.map(|_| ()));
    };
    vec![Specimen::new("fit", fit, read)]
}

/// Knowledge, tiers, and a matrix to start from.
fn known_beforehand() -> Vec<Specimen> {
    let names = || ["a", "b", "c d", "e"].map(String::from);
    let knowledge =
        move |bytes: &[u8]| explain(rules::read(bytes).and_then(|rules| rules.over(&names())));
    let tiers = move |bytes: &[u8]| {
        let tiers = rules::read_tiers(bytes);
        explain(tiers.and_then(|tiers| Rules { tiers, ..Rules::default() }.over(&names())));
    };
    let start = move |bytes: &[u8]| explain(matrix::read_over(bytes, &names()));
    let json = r#"{"required_edges": [["a", "b"]], "forbidden_edges": [["b", "c d"], ["e", "a"]], "tiers": [["a"], ["b", "e"]]}"#;
    vec![
        Specimen::new("knowledge", json, knowledge),
        Specimen::new("tiers", "a, b\n\"c d\"\n\ne\n", tiers),
        Specimen::new("tiers", r#"[["a", "b"], ["c d"]]"#, tiers),
        Specimen::new("tiers", r#"{"tiers": [["a", "b"], ["e"]]}"#, tiers),
        Specimen::new("start", "a,b,c d,e\n0,1,0,0\n0,0,0,-2.5\n0,0,0,0\n0,0,1e-3,0\n", start),
    ]
}

/// Refits that are kept while others are done.
fn refits() -> Vec<Specimen> {
    let table = small_table();
    let plan = confidence::Plan::new(confidence::Kind::Bootstrap, 3, 7, Units::rows(3)).unwrap();
    let header = Header::new(&table, &plan, "search".into(), None);
    let refit = |number, outcome| Refit { number, left_out: vec![], outcome };
    let refits = [
        refit(0, Outcome::Found(vec![(0, 1, Some(0.5), false)])),
        refit(1, Outcome::Failed("why".into())),
        refit(2, Outcome::Found(vec![(1, 0, None, true)])),
    ];
    let mut file = serde_json::to_string(&header).unwrap() + "\n";
    refits.iter().for_each(|refit| file += &(serde_json::to_string(refit).unwrap() + "\n"));
    assert_eq!(confidence::file::read(file.as_bytes(), &header).unwrap().0, refits);
    let read = move |bytes: &[u8]| explain(confidence::file::read(bytes, &header));
    vec![Specimen::new("refits", file, read)]
}

/// Plans, and rows of their fits.
fn experiments() -> Vec<Specimen> {
    let plan = r#"{"plan_version": 1, "name": "small", "timed": false, "blocks": [{
      "cases": [{"simulate": {"nodes": 10, "degree": 2, "samples": 200}},
                {"table": {"name": "mine", "data": "data.csv", "truth": "truth.csv", "standardize": true}}],
      "contenders": [{"method": {"name": "search"}},
                     {"external": {"label": "theirs", "command": ["python3", "theirs.py"]}}],
      "seeds": [0, 1]}]}"#;
    let read_plan = |bytes: &[u8]| {
        let plan = Plan::read(bytes);
        if let Ok(plan) = &plan {
            explain(plan.tasks().map(|tasks| tasks.len()));
        }
        explain(plan.map(|_| ()));
    };
    let small = Plan::read(plan.as_bytes()).unwrap();
    let tasks = small.tasks().unwrap();
    let row = |task| Row::without_graph(task, Ending::Failed, "why".into());
    let rows: Vec<Row> = tasks.iter().map(row).collect();
    let csv = to_csv(&rows);
    assert_eq!(from_csv(csv.as_bytes(), &tasks).unwrap().len(), rows.len());
    let results = results(&small, &rows);
    let read_results = move |bytes: &[u8]| {
        use std::io::{Seek, Write};
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        explain(Results::open(file, &small).map(|(_, rows)| rows.len()));
    };
    vec![
        Specimen::new("plan", plan, read_plan),
        Specimen::new("rows", csv, move |bytes| {
            explain(from_csv(bytes, &tasks).map(|rows| rows.len()))
        }),
        Specimen::new("results", results, read_results),
    ]
}

/// The file in which rows are kept while others are fitted.
fn results(plan: &Plan, rows: &[Row]) -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().unwrap();
    let (mut results, _) = Results::open(file.reopen().unwrap(), plan).unwrap();
    rows.iter().for_each(|row| results.add(row).unwrap());
    drop(results);
    std::fs::read(file.path()).unwrap()
}

/// Damaged in one to five ways; one in eight also gets the end of another file, and one in eight is packed.
struct Mutations<'a> {
    runner: TestRunner,
    specimens: &'a [Specimen],
    done: usize,
    wanted: usize,
}

impl Mutations<'_> {
    fn draw<T>(&mut self, strategy: impl proptest::strategy::Strategy<Value = T>) -> T {
        strategy.new_tree(&mut self.runner).unwrap().current()
    }

    /// The number of the next file, what it was, and what became of it.
    fn next(&mut self) -> Option<(usize, usize, Vec<u8>)> {
        let number = self.done;
        self.done += 1;
        (number < self.wanted).then(|| {
            let which = number % self.specimens.len();
            (number, which, self.damaged(which))
        })
    }

    fn damaged(&mut self, which: usize) -> Vec<u8> {
        let mut file = self.specimens[which].file.clone();
        let damages: Vec<Damage> = self.draw(proptest::collection::vec(damage(), 1..6));
        damages.iter().for_each(|damage| damage.apply(&mut file));
        if self.draw(0..8) == 0 {
            let (other, at) = (self.draw(0..self.specimens.len()), self.draw(0..=file.len()));
            let other = &self.specimens[other].file;
            let from = at.min(other.len());
            file.truncate(at);
            file.extend(&other[from..]);
        }
        // What has a sum of its own is believed only with the right one.
        if file.len() > 4 && self.draw(0..4) == 0 && super::is_moments(&file) {
            let end = file.len() - 4;
            file.truncate(end);
            file.extend(crc32fast::hash(&file).to_le_bytes());
        }
        if self.draw(0..8) == 0 {
            file = gzip(&file);
        }
        file
    }
}

/// Ends the program if one file takes too long: a thread that hangs cannot be stopped otherwise.
fn watch(now: &[AtomicUsize; WORKERS], since: &[AtomicU64; WORKERS], began: Instant) {
    for (case, since) in now.iter().zip(since) {
        let since = Duration::from_millis(since.load(Ordering::Relaxed));
        if case.load(Ordering::Relaxed) != IDLE && began.elapsed().saturating_sub(since) > LONGEST {
            eprintln!("file {} takes more than {LONGEST:?}", case.load(Ordering::Relaxed));
            std::process::abort();
        }
    }
}

const IDLE: usize = usize::MAX;

/// In a process of its own, so that what other tests hold in the meantime is not counted.
#[test]
fn damaged_files_are_answered_soon_and_in_little_memory() {
    let alone = "mutations::damaged_files_alone";
    let program = std::env::current_exe().unwrap();
    let ran = Command::new(program).args(["--ignored", "--exact", alone]).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    let failed = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}\n{failed}");
}

#[test]
#[ignore = "another test runs it, alone"]
fn damaged_files_alone() {
    let specimens = specimens();
    specimens.iter().for_each(|specimen| (specimen.read)(&specimen.file));
    let wanted = FILES * (cases() as usize).div_ceil(4000);
    let runner = TestRunner::deterministic();
    let mutations = Mutex::new(Mutations { runner, specimens: &specimens, done: 0, wanted });
    let began = Instant::now();
    let now = [const { AtomicUsize::new(IDLE) }; WORKERS];
    let since = [const { AtomicU64::new(0) }; WORKERS];
    let next = || mutations.lock().unwrap().next();
    let work = |worker: usize| {
        while let Some((number, which, file)) = next() {
            since[worker].store(began.elapsed().as_millis() as u64, Ordering::Relaxed);
            now[worker].store(number, Ordering::Relaxed);
            let Specimen { what, read, .. } = &specimens[which];
            if catch_unwind(AssertUnwindSafe(|| read(&file))).is_err() {
                let kept = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged");
                std::fs::write(&kept, file).unwrap();
                panic!("a damaged {what}, kept in {}", kept.display());
            }
            now[worker].store(IDLE, Ordering::Relaxed);
        }
    };
    let work = &work;
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..WORKERS).map(|worker| scope.spawn(move || work(worker))).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            watch(&now, &since, began);
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    assert!(mutations.lock().unwrap().done >= wanted);
    let peak = super::MEMORY.peak_usage_as_mb();
    assert!(f64::from(peak) < MOST_MEGABYTES, "{peak} MB");
}
