//! One number of an array, as its bytes lie in the file.

use super::unsupported;
use crate::data::Label;
use crate::error::Result;
use crate::read::notation::{Column, Notation};
use crate::read::reading::Role;

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Float,
    Signed,
    Unsigned,
    Bool,
}

/// How one number is stored.
pub(super) struct Number {
    kind: Kind,
    pub width: usize,
    big_endian: bool,
}

impl Number {
    /// From NumPy's notation, such as `'<f8'`.
    pub fn parse(descr: &str) -> Result<Number> {
        let quote = |c| c == '\'' || c == '"';
        let code = descr.strip_prefix(quote).and_then(|rest| rest.split(quote).next());
        let (order, kind) = code.and_then(|code| code.split_at_checked(1)).unwrap_or_default();
        let (kind, width) = match kind {
            "f4" | "f8" => (Kind::Float, &kind[1..]),
            "i1" | "i2" | "i4" | "i8" => (Kind::Signed, &kind[1..]),
            "u1" | "u2" | "u4" | "u8" => (Kind::Unsigned, &kind[1..]),
            "b1" => (Kind::Bool, "1"),
            _ => return Err(unsupported(descr)),
        };
        match (order, width.parse()) {
            ("<" | ">" | "|", Ok(width)) => Ok(Number { kind, width, big_endian: order == ">" }),
            _ => Err(unsupported(descr)),
        }
    }

    /// The bytes of every `step`-th number from `start` on.
    pub fn entries<'a>(
        &self,
        raw: &'a [u8],
        start: usize,
        step: usize,
    ) -> impl Iterator<Item = &'a [u8]> {
        raw.chunks_exact(self.width).skip(start).step_by(step)
    }

    /// A column of such entries.
    pub fn column<'a>(
        &self,
        role: Role,
        entries: impl Iterator<Item = &'a [u8]>,
        notation: &Notation,
    ) -> Column {
        match role {
            Role::Groups => Column::Groups(entries.map(|raw| self.label(raw, notation)).collect()),
            Role::Weights => Column::Weights(entries.map(|raw| self.decode(raw)).collect()),
            _ => Column::Variable(entries.map(|raw| self.decode(raw)).collect()),
        }
    }

    /// The value of `width` bytes. Integers beyond 2⁵³ are rounded to the nearest double.
    pub fn decode(&self, raw: &[u8]) -> f64 {
        let bits = self.bits(raw);
        match (self.kind, self.width) {
            (Kind::Float, 4) => f64::from(f32::from_bits(bits as u32)),
            (Kind::Float, _) => f64::from_bits(bits),
            (Kind::Signed, _) => self.signed(bits) as f64,
            (Kind::Unsigned, _) => bits as f64,
            (Kind::Bool, _) => f64::from(bits != 0),
        }
    }

    /// The same as a label, of which nothing is rounded.
    pub fn label(&self, raw: &[u8], notation: &Notation) -> Label {
        let (x, bits) = (self.decode(raw), self.bits(raw));
        match self.kind {
            Kind::Signed => notation.label_of_number(x, self.signed(bits)),
            Kind::Unsigned => notation.label_of_number(x, bits),
            Kind::Float | Kind::Bool => notation.label_of_number(x, x),
        }
    }

    fn bits(&self, raw: &[u8]) -> u64 {
        let append = |bits: u64, &byte: &u8| bits << 8 | u64::from(byte);
        match self.big_endian {
            true => raw.iter().fold(0, append),
            false => raw.iter().rev().fold(0, append),
        }
    }

    fn signed(&self, bits: u64) -> i64 {
        let unused = 64 - 8 * self.width as u32;
        ((bits << unused) as i64) >> unused
    }
}
