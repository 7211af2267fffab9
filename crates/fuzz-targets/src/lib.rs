//! The properties that must hold for arbitrary bytes.
//!
//! Each function takes the bytes of a fuzzer and panics when a promise is broken: a reader that
//! panics, a text that does not survive writing and reading, a wrong certificate or label that is
//! accepted. `fuzz/` calls them under libFuzzer, `tests/corpus.rs` with the corpora and the named
//! regressions.

pub mod archive;
mod bytes;
mod certificates;
mod coins;
mod dialogue;
mod networks;
mod wire;

pub use certificates::certificates;
pub use coins::{coins, labels};
pub use dialogue::dialogue;
pub use networks::networks;
pub use wire::wire;

/// A target: what must hold for any bytes.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also the name of its corpus.
pub const TARGETS: [(&str, Target); 6] = [
    ("networks", networks),
    ("certificates", certificates),
    ("coins", coins),
    ("labels", labels),
    ("dialogue", dialogue),
    ("wire", wire),
];
