//! The factorends command.

fn main() -> std::process::ExitCode {
    command::main::<factorends::cli::Options>()
}
