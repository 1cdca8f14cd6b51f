//! The overlap command.

fn main() -> std::process::ExitCode {
    command::main::<overlap::cli::Options>()
}
