//! The program; everything is in the library beside it, where tests and fuzzers can reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ssg::main()
}
