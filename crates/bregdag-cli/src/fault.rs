//! Panics. The library catches those of other people's readers on damaged files, so no panic is
//! printed when it happens; of one that nobody catches, the place and the words are handed on.

use std::any::Any;
use std::panic::{self, PanicHookInfo, UnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::table::printable;

/// Runs something. A panic that leaves it, on whatever thread it began, is an error that says where.
pub fn located<T>(run: impl FnOnce() -> T + UnwindSafe) -> Result<T, String> {
    let last = Arc::new(Mutex::new(String::new()));
    let noted = Arc::clone(&last);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        *noted.lock().unwrap_or_else(PoisonError::into_inner) = described(panic);
    }));
    let ended = panic::catch_unwind(run);
    panic::set_hook(before);
    // Whatever was caught on the way came before the panic that ended the run.
    ended.map_err(|_| last.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

/// Where a panic is and what it says, on one line.
fn described(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map_or("an unknown place".into(), ToString::to_string);
    format!("{}: {}", printable(&place), printable(said(panic.payload())))
}

fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref().copied()).unwrap_or("it says nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test: the hook belongs to the whole process.
    #[test]
    fn the_panic_that_ends_a_run_is_named() {
        // One that is caught leaves no trace.
        let caught = || panic::catch_unwind(|| panic!("caught")).is_err();
        assert_eq!(located(caught), Ok(true));

        let line = line!() + 3;
        let own = located(|| {
            caught();
            panic!("one\n{}", "two\u{1b}[31m");
        });
        let expected = format!("{}:{line}:13: one\\ntwo\\u{{1b}}[31m", file!());
        assert_eq!(own, Err::<(), _>(expected));

        // On a thread of rayon, and with words that are not formatted.
        let line = line!() + 1;
        let elsewhere = located(|| rayon::join(|| (), || panic!("there")));
        let place = format!("{}:{line}:", file!());
        let fault = elsewhere.unwrap_err();
        assert!(fault.starts_with(&place) && fault.ends_with(": there"), "{fault}");
    }
}
