//! What SHORT has to join, on the command line.

use switchyard::switching::Target;

/// The target of the game.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)] // it is part of other commands' arguments, which have the group
pub struct TargetArgs {
    /// What SHORT has to join: the terminals, or all vertices
    #[arg(long, value_name = "terminals|all", default_value = "terminals")]
    pub target: Target,
}
