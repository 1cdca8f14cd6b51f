//! The blockdedup command.

fn main() -> std::process::ExitCode {
    command::main::<blockdedup::cli::Options>()
}
