//! The textstats command.

fn main() -> std::process::ExitCode {
    command::main::<textstats::cli::Options>()
}
