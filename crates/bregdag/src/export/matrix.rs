//! W as a square table: a header with the n names, then n rows; row i, column j is the weight of
//! i → j.

use std::io::Write;

use super::delimited::{push_line, push_name, push_number};
use crate::error::{Error, Result};
use crate::linalg::Matrix;

/// Writes the matrix with commas; numbers read back to the bit.
pub fn write(names: &[String], weights: &Matrix, out: &mut dyn Write) -> Result<()> {
    let mut line = String::new();
    push_line(&mut line, names, |line, name| push_name(line, name));
    for i in 0..weights.rows() {
        push_line(&mut line, 0..weights.cols(), |line, j| push_number(line, weights[(i, j)]));
        out.write_all(line.as_bytes()).map_err(Error::Write)?;
        line.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::matrix::read;

    #[test]
    fn rows_are_causes_and_columns_effects() {
        let names = vec!["a".into(), "b, c".into()];
        let mut weights = Matrix::zeros(2, 2);
        weights[(0, 1)] = -0.25;
        let mut file = vec![];
        write(&names, &weights, &mut file).unwrap();
        assert_eq!(String::from_utf8_lossy(&file), "a,\"b, c\"\n0,-0.25\n0,0\n");
        assert_eq!(read(&file).unwrap(), (names, weights));
    }
}
