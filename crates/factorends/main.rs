//! factorends: see `crates/factorends/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<factorends::cli::Options>()
}
