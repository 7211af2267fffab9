//! Numbers of a question, with the same limit on 32-bit and 64-bit machines: a number that does not
//! fit into 32 bits is refused with the same message. No graph is that large.

use serde::{Deserialize, Deserializer};

/// A number.
pub(super) fn number<'de, D: Deserializer<'de>>(input: D) -> Result<usize, D::Error> {
    Ok(u32::deserialize(input)? as usize)
}

/// A number that may be missing; the field needs a default.
pub(super) fn perhaps<'de, D: Deserializer<'de>>(input: D) -> Result<Option<usize>, D::Error> {
    Ok(Option::<u32>::deserialize(input)?.map(|number| number as usize))
}

/// A list of numbers.
pub(super) fn numbers<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<usize>, D::Error> {
    let list = Vec::<u32>::deserialize(input)?;
    Ok(list.into_iter().map(|number| number as usize).collect())
}

/// A list of pairs.
pub(super) fn pairs<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<[usize; 2]>, D::Error> {
    let list = Vec::<[u32; 2]>::deserialize(input)?;
    Ok(list
        .into_iter()
        .map(|pair| pair.map(|number| number as usize))
        .collect())
}
