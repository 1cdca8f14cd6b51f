//! altcount: see `crates/altcount/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<altcount::cli::Options>()
}
