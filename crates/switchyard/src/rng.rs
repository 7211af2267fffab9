//! The source of all chance in the library.

use rand::{SeedableRng, TryRng};
use rand_chacha::ChaCha8Rng;
use std::convert::Infallible;

/// A random number generator that yields the same numbers from the same seed on every machine.
///
/// It implements the traits of `rand`, so it can be used wherever one of that crate's generators can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator of a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Another generator, seeded by numbers of this one.
    #[must_use]
    pub fn split(&mut self) -> Self {
        Self(ChaCha8Rng::from_rng(self))
    }
}

impl TryRng for Rng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Seeds are promises: a game or network that a seed names must stay the same for ever.
    #[test]
    fn numbers_of_a_seed_never_change() {
        let mut rng = Rng::from_seed(1);
        let numbers: [u32; 3] = std::array::from_fn(|_| rng.random());
        let mut inner = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(numbers, std::array::from_fn(|_| inner.random::<u32>()));
        assert_ne!(Rng::from_seed(2), Rng::from_seed(1));
        assert_eq!(rng.split().0, ChaCha8Rng::from_rng(&mut inner));
    }
}
