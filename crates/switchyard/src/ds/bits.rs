//! A set of small numbers, one bit for each.

/// A set of numbers below a bound.
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Inserts the number, or removes it.
    #[inline]
    pub(crate) fn toggle(&mut self, number: u32) {
        self.0[number as usize / 64] ^= 1 << (number % 64);
    }
}
