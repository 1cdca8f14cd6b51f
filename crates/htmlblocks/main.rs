//! htmlblocks: see `crates/htmlblocks/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<htmlblocks::cli::Options>()
}
