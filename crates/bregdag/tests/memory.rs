//! What methods say that they take of memory, beside what they take.

use std::time::{Duration, Instant};

use bregdag::data::Environment;
use bregdag::method::METHODS;
use bregdag::random::Stream;
use bregdag::{Dataset, Moments, Stop, Table, Watch};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Stops after so long.
struct Patience(Instant, Duration);

impl Watch for Patience {
    fn stop(&self) -> Option<Stop> {
        (self.0.elapsed() > self.1).then_some(Stop::TimeLimit)
    }
}

/// Every third column begins anew, and those after it follow from it.
fn table(n: usize, rows: usize) -> Table {
    let mut stream = Stream::new(7, n as u64);
    let mut columns: Vec<Vec<f64>> = vec![];
    for j in 0..n {
        let mut column: Vec<f64> = (0..rows).map(|_| stream.normal()).collect();
        if j % 3 > 0 {
            column.iter_mut().zip(&columns[j - 1]).for_each(|(x, before)| *x += before);
        }
        columns.push(column);
    }
    Table::new((0..n).map(|j| format!("x{j}")).collect(), columns).unwrap()
}

/// Bytes that the method takes beside its data, those that it says, and whether it came to its end.
fn peak(name: &str, n: usize, rows: usize, patience: Duration) -> (f64, f64, bool) {
    let table = table(n, rows);
    let moments = Moments::of(&table).unwrap();
    let environment = Environment { moments: &moments, rows: Some(&table), targets: &[] };
    let spec = METHODS.iter().find(|info| info.name == name).unwrap().spec();
    let said = spec.method().footprint().bytes(n, rows as u64);
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let fit = spec.learn(&Dataset::of(environment), &Patience(Instant::now(), patience));
    let taken = MEMORY.peak_usage() - before;
    let whole = fit.is_ok_and(|fit| !fit.answer.status.was_stopped());
    (taken as f64, said as f64, whole)
}

/// Never less than is taken, and for those that are soon done not more than half as much again.
#[test]
fn methods_take_what_they_say() {
    // The count is of the whole program: one method after the other.
    for info in METHODS.iter().filter(|info| info.name != "exact") {
        for (n, rows) in [(300, 60), (300, 900)] {
            let (taken, said, _) = peak(info.name, n, rows, Duration::from_secs(1));
            assert!(taken <= said, "{} {n} × {rows}: {taken} of {said}", info.name);
        }
    }
    for name in ["search", "pc", "chow-liu", "sort", "empty"] {
        for (n, rows) in [(1000, 50), (1000, 2000)] {
            let (taken, said, whole) = peak(name, n, rows, Duration::from_secs(60));
            assert!(whole, "{name} {n} × {rows}");
            eprintln!("{name} {n} × {rows}: takes {:.1} MB, says {:.1}", taken / 1e6, said / 1e6);
            assert!(taken <= said, "{name} {n} × {rows}: {taken} of {said}");
            assert!(said <= 1.5 * taken, "{name} {n} × {rows}: {taken}, it says {said}");
        }
    }
}
