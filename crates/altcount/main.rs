//! altcount: see `crates/altcount/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<altcount::cli::Options>()
}
