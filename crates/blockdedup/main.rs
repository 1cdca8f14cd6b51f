//! blockdedup: see `crates/blockdedup/src/cli/mod.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<blockdedup::cli::Options>()
}
