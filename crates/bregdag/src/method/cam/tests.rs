//! Against the R package CAM 1.0 with mgcv and mboost: `fixtures/reference/cam`.

use serde_json::Value;

use super::candidates::neighbours;
use super::greedy::Greedy;
use super::options::{Functions, Options};
use super::regressions::Regressions;
use crate::data::{Knowledge, Moments, Table};
use crate::read::read_table;
use crate::smooth::{Rows, Spaces};

const LINEAR: [&str; 5] = [
    "lin_gauss_n10_m500",
    "lin_gauss_n20_m1000",
    "lin_exp_n10_m1000",
    "lin_gauss_n50_m200",
    "lin_gauss_unequal_n15_m1000",
];

fn file(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reference/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

fn table(set: &str) -> Table {
    read_table(file(&format!("data/{set}.csv")).as_bytes()).unwrap()
}

/// A square table of numbers: [row][column].
fn square(name: &str) -> Vec<Vec<f64>> {
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    let text = file(&format!("cam/{name}.csv"));
    text.lines().skip(1).map(|line| line.split(',').map(number).collect()).collect()
}

/// A data set with what the package was asked for.
struct Set {
    name: &'static str,
    functions: Functions,
    table: Table,
    moments: Moments,
}

impl Set {
    fn of(name: &'static str, functions: Functions) -> Set {
        let table = table(name);
        Set { name, functions, moments: Moments::of(&table).unwrap(), table }
    }

    fn straight(&self) -> bool {
        self.functions == Functions::Linear
    }

    fn label(&self) -> String {
        format!("{}_{}", self.name, if self.straight() { "SEMLIN" } else { "SEMGAM" })
    }

    fn regressions(&self) -> Regressions<'_> {
        let rows = Rows::of(&self.table, &self.moments);
        match self.functions {
            Functions::Additive => {
                Regressions::Smooth(Spaces::new(&self.table, rows, 10, &()).unwrap())
            }
            Functions::Linear => Regressions::Straight {
                comoments: self.moments.comoments(),
                rows: self.moments.rows() as f64,
            },
        }
    }

    fn neighbours(&self) -> Vec<Vec<usize>> {
        let rows = Rows::of(&self.table, &self.moments);
        neighbours(&self.table, &rows, self.straight(), &()).unwrap().unwrap()
    }

    /// Those of the package.
    fn theirs(&self) -> Vec<Vec<usize>> {
        let may = square(&format!("{}_candidates", self.label()));
        let n = may.len();
        (0..n).map(|j| (0..n).filter(|&i| may[i][j] == 1.0).collect()).collect()
    }

    /// What is the same in all runs: the total score −Σ log v_j, dividing by m − 1, from shares that are left.
    fn score(&self, left: &[f64]) -> f64 {
        let m = self.moments.rows() as f64;
        let of = |(share, variance): (&f64, f64)| -(share * variance * m / (m - 1.0)).ln();
        left.iter().zip(self.moments.variances()).map(of).sum()
    }

    /// Goes the way of the package, one edge after the other. Each must be the best one, but for gains that tie: of both
    /// directions of a straight effect, rounding decides there.
    fn replayed(&self, run: &Value, tie: f64, tolerance: f64) {
        let regressions = self.regressions();
        let n = self.moments.variables();
        let known = Knowledge::none(n);
        let most = Options::default().resolved(n, self.moments.rows()).max_parents.unwrap();
        let mut greedy = Greedy::new(&regressions, &known, most);
        let may = match run["variable_selection"].as_bool().unwrap() {
            true => self.theirs(),
            false => (0..n).map(|_| (0..n).collect()).collect(),
        };
        greedy.weigh(&|i, j| may[j].contains(&i), &()).unwrap();
        for (k, edge) in run["edges_added"].as_array().unwrap().iter().enumerate() {
            let what = format!("{}, edge {k}", self.label());
            let (i, j) = (self.place(&edge["source"]), self.place(&edge["target"]));
            let (bi, bj, best) = greedy.best().expect("an edge");
            let gain =
                greedy.gain_of(i, j).unwrap_or_else(|| panic!("{what}: {i} -> {j} may not come"));
            assert!(best - gain <= tie, "{what}: {i} -> {j} gains {gain}, {bi} -> {bj} {best}");
            greedy.add(i, j, &()).unwrap();
            let (ours, theirs) = (self.score(&greedy.left), edge["score"].as_f64().unwrap());
            assert!((ours - theirs).abs() <= tolerance, "{what}: {ours} {theirs}");
        }
        assert!(greedy.best().is_none(), "{}: more edges", self.label());
        let kind = if run["variable_selection"].as_bool().unwrap() { "varsel" } else { "nosel" };
        self.same_graph(&greedy, &format!("{kind}_unpruned"));
        greedy.prune(0.001, &known, &()).unwrap();
        self.same_graph(&greedy, &format!("{kind}_pruned"));
    }

    fn same_graph(&self, greedy: &Greedy<'_>, kind: &str) {
        let theirs = square(&format!("{}_{kind}", self.label()));
        for (j, parents) in greedy.parents.iter().enumerate() {
            let expected: Vec<usize> = (0..theirs.len()).filter(|&i| theirs[i][j] != 0.0).collect();
            assert_eq!(*parents, expected, "{} {kind}: parents of {j}", self.label());
        }
    }

    fn place(&self, name: &Value) -> usize {
        self.table.names().iter().position(|n| n == name.as_str().unwrap()).unwrap()
    }

    /// The runs without pruning; those with it add the same edges.
    fn runs(&self) -> Vec<Value> {
        let all: Value =
            serde_json::from_str(&file(&format!("cam/{}.json", self.label()))).unwrap();
        let runs = all["runs"].as_array().unwrap().iter().cloned();
        runs.filter(|run| run["pruning"] == Value::Bool(false)).collect()
    }

    /// The largest difference of a first gain.
    fn gains_differ(&self) -> f64 {
        let (regressions, n) = (self.regressions(), self.moments.variables());
        let known = Knowledge::none(n);
        let mut greedy = Greedy::new(&regressions, &known, n);
        greedy.weigh(&|i, j| i != j, &()).unwrap();
        let theirs = square(&format!("{}_initial_gain", self.label()));
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j);
        let differ = |(i, j): (usize, usize)| (greedy.gain_of(i, j).unwrap() - theirs[i][j]).abs();
        pairs.map(differ).fold(0.0, f64::max)
    }
}

#[test]
fn linear_runs_go_the_same_way() {
    for name in LINEAR {
        let set = Set::of(name, Functions::Linear);
        // Rounding of the logarithms; the file has 15 digits.
        assert!(set.gains_differ() < 1e-10, "{name}: {}", set.gains_differ());
        for run in set.runs() {
            // Differences of gains that tie are rounding too.
            set.replayed(&run, 1e-10, 1e-8);
        }
    }
}

#[test]
fn linear_candidates_are_the_same() {
    for name in LINEAR {
        let set = Set::of(name, Functions::Linear);
        assert_eq!(set.neighbours(), set.theirs(), "{name}");
    }
}

#[test]
fn curves_go_the_same_way() {
    let set = Set::of("nonlin_n8_m500", Functions::Additive);
    // mgcv stops where its criterion changes by 1e-7 of itself.
    assert!(set.gains_differ() < 1e-5, "{}", set.gains_differ());
    for run in set.runs() {
        // Of several terms the criterion has several lowest points, and ours may be another one than mgcv's.
        set.replayed(&run, 1e-3, 1e-2);
    }
}

#[test]
fn curved_candidates_are_the_same() {
    for name in ["nonlin_n8_m500", "lin_gauss_n10_m500"] {
        let set = Set::of(name, Functions::Additive);
        assert_eq!(set.neighbours(), set.theirs(), "{name}");
    }
}

/// From the table to the graph, with every setting.
#[test]
fn the_whole_method_finds_the_graph() {
    use crate::method::Cam;
    use crate::{Learn, Status};
    let table = table("nonlin_n8_m500");
    for (selection, kind) in [(true, "varsel"), (false, "nosel")] {
        for (pruning, done) in [(true, "pruned"), (false, "unpruned")] {
            let fit =
                Cam(Options { selection, pruning, ..Options::default() }).learn(&table).unwrap();
            let theirs = square(&format!("nonlin_n8_m500_SEMGAM_{kind}_{done}"));
            let dag = fit.dag().unwrap();
            for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
                assert_eq!(dag.has_edge(i, j), theirs[i][j] != 0.0, "{kind} {done}: {i} -> {j}");
            }
            assert_eq!(fit.answer.status, Status::Converged);
        }
    }
}
