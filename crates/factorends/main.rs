//! factorends: see `crates/factorends/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<factorends::cli::Options>()
}
