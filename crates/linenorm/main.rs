//! linenorm: see `crates/linenorm/src/cli.rs`.
fn main() -> std::process::ExitCode {
    command::main::<linenorm::cli::Options>()
}
