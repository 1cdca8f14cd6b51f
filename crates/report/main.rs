//! The trommel-report command.

fn main() -> std::process::ExitCode {
    kit::main::<report::cli::Options>()
}
