//! cutbounds: see `crates/cutbounds/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<cutbounds::cli::Options>()
}
