//! Names of files on the command line, where `-` is a standard stream.

use std::path::Path;

/// Whether this name stands for standard input or output.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) {
        "<stdin>".to_owned()
    } else {
        path.display().to_string()
    }
}
