//! The naive side of every comparison, by the names that the tests use.

#![allow(unused_imports)] // every test file uses its own part of this

pub use switchyard::oracle::switching as oracle;
pub mod graphs {
    pub use switchyard::oracle::dice::Dice;
    pub use switchyard::oracle::graphs::*;
}
