//! Files of digraphs and of labels.

pub mod binary;
pub mod label_text;
pub mod text;
