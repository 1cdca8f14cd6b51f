//! blockdedup: see `crates/blockdedup/src/cli/mod.rs`.
fn main() -> std::process::ExitCode {
    command::main::<blockdedup::cli::Options>()
}
