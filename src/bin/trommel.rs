//! The trommel command: all tools in one binary.

fn main() -> std::process::ExitCode {
    trommel::all::main()
}
