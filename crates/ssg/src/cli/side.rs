//! A side of the switching game on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use switchyard::switching::Side;

/// Reads `short` or `cut`.
pub fn parser() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new([
        PossibleValue::new("short").help("Joins the terminals"),
        PossibleValue::new("cut").help("Separates the terminals"),
    ])
    .map(|name| match name.as_str() {
        "short" => Side::Short,
        _ => Side::Cut,
    })
}
