use super::*;
use crate::data::{Block, Blocks};
use crate::error::Result;
use crate::prepare::{Gather, Keep, Missing, Options, Scale};
use crate::random::Stream;

/// A table as a file of several blocks.
struct File {
    names: Vec<String>,
    blocks: std::vec::IntoIter<Block>,
}

impl File {
    fn of(columns: &[Vec<f64>]) -> File {
        let rows = columns[0].len();
        let block = |first: usize| {
            let part = |column: &Vec<f64>| column[first..rows.min(first + 700)].to_vec();
            Block { columns: columns.iter().map(part).collect(), ..Block::default() }
        };
        let blocks: Vec<Block> = (0..rows).step_by(700).map(block).collect();
        let names = (0..columns.len()).map(|j| format!("x{j}")).collect();
        File { names, blocks: blocks.into_iter() }
    }
}

impl Blocks for File {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        Ok(self.blocks.next())
    }
}

fn columns(n: usize, rows: usize, seed: u64) -> Vec<Vec<f64>> {
    let column = |j: usize| {
        let mut stream = Stream::new(seed, j as u64);
        (0..rows).map(|_| stream.normal()).collect()
    };
    (0..n).map(column).collect()
}

fn options() -> Options {
    let (keep, missing) = (Keep::IfCheap, Missing::DropRows);
    Options { keep, missing, scale: Scale::Standardize, ..Options::default() }
}

/// What is found where only so many numbers are kept, with or without a second pass.
fn look_at(columns: &[Vec<f64>], most: usize, again: bool) -> Look {
    let file = || File::of(columns);
    let mut gather = Gather::new(&file().names, options()).unwrap();
    gather.keep_at_most(most);
    gather.read(&mut file(), &()).unwrap();
    let mut read = |gather: &mut Gather| gather.read(&mut file(), &());
    let again = again.then_some(&mut read as crate::prepare::far::Passes<'_>);
    gather.finish_with(again, &()).unwrap().look
}

#[test]
fn a_second_pass_finds_what_all_rows_would() {
    let mut columns = columns(4, 5000, 1);
    // The first is missing, so it leaves.
    columns[0][0] = f64::NAN;
    columns[1][2221] = 50.0;
    columns[2][4900] = -1e6;
    let found = |look: Look| match look {
        Look::Found(far) => far,
        other => panic!("{other:?}"),
    };
    let (whole, passes) = (look_at(&columns, usize::MAX, true), look_at(&columns, 4000, true));
    let (whole, passes) = (found(whole), found(passes));
    assert_eq!(whole.numbers, [2222, 4901]);
    assert_eq!((passes.count, &passes.numbers), (whole.count, &whole.numbers));
    assert_eq!((passes.looked_at, passes.sampled), (4999, false));
    // All others, in the units of the standardised table.
    let others = passes.others.unwrap();
    assert_eq!((others.rows(), others.variables()), (4997, 4));
    assert!(others.variances()[2] < 1e-6, "a million stretched the unit");
    assert!(whole.others.is_none() && passes.places.is_empty());
}

#[test]
fn what_can_be_read_once_is_a_sample() {
    let mut columns = columns(4, 5000, 2);
    match look_at(&columns, 4000, false) {
        Look::Found(far) => assert_eq!((far.sampled, far.count), (true, 0)),
        other => panic!("{other:?}"),
    }
    // All runs fit into a sample of so few rows; of many the extremes of columns tell that there is something.
    columns[3][77] = 1e9;
    match look_at(&columns, 4000, false) {
        Look::Found(far) => assert_eq!((far.sampled, far.numbers.as_slice()), (true, &[78][..])),
        other => panic!("{other:?}"),
    }
}

/// A row whose values are nothing special, but not together.
#[test]
fn columns_are_looked_at_together() {
    let mut columns = columns(2, 500, 3);
    let noise = columns[1].clone();
    columns[1] = columns[0].iter().zip(&noise).map(|(x, e)| x + 0.1 * e).collect();
    (columns[0][100], columns[1][100]) = (2.0, -2.0);
    let borrowed: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let rule = Rule::of(&borrowed, &mut || true);
    assert_eq!(rule.far(&borrowed), (vec![100], 1));
    // Who does not want to wait gets what each column tells.
    let stopped = Rule::of(&borrowed, &mut || false);
    assert_eq!(stopped.far(&borrowed), (vec![], 0));
    assert!(!stopped.looks_together() && rule.looks_together());
}

/// With a normal table, one in a hundred has any row that is far.
#[test]
fn clean_rows_stay() {
    let tables = 200;
    let far = (0..tables).filter(|&seed| {
        let columns = columns(5, 300, 100 + seed);
        let borrowed: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        !Rule::of(&borrowed, &mut || true).far(&borrowed).0.is_empty()
    });
    // Two are expected; ten or more have probability 5e-5.
    assert!(far.count() < 10);
}

#[test]
fn copies_and_constants_do_no_harm() {
    let mut columns = columns(3, 200, 4);
    columns[1] = columns[0].iter().map(|x| 3.0 * x - 1.0).collect();
    columns.push(vec![5.0; 200]);
    columns[2][7] = 1e200;
    let borrowed: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let rule = Rule::of(&borrowed, &mut || true);
    assert_eq!(rule.far(&borrowed), (vec![7], 0));
    let none: [&[f64]; 2] = [&[], &[]];
    assert_eq!(Rule::of(&none, &mut || true).far(&none), (vec![], 0));
}
