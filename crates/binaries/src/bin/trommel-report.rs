//! The trommel-report command.

fn main() -> std::process::ExitCode {
    command::main::<report::cli::Options>()
}
