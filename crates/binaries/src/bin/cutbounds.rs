//! The cutbounds command.

fn main() -> std::process::ExitCode {
    command::main::<cutbounds::cli::Options>()
}
