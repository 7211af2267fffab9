//! The program; everything is in the library beside it, where tests and fuzzers can reach it.

use std::process::ExitCode;
use switchyard::large_pages::LargePages;

#[global_allocator]
static MEMORY: LargePages = LargePages;

fn main() -> ExitCode {
    ssg::main()
}
