//! The charset command.

fn main() -> std::process::ExitCode {
    command::main::<charset::cli::Options>()
}
