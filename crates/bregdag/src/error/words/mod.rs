//! Errors in plain sentences: what was wrong, what was expected, what to do.

mod files;
mod graphs;
mod tables;
mod text;
mod work;

use super::Error;
use crate::text::shown;
use crate::voice::Voice;

/// The words for some of the errors.
type Words = fn(&Error, &dyn Voice) -> Option<String>;

/// Every error has words in one of these; a test sees to it.
const AREAS: [Words; 10] = [
    files::text,
    files::formats,
    files::cells,
    files::moments,
    tables::columns,
    tables::values,
    tables::sizes,
    work::methods,
    work::refits,
    graphs::said,
];

/// The message in the words of a front end.
pub fn said(error: &Error, voice: &dyn Voice) -> String {
    let said = AREAS.iter().find_map(|said| said(error, voice));
    said.unwrap_or_else(|| shown(&format!("{error:?}"), 400))
}

/// The first option that helps, in the words of a front end.
fn advice(error: &Error, voice: &dyn Voice) -> String {
    error.remedies().first().map_or_else(String::new, |remedy| remedy.said(voice))
}
