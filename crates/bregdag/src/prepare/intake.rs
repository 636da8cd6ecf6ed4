//! Files, one after the other → what a method receives. Rows of tables add up; moments stand alone, unless
//! they are to be joined.

use std::io::{Cursor, Read, Seek};

use super::{Gather, Missing, Options, Preparation, Prepared, moments_file, of_moments};
use crate::data::{Moments, pattern};
use crate::error::{Error, Result};
use crate::read::{Header, Reading, Source, matrix, open};
use crate::warning::Warning;
use crate::watch::Watch;

const MOMENTS: &str = "a file of moments";
const COVARIANCES: &str = "a matrix of covariances";

/// Takes files in.
pub struct Intake {
    reading: Reading,
    options: Options,
    /// Whether moments are joined.
    joins: bool,
    taken: Taken,
}

/// What has come so far.
enum Taken {
    Nothing,
    Rows(Box<Gather>),
    /// With what they come from.
    Moments(Box<(Moments, Preparation)>, &'static str),
}

impl Intake {
    /// Which columns are read, and what becomes of them.
    pub fn new(reading: Reading, options: Options) -> Intake {
        let (weights, groups) = (options.weights.clone(), options.groups.clone());
        let reading = Reading { weights, groups, ..reading };
        Intake { reading, options, joins: false, taken: Taken::Nothing }
    }

    /// Only files of moments are taken, and they are joined.
    pub fn joining(reading: Reading, options: Options) -> Intake {
        Intake { joins: true, ..Intake::new(reading, options) }
    }

    /// Takes a file to its end: a table, or moments.
    pub fn add(&mut self, source: Source, watch: &dyn Watch) -> Result<()> {
        let (source, is_moments) = look(source)?;
        match (&mut self.taken, is_moments) {
            (Taken::Rows(_), true) => Err(Error::MomentsAmongTables),
            (_, true) => self.add_moments(source),
            (_, false) if self.joins => Err(Error::NotMoments),
            (Taken::Moments(_, what), false) => Err(Error::NothingToAdd { what }),
            (Taken::Rows(gather), false) => {
                gather.read(open(source, &self.reading)?.as_mut(), watch)
            }
            (Taken::Nothing, false) => {
                let mut blocks = open(source, &self.reading)?;
                let mut gather = Gather::new(blocks.names(), self.options.clone())?;
                gather.as_read(&self.reading);
                gather.read(blocks.as_mut(), watch)?;
                self.taken = Taken::Rows(Box::new(gather));
                Ok(())
            }
        }
    }

    /// Takes a matrix of covariances of so many rows.
    pub fn add_covariances(&mut self, bytes: &[u8], rows: u64) -> Result<()> {
        let (names, covariance) = matrix::read(bytes)?;
        let moments = Moments::from_covariance(names, &covariance, rows)?;
        let preparation = Preparation { rows_read: rows, ..Preparation::default() };
        self.keep(moments, preparation, COVARIANCES)
    }

    fn add_moments(&mut self, source: Source) -> Result<()> {
        let (moments, preparation) = match source {
            Source::Stream(input) => moments_file::read(input)?,
            Source::File(file) => moments_file::read(file)?,
        };
        self.keep(moments, preparation, MOMENTS)
    }

    fn keep(
        &mut self,
        moments: Moments,
        mut preparation: Preparation,
        what: &'static str,
    ) -> Result<()> {
        self.refuse_what_needs_rows(what)?;
        let Reading { columns, drop, .. } = &self.reading;
        let moments = moments.select(&pattern::select(moments.names(), columns, drop)?);
        preparation.missing_cells.retain(|missing| moments.names().contains(&missing.column));
        let both = match std::mem::replace(&mut self.taken, Taken::Nothing) {
            Taken::Nothing => (moments, preparation),
            Taken::Moments(before, _) if self.joins => {
                (before.0.merge(&moments)?, before.1.merge(&preparation)?)
            }
            Taken::Moments(_, what) => return Err(Error::NothingToAdd { what }),
            Taken::Rows(_) => return Err(Error::MomentsAmongTables),
        };
        self.taken = Taken::Moments(Box::new(both), what);
        Ok(())
    }

    /// What only rows can give, and moments have none.
    fn refuse_what_needs_rows(&self, what: &'static str) -> Result<()> {
        let (reading, options) = (&self.reading, &self.options);
        let asked = [
            ("weights_column", None, options.weights.is_some()),
            ("decimal_comma", None, reading.decimal_comma),
            ("missing_tokens", None, reading.missing.is_some()),
            ("thousands", None, reading.thousands),
            ("header", None, reading.header != Header::Auto),
            ("ordered", None, !reading.codes.is_empty()),
            ("sheet", None, reading.sheet.is_some()),
            ("missing", None, options.missing != Missing::Error),
            ("transform", None, !options.transforms.is_empty()),
            ("select", Some("cv"), options.folds.is_some()),
            ("groups", None, options.groups.is_some()),
        ];
        match asked.into_iter().find(|(_, _, asked)| *asked) {
            Some((option, value, _)) => Err(Error::NeedsRows { option, value, what }),
            None => Ok(()),
        }
    }

    /// What a method receives.
    pub fn finish(self, watch: &dyn Watch) -> Result<Prepared> {
        match self.taken {
            Taken::Nothing => Err(Error::EmptyInput),
            Taken::Rows(gather) => gather.finish(watch),
            Taken::Moments(both, _) => of_moments(both.0, both.1, &self.options, watch),
        }
    }

    /// The moments as they are, to be stored.
    pub fn moments(self, watch: &dyn Watch) -> Result<(Moments, Preparation, Vec<Warning>)> {
        match self.taken {
            Taken::Nothing => Err(Error::EmptyInput),
            Taken::Rows(gather) => gather.moments(watch),
            Taken::Moments(both, _) if self.joins => Ok((both.0, both.1, vec![])),
            Taken::Moments(..) => Err(Error::AlreadyMoments),
        }
    }
}

/// The source, and whether it holds moments.
fn look(source: Source) -> Result<(Source, bool)> {
    let mut start = vec![];
    let magic = moments_file::MAGIC;
    let mut read = |input: &mut dyn Read| {
        input.take(magic.len() as u64).read_to_end(&mut start).map_err(Error::Read)
    };
    Ok(match source {
        Source::Stream(mut input) => {
            read(&mut input)?;
            let is_moments = start == magic;
            (Source::Stream(Box::new(Cursor::new(start).chain(input))), is_moments)
        }
        Source::File(mut file) => {
            read(&mut file)?;
            let is_moments = start == magic;
            // A pipe cannot be wound back.
            match file.rewind().is_ok() {
                true => (Source::File(file), is_moments),
                false => (Source::Stream(Box::new(Cursor::new(start).chain(file))), is_moments),
            }
        }
    })
}
