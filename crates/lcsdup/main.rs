//! lcsdup: see `crates/lcsdup/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<lcsdup::cli::Options>()
}
