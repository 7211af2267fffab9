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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_in_and_out() {
        let mut bits = Bits::new(130);
        for number in [0, 63, 64, 129] {
            assert!(!bits.contains(number));
            bits.insert(number);
            bits.insert(number);
            assert!(bits.contains(number));
        }
        bits.toggle(64);
        bits.toggle(1);
        let inside: Vec<u32> = (0..130).filter(|&number| bits.contains(number)).collect();
        assert_eq!(inside, [0, 1, 63, 129]);
    }
}
