//! The lcsdup command.

fn main() -> std::process::ExitCode {
    command::main::<lcsdup::cli::Options>()
}
