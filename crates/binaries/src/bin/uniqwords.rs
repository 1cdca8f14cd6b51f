//! The uniqwords command.

fn main() -> std::process::ExitCode {
    #[cfg(feature = "detect")]
    charset::cli::serve_readers();
    command::main::<uniqwords::cli::Options>()
}
