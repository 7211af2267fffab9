//! Packs the inputs of a fuzz target into one file, and unpacks them for the fuzzer.

use fuzz_targets::archive;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: corpus pack DIRECTORY FILE
       corpus unpack FILE DIRECTORY";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [action, from, to] = arguments.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let done = match action.as_str() {
        "pack" => archive::pack(Path::new(from), Path::new(to)),
        "unpack" => archive::unpack(Path::new(from), Path::new(to)),
        _ => {
            eprintln!("corpus: no action {action:?}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(inputs) => {
            println!("{to}: {inputs} inputs");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("corpus: {error}");
            ExitCode::FAILURE
        }
    }
}
