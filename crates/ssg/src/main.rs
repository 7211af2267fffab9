//! The program; everything is in the library beside it, where tests and fuzzers can reach it.

use huge_pages::HugePages;
use std::process::ExitCode;

#[global_allocator]
static MEMORY: HugePages = HugePages;

fn main() -> ExitCode {
    huge_pages::share_arena();
    ssg::main()
}
