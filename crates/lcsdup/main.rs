//! lcsdup: see `crates/lcsdup/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<lcsdup::cli::Options>()
}
