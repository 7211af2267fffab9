//! Arguments that several commands share.

pub mod board;
pub mod format;
pub mod lattice;
pub mod mover;
#[cfg(feature = "cluster")]
pub mod place;
pub mod player_spec;
pub mod position;
pub mod side;
pub mod strength;
pub mod target;
pub mod terminals;

/// A build without the feature `cluster` has one process and no options for others.
#[cfg(not(feature = "cluster"))]
pub mod place {
    /// No arguments.
    #[derive(Clone, Debug, Default, clap::Args)]
    pub struct PlaceArgs {}
}
