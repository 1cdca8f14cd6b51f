//! charset: see `crates/charset/src/cli/mod.rs`.
fn main() -> std::process::ExitCode {
    command::main::<charset::cli::Options>()
}
