//! A side of the switching game on the command line.

use switchyard::switching::Side;

/// `short` or `cut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SideName {
    /// Joins the terminals
    Short,
    /// Parts them
    Cut,
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Self {
        match side {
            SideName::Short => Side::Short,
            SideName::Cut => Side::Cut,
        }
    }
}
