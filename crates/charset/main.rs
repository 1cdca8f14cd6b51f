//! charset: see `crates/charset/src/cli/mod.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<charset::cli::Options>()
}
