//! htmlblocks: see `crates/htmlblocks/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<htmlblocks::cli::Options>()
}
