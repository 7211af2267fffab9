//! Files of digraphs and of labels.

pub mod binary;
#[cfg(feature = "formats")]
pub mod graph_file;
pub mod label_text;
pub mod text;
