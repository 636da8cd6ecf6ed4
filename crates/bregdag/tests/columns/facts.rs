//! What the columns of NHEFS are, and what grids they lie on.

use bregdag::prepare::{Facts, Kind};

fn facts(values: &[f64]) -> Facts {
    let mut facts = Facts::new();
    values.chunks(100).for_each(|block| facts.see(block));
    facts
}

#[test]
fn kinds_of_nhefs() {
    let (names, columns) = crate::read("fixtures/nhefs/observed.csv");
    let found = |name: &str| facts(&columns[names.iter().position(|other| other == name).unwrap()]);
    // Sequence numbers of a survey lie far apart, as counts do: only the name tells.
    assert_eq!(found("seqn").kind(), Kind::Quantity);
    assert_eq!(found("seqn").kind_of("seqn"), Kind::Identifier);
    assert_eq!(found("id").kind(), Kind::RowNumber);
    for binary in ["sex", "race", "qsmk"] {
        assert_eq!(found(binary).kind(), Kind::Binary, "{binary}");
    }
    for (codes, count) in [("education", 5), ("active", 3), ("exercise", 3), ("hbp", 3)] {
        assert_eq!(found(codes).kind(), Kind::Codes(count), "{codes}");
    }
    let quantities = ["age", "income", "school", "wt71", "wt82_71", "price71", "tax71_82", "sbp"];
    for quantity in quantities {
        assert_eq!(found(quantity).kind(), Kind::Quantity, "{quantity}");
    }
    assert_eq!((found("wt82").missing(), found("pregnancies").missing()), (63, 903));
    assert_eq!((found("age").grid(), found("wt71").grid()), (1.0, 0.01));
    // Prices were stored in half precision; the differences have more digits.
    for price in ["price71", "price82", "tax71", "tax82", "price71_82", "tax71_82"] {
        let grid = found(price).grid();
        assert!((1e-6..2e-3).contains(&grid), "{price} {grid}");
    }
}
