//! Round robins: which games there are, their log, the standings with ratings, and the reports about them.

pub mod csv;
mod date;
pub mod games;
pub mod html;
pub mod log;
pub mod networks;
pub mod plan;
pub mod rating;
pub mod standings;
pub mod svg;
pub mod tables;
