//! The fixed tables of `fixtures/reference`.

use bregdag::Table;
use bregdag::linalg::Matrix;
use bregdag::method::{Dagma, Notears, Spec, dagma, notears};
use bregdag::read::read_table;

use super::{fixture, json, largest_difference, objective, relaxed};

/// By their variables.
const TABLES: [&str; 6] = [
    "nonlin_n8_m500",
    "lin_gauss_n10_m500",
    "lin_exp_n10_m1000",
    "lin_gauss_unequal_n15_m1000",
    "lin_gauss_n20_m1000",
    "lin_gauss_n50_m200",
];

fn table(name: &str) -> Table {
    read_table(&fixture(&format!("reference/data/{name}.csv"))[..]).unwrap()
}

/// The matrix in a file.
fn matrix(name: &str) -> Matrix {
    let table = read_table(&fixture(&format!("reference/{name}"))[..]).unwrap();
    let columns = table.columns();
    Matrix::from_fn(columns.len(), columns.len(), |i, j| columns[j][i])
}

/// Of the two local minima listed, ours is the worse one. On the first table the paths part at ρ = 100, where
/// two minima of the subproblem differ by 6e-4 of it, whatever the first step, its start or the growth of ρ. On
/// the second the public program stops before h is small enough.
#[test]
fn notears_is_no_worse() {
    let worse = [("lin_exp_n10_m1000", "0.0"), ("lin_gauss_n50_m200", "0.1")];
    for (name, text) in TABLES.iter().flat_map(|name| [(*name, "0.0"), (*name, "0.1")]) {
        let lambda: f64 = text.parse().unwrap();
        let spec = Spec::Notears(Notears(notears::Options { lambda, ..Default::default() }));
        let ours = relaxed(&spec, &table(name));
        assert!(ours.acyclicity <= 1e-8, "{name}, {text}: {}", ours.acyclicity);
        let theirs = json(&format!("reference/notears/{name}_lambda{text}.json"));
        let difference = objective(&ours, lambda) - theirs["objective"].as_f64().unwrap();
        // The public program moves by 4e-4 when columns are given in reverse order.
        let no_worse = difference <= 1e-3;
        assert_eq!(no_worse, !worse.contains(&(name, text)), "{name}, {text}: {difference}");
        // What the two have beyond that: 0.03 and 0.3.
        assert!(difference <= 0.01 * objective(&ours, lambda), "{name}, {text}: {difference}");
    }
}

/// Where the public program is stable, so is W. Its answer for the first table is not exact: with a stricter
/// rule to stop it moves by 0.070, to an objective of 6.91835 instead of 6.91895, and that is ours.
#[test]
fn notears_finds_the_same_matrix() {
    for (name, text, far) in [
        ("lin_gauss_n10_m500", "0.1", 0.08),
        ("lin_gauss_n10_m500", "0.0", 0.05),
        ("lin_exp_n10_m1000", "0.1", 0.05),
        ("nonlin_n8_m500", "0.1", 0.05),
        ("nonlin_n8_m500", "0.0", 0.05),
        ("lin_gauss_unequal_n15_m1000", "0.1", 0.05),
        ("lin_gauss_unequal_n15_m1000", "0.0", 0.05),
    ] {
        let lambda: f64 = text.parse().unwrap();
        let spec = Spec::Notears(Notears(notears::Options { lambda, ..Default::default() }));
        let ours = relaxed(&spec, &table(name)).raw;
        let theirs = matrix(&format!("notears/{name}_lambda{text}_raw.csv"));
        // Reversing the columns alone moves the public program by up to 0.03.
        let difference = largest_difference(&ours, &theirs);
        assert!(difference <= far, "{name}, {text}: {difference}");
        let edges = |w: &Matrix| w.map(|x| f64::from(x.abs() >= 0.3));
        assert_eq!(edges(&ours), edges(&theirs), "{name}, {text}");
    }
}

/// The other constraint has the same zeros; paths may part, but not far.
#[test]
fn the_polynomial_constraint_leads_to_nearly_the_same() {
    for name in &TABLES[..4] {
        let found = |constraint| {
            let options = notears::Options { constraint, ..Default::default() };
            let found = relaxed(&Spec::Notears(Notears(options)), &table(name));
            assert!(found.acyclicity <= 1e-8, "{name}: {}", found.acyclicity);
            objective(&found, options.lambda)
        };
        let exponential = found(notears::Constraint::Exponential);
        let polynomial = found(notears::Constraint::Polynomial);
        // h ≤ 1e-8 allows different things under the two, and minima differ.
        assert!((exponential - polynomial).abs() <= 0.01 * exponential, "{name}: {polynomial}");
    }
}

/// The same steps lead to the same matrix. On the last table the public program itself moves by 0.0587 when
/// the columns are given in reverse order: entries near zero change signs at every step, and which do is chance.
#[test]
fn dagma_as_released_takes_the_same_steps() {
    let options = dagma::Options { as_released: true, ..Default::default() };
    for (name, far) in TABLES.iter().zip([1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 0.06]) {
        let ours = relaxed(&Spec::Dagma(Dagma(options)), &table(name));
        let difference = largest_difference(&ours.raw, &matrix(&format!("dagma/{name}_raw.csv")));
        assert!(difference <= far, "{name}: {difference}");
    }
}
