//! A set of nodes as a bitmap: ten million of them in little more than a megabyte, which is what
//! makes random lookups cheap.

#[derive(Clone, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    #[inline]
    pub fn has(&self, node: u32) -> bool {
        self.0[(node >> 6) as usize] >> (node & 63) & 1 == 1
    }

    /// 0 if the node is in the set, else 1.
    #[inline]
    pub fn lacks(&self, node: u32) -> u32 {
        !(self.0[(node >> 6) as usize] >> (node & 63)) as u32 & 1
    }

    #[inline]
    pub fn insert(&mut self, node: u32) {
        self.0[(node >> 6) as usize] |= 1 << (node & 63);
    }

    /// Puts the node into the set; whether it was not there before.
    #[inline]
    pub fn insert_new(&mut self, node: u32) -> bool {
        let word = &mut self.0[(node >> 6) as usize];
        let before = *word;
        *word |= 1 << (node & 63);
        before != *word
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    pub fn remove(&mut self, node: u32) {
        self.0[(node >> 6) as usize] &= !(1 << (node & 63));
    }

    pub fn copy_from(&mut self, other: &Self) {
        self.0.copy_from_slice(&other.0);
    }
}
