//! freqlines: see `crates/freqlines/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<freqlines::cli::Options>()
}
