//! The altcount command.

fn main() -> std::process::ExitCode {
    command::main::<altcount::cli::Options>()
}
