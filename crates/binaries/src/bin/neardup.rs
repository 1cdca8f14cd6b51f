//! The neardup command.

fn main() -> std::process::ExitCode {
    #[cfg(feature = "detect")]
    charset::cli::serve_readers();
    command::main::<neardup::cli::Options>()
}
