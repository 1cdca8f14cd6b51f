//! uniqwords: see `crates/uniqwords/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<uniqwords::cli::Options>()
}
