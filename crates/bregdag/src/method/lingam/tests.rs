use super::direct::Direct;
use super::entropy::Rows;
use super::knowing::Waiting;
use super::prune::Pruning;
use super::unmixed::causal_order;
use crate::data::{Knowledge, Moments, Rules, Table};
use crate::linalg::Matrix;
use crate::random::Stream;
use crate::read::read_table;
use crate::simulate::{self, Noise, simulate};

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reference/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn order(table: &Table, known: &Knowledge) -> Vec<usize> {
    let moments = Moments::of(table).unwrap();
    let columns = table.standardized(&moments);
    let correlations = moments.standardized().covariance();
    let rows = Rows::new(table.rows(), table.weights());
    let data = (columns.columns(), &correlations);
    let mut search = Direct::new(data, &rows, Waiting::all_of(known), &());
    std::iter::from_fn(|| search.next().unwrap()).collect()
}

fn drawn(nodes: usize, noise: Noise, seed: u64) -> Table {
    let options =
        simulate::Options { nodes, degree: 2, samples: 300, noise, seed, ..Default::default() };
    simulate(&options).unwrap().table
}

/// The orders of the public program, on six tables, most of them Gaussian: there, ratios are close.
#[test]
fn orders_are_those_of_the_public_program() {
    for set in [
        "lin_exp_n10_m1000",
        "lin_gauss_n10_m500",
        "lin_gauss_n20_m1000",
        "lin_gauss_n50_m200",
        "lin_gauss_unequal_n15_m1000",
        "nonlin_n8_m500",
    ] {
        let table = read_table(&fixture(&format!("data/{set}.csv"))[..]).unwrap();
        let theirs = fixture(&format!("lingam/{set}_direct.json"));
        let theirs: serde_json::Value = serde_json::from_slice(&theirs).unwrap();
        let ours = order(&table, &Knowledge::none(table.names().len()));
        let ours: Vec<&str> = ours.iter().map(|&j| table.names()[j].as_str()).collect();
        assert_eq!(serde_json::json!(ours), theirs["causal_order"], "{set}");
    }
}

/// Every pair at every step, by the formulas.
fn by_all_pairs(table: &Table) -> Vec<usize> {
    let moments = Moments::of(table).unwrap();
    let mut columns = table.standardized(&moments).columns().to_vec();
    let rows = Rows::new(table.rows(), table.weights());
    let (mut waiting, mut order): (Vec<usize>, _) = ((0..columns.len()).collect(), vec![]);
    while !waiting.is_empty() {
        let measure = |i: usize| -> f64 {
            let term = |j: usize| {
                let (x, y) = (&columns[i], &columns[j]);
                let [of_i, of_j] = rows.entropies_left(x, y, rows.product(x, y));
                (rows.entropy(y) + of_i - rows.entropy(x) - of_j).min(0.0).powi(2)
            };
            waiting.iter().filter(|&&j| j != i).map(|&j| term(j)).sum()
        };
        let least = |&&a: &&usize, &&b: &&usize| measure(a).total_cmp(&measure(b));
        let first = *waiting.iter().min_by(least).unwrap();
        waiting.retain(|&j| j != first);
        order.push(first);
        for &j in &waiting {
            let slope = rows.product(&columns[j], &columns[first]);
            let left: Vec<f64> =
                columns[j].iter().zip(&columns[first]).map(|(x, y)| x - slope * y).collect();
            let scale = rows.product(&left, &left).sqrt();
            columns[j] = left.iter().map(|x| x / scale).collect();
        }
    }
    order
}

#[test]
fn terms_that_are_left_out_change_nothing() {
    for seed in 0..12 {
        let noise = if seed % 2 == 0 { Noise::Gaussian } else { Noise::Laplace };
        let mut table = drawn(7, noise, seed);
        if seed % 3 == 0 {
            let mut stream = Stream::new(seed, 1);
            let weights = (0..table.rows()).map(|_| stream.uniform()).collect();
            table = table.with_weights(weights).unwrap();
        }
        assert_eq!(order(&table, &Knowledge::none(7)), by_all_pairs(&table), "seed {seed}");
    }
}

/// Who is required or can only be a cause comes first; a circle of forbidden edges is no hindrance.
#[test]
fn orders_agree_with_what_is_known() {
    let table = drawn(6, Noise::Exponential, 3);
    let names = table.names().to_vec();
    let free = order(&table, &Knowledge::none(6));
    let pair = |a: usize, b: usize| (names[a].clone(), names[b].clone());
    let (first, last) = (free[0], free[5]);
    let turned = |required_edges, forbidden_edges| {
        let rules = Rules { required_edges, forbidden_edges, ..Rules::default() };
        order(&table, &rules.over(&names).unwrap())
    };
    for order in [turned(vec![pair(last, first)], vec![]), turned(vec![], vec![pair(first, last)])]
    {
        let place = |j: usize| order.iter().position(|&k| k == j);
        assert!(place(last) < place(first), "{order:?}");
    }
    let circle = turned(vec![], vec![pair(0, 1), pair(1, 2), pair(2, 0)]);
    assert_eq!(circle.len(), 6);
}

/// A required parent stays in, and the others are chosen as from what it leaves of all columns.
#[test]
fn required_parents_bear_no_penalty() {
    let names: Vec<String> = (0..5).map(|j| format!("x{j}")).collect();
    let (mut kept, mut chosen) = (0, 0);
    for seed in 0..20 {
        let mut stream = Stream::new(seed, 2);
        let mut columns: Vec<Vec<f64>> =
            (0..5).map(|_| (0..200).map(|_| stream.normal()).collect()).collect();
        // x0 acts on x1 and x2, and x2 weakly on x4.
        for (j, i, weight) in [(1, 0, 1.0), (2, 0, -0.7), (4, 2, 0.2)] {
            let cause = columns[i].clone();
            columns[j].iter_mut().zip(cause).for_each(|(x, cause)| *x += weight * cause);
        }
        let moments = Moments::of(&Table::new(names.clone(), columns).unwrap()).unwrap();
        let c = moments.standardized().covariance();
        let family = |correlations: &Matrix, rows, known: &Knowledge, before: &[usize]| {
            Pruning { correlations: correlations.clone(), rows, known }.family(4, before).parents
        };
        let required_edges = vec![("x0".into(), "x4".into())];
        let known = Rules { required_edges, ..Rules::default() }.over(&names).unwrap();
        let found = family(&c, 200, &known, &[0, 1, 2, 3]);
        assert_eq!(found[0], 0, "seed {seed}");
        // Correlations of what x0 leaves, and one row fewer for the slope that it takes.
        let spread = |i: usize| (1.0 - c[(i, 0)] * c[(i, 0)]).sqrt();
        let left = Matrix::from_fn(5, 5, |i, j| match i == 0 || j == 0 {
            true => f64::from(i == j),
            false => (c[(i, j)] - c[(i, 0)] * c[(j, 0)]) / (spread(i) * spread(j)),
        });
        let others = family(&left, 199, &Knowledge::none(5), &[1, 2, 3]);
        assert_eq!(found[1..], others, "seed {seed}");
        kept += 3 - others.len();
        chosen += others.len();
    }
    assert!(kept > 0 && chosen > 0, "{kept} {chosen}: nothing was decided");
}

/// (I − B) with its rows shuffled and scaled gives an order of B.
#[test]
fn the_order_of_exact_components() {
    let mut stream = Stream::new(9, 0);
    for n in [2, 3, 7, 12] {
        let (order, shuffled) = (stream.permutation(n), stream.permutation(n));
        let mut unmixing = Matrix::zeros(n, n);
        for a in 0..n {
            let row = shuffled[a];
            let scale = 1.0 + stream.uniform();
            unmixing[(row, order[a])] = scale;
            for b in 0..a {
                unmixing[(row, order[b])] = scale * (0.2 + 0.3 * stream.uniform());
            }
        }
        // With every entry below the diagonal there is one order only.
        assert_eq!(causal_order(&unmixing), order);
    }
}
