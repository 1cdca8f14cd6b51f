//! The freqlines command.

fn main() -> std::process::ExitCode {
    command::main::<freqlines::cli::Options>()
}
