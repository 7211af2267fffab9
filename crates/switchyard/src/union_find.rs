//! Disjoint sets with union by size and path halving.

/// A partition of `0..n` that only grows coarser. Near-constant time an operation (Tarjan 1975).
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

    /// The size of the larger set of `x` and `y`, or `None` if they are in one set.
    pub fn larger_if_apart(&mut self, x: usize, y: usize) -> Option<usize> {
        let (a, b) = (self.find(x), self.find(y));
        (a != b).then(|| self.links[a].min(self.links[b]).unsigned_abs() as usize)
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
