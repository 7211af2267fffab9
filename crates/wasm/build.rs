//! Bounds the memory of a module: a question that would take more fails by itself, not with its tab.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-link-arg=--max-memory=1073741824");
    }
}
