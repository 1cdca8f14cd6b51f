//! The linenorm command.

fn main() -> std::process::ExitCode {
    command::main::<linenorm::cli::Options>()
}
