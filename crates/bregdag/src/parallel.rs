//! Work on the caller's thread pool (feature `parallel`), with results that do not depend on how many
//! threads it has.

/// `f(0), …, f(count − 1)`, computed on the caller's thread pool.
pub fn parallel_map<T: Send>(count: usize, f: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        (0..count).into_par_iter().map(f).collect()
    }
    #[cfg(not(feature = "parallel"))]
    (0..count).map(f).collect()
}

/// Both results, computed at the same time if the caller's thread pool has room.
pub fn parallel_both<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    {
        rayon::join(a, b)
    }
    #[cfg(not(feature = "parallel"))]
    (a(), b())
}

/// How many threads the caller's pool has.
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    {
        rayon::current_num_threads()
    }
    #[cfg(not(feature = "parallel"))]
    1
}

/// `f(k, &mut items[k])` for every k, on the caller's thread pool.
pub fn parallel_for_each<T: Send>(items: &mut [T], f: impl Fn(usize, &mut T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.par_iter_mut().enumerate().for_each(|(k, item)| f(k, item));
    }
    #[cfg(not(feature = "parallel"))]
    items.iter_mut().enumerate().for_each(|(k, item)| f(k, item));
}

/// How often whoever may end the work is asked while it cannot be interrupted.
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
const ASK_EVERY: std::time::Duration = std::time::Duration::from_millis(50);

/// What `work` gives, as long as `go_on` says so. Work that knows no stop runs on a thread of its own; when
/// someone stops it, nobody waits for that thread any more. `None` if it did not end well.
pub fn abandonable<T: Send + 'static, E>(
    work: impl FnOnce() -> T + Send + 'static,
    go_on: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Option<T>, E> {
    go_on()?;
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    {
        use std::sync::mpsc::{RecvTimeoutError, channel};
        let (done, result) = channel();
        // Nobody may be there any more to receive it.
        std::thread::spawn(move || drop(done.send(work())));
        loop {
            match result.recv_timeout(ASK_EVERY) {
                Ok(value) => return Ok(Some(value)),
                Err(RecvTimeoutError::Timeout) => go_on()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }
    #[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
    Ok(Some(work()))
}

/// The work of a portion where a column of n entries costs about n²: some milliseconds, and all
/// columns at once where they are few.
const WORK: usize = 4_000_000;
/// Columns of a portion for each thread, so that threads seldom wait for the last column.
const LEAST: usize = 4;

/// `f(j, &mut columns[j])` for every j, as long as `go_on`, asked before each portion, says so.
pub fn for_each_while<T: Send, E>(
    columns: &mut [T],
    go_on: &mut dyn FnMut() -> Result<(), E>,
    f: impl Fn(usize, &mut T) + Sync + Send,
) -> Result<(), E> {
    let portion = (WORK / columns.len().pow(2).max(1)).max(LEAST * threads());
    in_portions(columns, portion, go_on, f)
}

/// The same where each column is long work by itself: `go_on` is asked as often as threads allow.
pub fn for_each_long_while<T: Send, E>(
    columns: &mut [T],
    go_on: &mut dyn FnMut() -> Result<(), E>,
    f: impl Fn(usize, &mut T) + Sync + Send,
) -> Result<(), E> {
    in_portions(columns, threads(), go_on, f)
}

fn in_portions<T: Send, E>(
    columns: &mut [T],
    portion: usize,
    go_on: &mut dyn FnMut() -> Result<(), E>,
    f: impl Fn(usize, &mut T) + Sync + Send,
) -> Result<(), E> {
    for (k, part) in columns.chunks_mut(portion.max(1)).enumerate() {
        go_on()?;
        parallel_for_each(part, |j, column| f(k * portion + j, column));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_knows_no_stop_can_be_left() {
        let patient = abandonable(|| 7, &mut || Ok::<(), ()>(()));
        assert_eq!(patient, Ok(Some(7)));
        let (mut asked, started) = (0, std::time::Instant::now());
        let mut go_on = || {
            asked += 1;
            if asked > 2 { Err("enough") } else { Ok(()) }
        };
        let long = || std::thread::sleep(std::time::Duration::from_secs(20));
        if cfg!(feature = "parallel") {
            assert_eq!(abandonable(long, &mut go_on), Err("enough"));
            assert!(started.elapsed().as_secs() < 10);
        }
    }

    #[test]
    fn every_column_once_until_told_to_stop() {
        for n in [0, 1, 7, 1000] {
            let mut columns = vec![0; n];
            let all = for_each_while(&mut columns, &mut || Ok::<(), ()>(()), |j, c| *c += j + 1);
            assert!(all.is_ok() && columns.iter().enumerate().all(|(j, &c)| c == j + 1));
        }
        let (mut columns, mut asked) = (vec![false; 5000], 0);
        let mut go_on = || {
            asked += 1;
            if asked > 3 { Err(asked) } else { Ok(()) }
        };
        assert_eq!(for_each_while(&mut columns, &mut go_on, |_, done| *done = true), Err(4));
        let done = columns.iter().filter(|&&done| done).count();
        assert!(columns[..done].iter().all(|&done| done) && done == 3 * LEAST * threads());
    }
}
