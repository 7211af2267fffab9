//! What workers send each other: bytes with an address.

use serde::{Deserialize, Serialize};

/// Bytes for a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Message {
    /// The worker that it goes to.
    pub worker: u32,
    /// Who sends it: a shard, or a worker.
    pub from: u32,
    /// The shard that it is for, if the worker has several.
    pub to: u32,
    /// What the bytes are; every dataflow has its own kinds.
    pub kind: u8,
    /// The bytes.
    #[serde(with = "in_one_piece")]
    pub body: Vec<u8>,
}

/// Serialised as bytes and not as a sequence of numbers, so that they are copied at once.
mod in_one_piece {
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};
    use std::fmt;

    pub fn serialize<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
        out.serialize_bytes(bytes)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        from.deserialize_byte_buf(Bytes)
    }

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }
    }
}

/// Ascending numbers, stored as gaps, most of which take one byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gaps {
    pub bytes: Vec<u8>,
    /// The least number that may follow.
    next: u32,
}

impl Gaps {
    /// Adds a number larger than all before.
    #[inline]
    pub fn push(&mut self, number: u32) {
        let mut gap = number - self.next;
        while gap >= 0x80 {
            self.bytes.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        self.bytes.push(gap as u8);
        self.next = number.wrapping_add(1);
    }

    /// Takes the bytes so far; the next number starts a new list.
    pub fn take(&mut self) -> Vec<u8> {
        self.next = 0;
        std::mem::take(&mut self.bytes)
    }
}

/// The numbers in bytes of [`Gaps`].
#[inline]
pub(crate) fn each_number(bytes: &[u8], mut each: impl FnMut(u32)) {
    let (mut next, mut gap, mut shift) = (0_u32, 0_u32, 0);
    for &byte in bytes {
        gap |= u32::from(byte & 0x7f).wrapping_shl(shift);
        if byte & 0x80 == 0 {
            let number = next.wrapping_add(gap);
            each(number);
            next = number.wrapping_add(1);
            (gap, shift) = (0, 0);
        } else {
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_keep_the_numbers() {
        let numbers = [0, 1, 2, 129, 130, 20_000, 3_000_000, u32::MAX - 1, u32::MAX];
        let mut gaps = Gaps::default();
        for number in numbers {
            gaps.push(number);
        }
        let bytes = gaps.take();
        assert_eq!(bytes[..3], [0, 0, 0]);
        let mut found = Vec::new();
        each_number(&bytes, |number| found.push(number));
        assert_eq!(found, numbers);
        gaps.push(7);
        assert_eq!(gaps.take(), [7]);
    }
}
