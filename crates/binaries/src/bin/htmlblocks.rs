//! The htmlblocks command.

fn main() -> std::process::ExitCode {
    command::main::<htmlblocks::cli::Options>()
}
