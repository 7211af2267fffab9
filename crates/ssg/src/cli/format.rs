//! A file format on the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use switchyard::format::Format;

/// A format as an argument.
#[derive(Clone, Copy, Debug)]
pub struct Name(pub Format);

impl ValueEnum for Name {
    fn value_variants<'a>() -> &'a [Self] {
        static NAMES: [Name; Format::ALL.len()] = {
            let mut names = [Name(Format::Network); Format::ALL.len()];
            let mut i = 0;
            while i < names.len() {
                names[i] = Name(Format::ALL[i]);
                i += 1;
            }
            names
        };
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).aliases(self.0.extensions()))
    }
}
