//! Leaves Python's symbols to the interpreter that loads the module, on systems whose linkers want to know.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
