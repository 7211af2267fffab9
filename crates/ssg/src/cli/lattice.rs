//! Lattices by name.

use clap::ValueEnum;
use std::fmt;
use switchyard::generate::Lattice;

/// The kinds of lattice.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LatticeName {
    /// Four neighbours in the plane
    Square,
    /// Six neighbours in the plane
    Triangular,
    /// Eight neighbours in the plane
    King,
    /// Six neighbours in space
    Cubic,
}

impl fmt::Display for LatticeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Square => "square",
            Self::Triangular => "triangular",
            Self::King => "king",
            Self::Cubic => "cubic",
        })
    }
}

impl From<LatticeName> for Lattice {
    fn from(name: LatticeName) -> Self {
        match name {
            LatticeName::Square => Lattice::Square,
            LatticeName::Triangular => Lattice::Triangular,
            LatticeName::King => Lattice::King,
            LatticeName::Cubic => Lattice::Cubic,
        }
    }
}
