//! uniqwords: see `crates/uniqwords/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<uniqwords::cli::Options>()
}
