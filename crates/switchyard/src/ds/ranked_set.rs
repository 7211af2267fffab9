//! Sets of integers that number their members.

/// A subset of `0..n` in one and a half bits per integer; the rank of a member takes constant time (Jacobson 1989).
#[derive(Clone, Debug)]
pub(crate) struct RankedSet {
    /// One bit per integer.
    words: Vec<u64>,
    /// How many members come before each word.
    before: Vec<u32>,
}

impl RankedSet {
    /// The set of these integers below `n`.
    pub(crate) fn new(n: usize, members: impl Iterator<Item = usize>) -> Self {
        let mut words = vec![0_u64; n.div_ceil(64)];
        members.for_each(|member| words[member / 64] |= 1 << (member % 64));
        let mut count = 0;
        let count_before = |word: &u64| {
            let before = count;
            count += word.count_ones();
            before
        };
        let before = words.iter().map(count_before).collect();
        Self { words, before }
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        let last = self.before.last().zip(self.words.last());
        last.map_or(0, |(before, word)| (before + word.count_ones()) as usize)
    }

    /// How many members are less than this one.
    #[inline]
    pub(crate) fn rank(&self, member: usize) -> usize {
        let (at, bit) = (member / 64, member % 64);
        let less = self.words[at] & ((1 << bit) - 1);
        (self.before[at] + less.count_ones()) as usize
    }

    /// The members, in increasing order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let without_least = |&word: &u64| Some(word & (word - 1)).filter(|&rest| rest > 0);
            let rest = std::iter::successors(Some(word).filter(|&word| word > 0), without_least);
            rest.map(move |word| 64 * at + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_numbered_in_increasing_order() {
        let members = [0, 1, 5, 63, 64, 127, 191, 200];
        for n in [201, 256, 300] {
            let twice = members.iter().rev().chain(&members).copied();
            let set = RankedSet::new(n, twice);
            assert_eq!(set.len(), members.len());
            assert!(set.iter().eq(members));
            assert!(
                members
                    .iter()
                    .map(|&member| set.rank(member))
                    .eq(0..members.len())
            );
        }
    }

    #[test]
    fn no_members() {
        for n in [0, 1, 64] {
            let none = RankedSet::new(n, std::iter::empty());
            assert_eq!((none.len(), none.iter().count()), (0, 0));
        }
    }
}
