//! The uniqwords command.

fn main() -> std::process::ExitCode {
    command::main::<uniqwords::cli::Options>()
}
