//! Files, one after the other → what a method receives. Rows of tables add up; moments stand alone, unless
//! they are to be joined.

use std::fs::File;
use std::io::{Cursor, Read, Seek};

use super::far::Passes;
use super::{Gather, Missing, Options, Outliers, Preparation, Prepared, moments_file, of_moments};
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
    /// What of these someone asked for, where the rest is taken over from an earlier run: moments need not be able to
    /// do that again.
    asked: Option<(Reading, Options)>,
    /// Whether moments are joined.
    joins: bool,
    taken: Taken,
    /// The files, to be read once more if need be; nothing once one of them can be read only once.
    again: Option<Vec<File>>,
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
        let again = Some(vec![]);
        Intake { reading, options, asked: None, joins: false, taken: Taken::Nothing, again }
    }

    /// Of all that it was made with, only this was asked for in so many words.
    pub fn asked(self, reading: Reading, options: Options) -> Intake {
        Intake { asked: Some((reading, options)), ..self }
    }

    /// Only files of moments are taken, and they are joined.
    pub fn joining(reading: Reading, options: Options) -> Intake {
        Intake { joins: true, ..Intake::new(reading, options) }
    }

    /// Takes a file to its end: a table, or moments.
    pub fn add(&mut self, source: Source, watch: &dyn Watch) -> Result<()> {
        let (source, is_moments) = look(source)?;
        self.remember(&source);
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

    /// Keeps a file open, to be read once more.
    fn remember(&mut self, source: &Source) {
        let file = match source {
            Source::File(file) => file.try_clone().ok(),
            Source::Stream(_) => None,
        };
        self.again = self.again.take().zip(file).map(|(mut files, file)| {
            files.push(file);
            files
        });
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
        let (reading, options) = match &self.asked {
            Some((reading, options)) => (reading, options),
            None => (&self.reading, &self.options),
        };
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
            ("outliers", Some("drop"), options.outliers == Outliers::Drop),
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
            Taken::Rows(gather) => {
                let reading = &self.reading;
                let mut again = self.again.map(|files| {
                    move |gather: &mut Gather| {
                        files.iter().try_for_each(|file| {
                            let mut file = file.try_clone().map_err(Error::Read)?;
                            file.rewind().map_err(Error::Read)?;
                            gather.read(open(Source::File(file), reading)?.as_mut(), watch)
                        })
                    }
                });
                let again = again.as_mut().map(|again| again as Passes<'_>);
                gather.finish_with(again, watch)
            }
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
