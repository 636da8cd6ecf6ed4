//! The moments of a table as a binary file, so that a million rows need to be read only once.
//!
//! Everything is little-endian: the magic bytes, the version (u32), rows (u64), weight (f64), n
//! (u64), n names (u64 length, UTF-8 bytes), n means, the lower triangle of the co-moments row by
//! row, how the data were prepared (u64 length, JSON), and last the CRC-32 of all bytes before it.

use std::io::{Read, Write};

use crate::data::Moments;
use crate::error::{Error, Result};
use crate::linalg::Matrix;
use crate::prepare::Preparation;
use crate::read::content::MOMENTS;
use crate::text::quoted;

/// The first bytes of every moments file.
pub const MAGIC: &[u8; 8] = MOMENTS;
const VERSION: u32 = 2;

/// Writes the moments and how they came to be; they read back to the bit.
pub fn write(moments: &Moments, preparation: &Preparation, out: &mut dyn Write) -> Result<()> {
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend(moments.rows().to_le_bytes());
    file.extend(moments.weight().to_le_bytes());
    file.extend((moments.variables() as u64).to_le_bytes());
    for name in moments.names() {
        file.extend((name.len() as u64).to_le_bytes());
        file.extend(name.as_bytes());
    }
    file.extend(moments.means().iter().flat_map(|mean| mean.to_le_bytes()));
    for i in 0..moments.variables() {
        let row = (0..=i).map(|j| moments.comoments()[(i, j)]);
        file.extend(row.flat_map(f64::to_le_bytes));
    }
    let preparation = serde_json::to_vec(preparation).map_err(|e| Error::Write(e.into()))?;
    file.extend((preparation.len() as u64).to_le_bytes());
    file.extend(preparation);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    out.write_all(&file).map_err(Error::Write)
}

/// Reads moments that [`write()`] has written.
pub fn read(mut input: impl Read) -> Result<(Moments, Preparation)> {
    let mut file = vec![];
    input.read_to_end(&mut file).map_err(Error::Read)?;
    let mut parts = Parts(file.strip_prefix(MAGIC).ok_or_else(|| {
        invalid("it does not start as moments files do; was it written by this program?")
    })?);
    let version = u32::from_le_bytes(parts.array()?);
    if version != VERSION {
        return Err(invalid(format!(
            "version {version}, but this program reads version {VERSION}; compute the moments again"
        )));
    }
    let rows = u64::from_le_bytes(parts.array()?);
    let weight = f64::from_le_bytes(parts.array()?);
    let n = parts.size()?;
    let names = parts.names(n)?;
    let means = parts.numbers(n)?;
    let triangle = parts.numbers(n.checked_mul(n + 1).ok_or_else(truncated)? / 2)?;
    let length = parts.size()?;
    let preparation = parts.bytes(length)?;
    let crc = u32::from_le_bytes(parts.array()?);
    if !parts.0.is_empty() {
        return Err(invalid("more bytes follow after the end"));
    }
    if crc != crc32fast::hash(&file[..file.len() - size_of_val(&crc)]) {
        return Err(invalid("the checksum does not match: the file is damaged; copy it again"));
    }
    let lower = |i: usize, j: usize| triangle[i * (i + 1) / 2 + j];
    let comoments = Matrix::from_fn(n, n, |i, j| lower(i.max(j), i.min(j)));
    check_numbers(&names, weight, &means, &comoments)?;
    let preparation = serde_json::from_slice(preparation)
        .map_err(|error| invalid(format!("how the data were prepared: {error}")))?;
    Ok((Moments::from_parts(names, rows, weight, means, comoments)?, preparation))
}

fn check_numbers(names: &[String], weight: f64, means: &[f64], comoments: &Matrix) -> Result<()> {
    if !(weight.is_finite() && weight > 0.0) {
        return Err(invalid(format!("the sum of the row weights is {weight}")));
    }
    for (j, name) in names.iter().enumerate() {
        if !means[j].is_finite() || comoments.col(j).iter().any(|c| !c.is_finite()) {
            return Err(invalid(format!("the moments of {} are not finite", quoted(name))));
        }
    }
    Ok(())
}

/// What is left of the file. Nothing is set aside before the bytes are known to be there.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let (part, rest) = self.0.split_at_checked(count).ok_or_else(truncated)?;
        self.0 = rest;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (part, rest) = self.0.split_first_chunk().ok_or_else(truncated)?;
        self.0 = rest;
        Ok(*part)
    }

    /// A count of things that each take at least one byte.
    fn size(&mut self) -> Result<usize> {
        let size = u64::from_le_bytes(self.array()?);
        usize::try_from(size).ok().filter(|&size| size <= self.0.len()).ok_or_else(truncated)
    }

    fn names(&mut self, count: usize) -> Result<Vec<String>> {
        let mut names = vec![];
        for j in 0..count {
            let length = self.size()?;
            let name = String::from_utf8(self.bytes(length)?.to_vec());
            names.push(name.map_err(|_| invalid(format!("name {} is not UTF-8", j + 1)))?);
        }
        Ok(names)
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f64>> {
        let bytes = self.bytes(count.checked_mul(size_of::<f64>()).ok_or_else(truncated)?)?;
        Ok(bytes.as_chunks().0.iter().map(|&raw| f64::from_le_bytes(raw)).collect())
    }
}

fn invalid(problem: impl Into<String>) -> Error {
    Error::Format { format: "moments", problem: problem.into() }
}

fn truncated() -> Error {
    invalid("it ends too early; was it copied completely?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Table;

    fn file() -> Vec<u8> {
        let columns = vec![vec![1.0, 2.0, 4.0], vec![0.5, 0.25, -1e10]];
        let table = Table::new(vec!["a".into(), "β".into()], columns).unwrap();
        let mut file = vec![];
        write(&Moments::of(&table).unwrap(), &Preparation::default(), &mut file).unwrap();
        file
    }

    fn problem(file: &[u8]) -> String {
        read(file).unwrap_err().to_string()
    }

    /// The file with bytes replaced and a checksum that matches again.
    fn forged(at: usize, bytes: &[u8]) -> Vec<u8> {
        let mut file = file();
        file.truncate(file.len() - 4);
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        file
    }

    #[test]
    fn says_what_is_wrong() {
        let file = file();
        assert!(read(file.as_slice()).is_ok());
        assert!(problem(b"a,b\n1,2\n").contains("does not start"));
        assert!(problem(&forged(8, &[9])).contains("version 9"));
        assert!(problem(&forged(20, &f64::NAN.to_le_bytes())).contains("row weights is NaN"));
        assert!(problem(&forged(28, &u64::MAX.to_le_bytes())).contains("too early"));
        let first_mean = 8 + 4 + 8 + 8 + 8 + (8 + 1) + (8 + 2);
        let infinite = forged(first_mean, &f64::INFINITY.to_le_bytes());
        assert!(problem(&infinite).contains("moments of \"a\" are not finite"));
        assert!(problem(&[&file[..], &[0]].concat()).contains("more bytes"));
        for end in MAGIC.len()..file.len() {
            assert!(problem(&file[..end]).contains("too early"), "{end}");
        }
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let file = file();
        for k in 0..8 * file.len() {
            let mut damaged = file.clone();
            damaged[k / 8] ^= 1 << (k % 8);
            assert!(matches!(read(damaged.as_slice()), Err(Error::Format { .. })), "bit {k}");
        }
    }
}
