//! Experiments with the library: what `ssg analog` and `ssg survey` run.
//!
//! [`survey`] asks the same question about many random networks and compares the answers with a law.
//! [`quota`] lets Shannon's robot play against itself, [`adversary`] searches for games that it
//! loses against an opponent who knows it, and [`paper`] compares every number of Fischer's paper
//! with what is computed. [`anywhere`] does the first two on any network; [`tally`] counts how each decision of the robot was
//! proved. [`sample`] estimates quotas on any network, and [`built`] is the robot of bulbs and faulty parts. [`league`] lets the built-in players play against each other on families of networks:
//! `cargo run --release -p switchyard-experiments --example league` runs it.

pub mod adversary;
pub mod anywhere;
pub mod built;
pub mod league;
pub mod paper;
pub mod quota;
pub mod sample;
pub mod survey;
pub mod tally;
