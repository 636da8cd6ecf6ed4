//! Loops compiled once more for processors with wide registers, chosen when the program runs. The numbers are the same: nothing is
//! fused or reordered.

/// Sets that are looked at together: the patterns of so many of the lowest variables. What belongs to them stays near the
/// processor.
pub const BLOCK: usize = 12;

/// A loop with all it needs. `run` and what it calls must be `#[inline(always)]`, or they stay as narrow as the rest. (A
/// closure is called through a function of its own, which does not.)
pub trait Loop {
    /// What it gives.
    type Output;

    /// Runs it.
    fn run(self) -> Self::Output;
}

/// Runs a loop as wide as the processor allows.
pub fn widely<L: Loop>(work: L) -> L::Output {
    pulp::Arch::new().dispatch(Wide(work))
}

struct Wide<L>(L);

impl<L: Loop> pulp::WithSimd for Wide<L> {
    type Output = L::Output;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> L::Output {
        self.0.run()
    }
}
