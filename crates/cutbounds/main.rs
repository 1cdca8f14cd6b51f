//! cutbounds: see `crates/cutbounds/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<cutbounds::cli::Options>()
}
