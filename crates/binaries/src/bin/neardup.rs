//! The neardup command.

fn main() -> std::process::ExitCode {
    command::main::<neardup::cli::Options>()
}
