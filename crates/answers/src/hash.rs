//! The hash for fingerprints of networks, players, tournaments and shards.

use switchyard::graph::VertexId;
use switchyard::switching::{Network, Target};

/// 64-bit FNV-1a, the hash of Fowler, Noll and Vo: short and stable over versions. It detects
/// accidental differences, not deliberate collisions.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The hash of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::new();
        hash.bytes(bytes);
        hash.value()
    }

    /// Takes in some bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Takes in a text and its end.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xff]);
    }

    /// Takes in a number, as eight bytes, the lowest first.
    pub fn number(&mut self, number: usize) {
        self.bytes(&(number as u64).to_le_bytes());
    }

    /// The value.
    pub fn value(self) -> u64 {
        self.0
    }

    /// The value in 16 hex digits.
    pub fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// A name for the network: [`Fnv`] over n, m, L, R and the ends of all edges, in hex; in the join-all
/// game over 0 in the place of L and R.
pub fn fingerprint(network: &Network) -> String {
    let graph = network.graph();
    let mut hash = Fnv::new();
    hash.number(graph.vertex_count());
    hash.number(graph.edge_count());
    let terminals = match network.target() {
        Target::Terminals => [network.left(), network.right()].map(VertexId::label),
        Target::All => [0; 2],
    };
    for terminal in terminals {
        hash.number(terminal);
    }
    for edge in graph.edges() {
        for end in graph.ends(edge) {
            hash.number(end.label());
        }
    }
    hash.hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vectors of FNV-1a.
    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(Fnv::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::of(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
