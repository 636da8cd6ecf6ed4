//! A short code for long contents, to tell whether two are the same: FNV-1a with 64 bits (Fowler, Noll
//! and Vo: <http://www.isthe.com/chongo/tech/comp/fnv/>). Nobody is kept from making two contents with
//! one code; nothing rests on that.

use std::fmt::{self, Write};

/// The code of what was added so far.
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn step(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3);
    }

    /// Adds bytes, one after the other.
    pub fn add(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.step(u64::from(byte)));
    }

    /// Adds a number in one step. The high bits of a product never reach the low ones, so they are
    /// laid over these first.
    pub fn add_word(&mut self, word: u64) {
        self.step(word ^ word >> 32);
    }

    /// The code.
    pub fn code(self) -> u64 {
        self.0
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(add: impl Fn(&mut Fingerprint)) -> u64 {
        let mut fingerprint = Fingerprint::default();
        add(&mut fingerprint);
        fingerprint.code()
    }

    #[test]
    fn as_published() {
        // Test vectors of the authors.
        assert_eq!(code(|f| f.add(b"")), 0xcbf2_9ce4_8422_2325);
        assert_eq!(code(|f| f.add(b"a")), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(code(|f| f.add(b"foobar")), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn high_bits_count_too() {
        let words = [0, 1, 1 << 63, f64::to_bits(1.0), f64::to_bits(2.0)];
        let codes = words.map(|word| code(|f| f.add_word(word)));
        let mut low: Vec<u64> = codes.iter().map(|code| code & 0xffff_ffff).collect();
        low.sort_unstable();
        low.dedup();
        assert_eq!(low.len(), words.len());
    }
}
