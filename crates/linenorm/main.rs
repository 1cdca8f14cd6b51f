//! linenorm: see `crates/linenorm/src/cli.rs`.
fn main() -> std::process::ExitCode {
    kit::main::<linenorm::cli::Options>()
}
