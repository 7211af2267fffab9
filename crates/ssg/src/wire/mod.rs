//! The JSON of logs, checkpoints and messages between the program's processes. The JSON of
//! questions and answers is in `answers::wire`. No other module names `serde_json`.

pub mod analog;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod grade;
pub mod replays;
pub mod survey;
pub mod tournament;
pub mod verify;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Write};

/// Plain data as one line of JSON, newline included.
pub fn line_of(data: &impl Serialize) -> String {
    answers::wire::line_of(data)
}

/// Plain data as JSON, written to a stream.
pub fn write(out: impl Write, data: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(out, data).map_err(io::Error::from)
}

/// Reads what [`line_of`] or [`write`] wrote.
///
/// # Errors
/// What is wrong with it.
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    serde_json::from_slice(json).map_err(|error| error.to_string())
}

/// Reads an object that must have none of these fields.
///
/// # Errors
/// When it is not what was expected, or has such a field.
pub fn parse_without<T: DeserializeOwned>(json: &[u8], foreign: &[&str]) -> Result<T, String> {
    let fields: serde_json::Value = parse(json)?;
    if let Some(field) = foreign.iter().find(|field| fields.get(field).is_some()) {
        return Err(format!(
            "a line with the field `{field}` belongs to another file"
        ));
    }
    serde_json::from_value(fields).map_err(|why| why.to_string())
}
