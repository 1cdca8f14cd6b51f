//! freqlines: see `crates/freqlines/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<freqlines::cli::Options>()
}
