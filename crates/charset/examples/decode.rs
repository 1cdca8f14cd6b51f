//! Decodes a file: `cargo run -p trommel-charset --example decode -- FILE`.

use std::process::ExitCode;

fn main() -> Result<ExitCode, std::io::Error> {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: decode FILE");
        return Ok(ExitCode::from(2));
    };
    let decoded = charset::decode(&std::fs::read(path)?);
    let Some(encoding) = decoded.encoding else {
        eprintln!("not text");
        return Ok(ExitCode::FAILURE);
    };
    eprintln!("{encoding}, {}", decoded.language);
    if let Some(damage) = decoded.damaged {
        eprintln!(
            "{} invalid sequences, first in line {}",
            damage.sequences, damage.line
        );
    }
    print!("{}", decoded.text);
    Ok(ExitCode::SUCCESS)
}
