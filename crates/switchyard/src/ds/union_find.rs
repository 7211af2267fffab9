//! Disjoint sets with union by size and path halving.

use crate::ds::prefetch::prefetch;

/// A partition of `0..n` that only grows coarser. Near-constant time per operation (Tarjan 1975).
#[derive(Clone, Debug)]
pub struct UnionFind {
    /// A root holds minus the size of its set; any other element its parent.
    links: Vec<i32>,
}

impl UnionFind {
    /// `n` sets of one element each.
    pub fn new(n: usize) -> Self {
        Self { links: vec![-1; n] }
    }

    /// How many elements there are in all sets.
    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// The representative of the set of `x`.
    #[inline]
    pub fn find(&mut self, x: usize) -> usize {
        let mut x = x;
        while self.links[x] >= 0 {
            let parent = self.links[x] as usize;
            if self.links[parent] >= 0 {
                self.links[x] = self.links[parent];
            }
            x = parent;
        }
        x
    }

    /// The representative of the set of `x`, without shortening any path.
    #[inline]
    pub fn root(&self, x: usize) -> usize {
        let mut x = x;
        while self.links[x] >= 0 {
            x = self.links[x] as usize;
        }
        x
    }

    /// Whether `x` is the representative of its set.
    #[inline]
    pub(crate) fn is_root(&self, x: usize) -> bool {
        self.links[x] < 0
    }

    /// Prefetches the link of `x`.
    pub(crate) fn prefetch(&self, x: usize) {
        prefetch(&self.links, x);
    }

    /// Joins the sets of `x` and `y`; `false` when they were one already.
    pub fn union(&mut self, x: usize, y: usize) -> bool {
        let (mut a, mut b) = (self.find(x), self.find(y));
        if a == b {
            return false;
        }
        if self.links[a] > self.links[b] {
            std::mem::swap(&mut a, &mut b);
        }
        self.links[a] += self.links[b];
        self.links[b] = a as i32;
        true
    }

    /// Whether `x` and `y` are in one set.
    pub fn same(&mut self, x: usize, y: usize) -> bool {
        self.find(x) == self.find(y)
    }

    /// The number of elements in the set of `x`.
    pub fn size(&mut self, x: usize) -> usize {
        let root = self.find(x);
        self.links[root].unsigned_abs() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without path compression, a set of n elements has depth at most log n.
    #[test]
    fn sets_are_shallow() {
        const N: usize = 1 << 10;
        let deepest = |pairs: &mut dyn Iterator<Item = [usize; 2]>| {
            let mut sets = UnionFind::new(N);
            for [x, y] in pairs {
                // From root to root: `find` has nothing to shorten.
                let [x, y] = [x, y].map(|x| sets.root(x));
                sets.union(x, y);
            }
            let depth = |start: usize| {
                let up = |&x: &usize| usize::try_from(sets.links[x]).ok();
                std::iter::successors(Some(start), up).count() - 1
            };
            (0..N).map(depth).max()
        };
        assert_eq!(deepest(&mut (1..N).map(|v| [v, v - 1])), Some(1));
        assert_eq!(deepest(&mut (1..N).map(|v| [v - 1, v])), Some(1));
        let halves = |step: usize| (0..N - step).step_by(2 * step).map(move |v| [v, v + step]);
        assert_eq!(
            deepest(&mut (0..10).map(|k| 1 << k).flat_map(halves)),
            Some(10)
        );
    }

    #[test]
    fn sizes_and_roots() {
        let mut sets = UnionFind::new(6);
        assert!(sets.union(0, 1) && sets.union(2, 3) && sets.union(1, 3));
        assert!(!sets.union(0, 2));
        let sizes: Vec<usize> = (0..6).map(|x| sets.size(x)).collect();
        assert_eq!(sizes, [4, 4, 4, 4, 1, 1]);
        assert!(sets.same(0, 3) && !sets.same(3, 4));
        assert!((0..6).all(|x| sets.root(x) == sets.find(x)));
    }
}
