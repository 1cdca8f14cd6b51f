//! The progress bar on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::args::When;

/// Creates a progress bar, if one is to be shown. `into_files` means that nothing is written to
/// standard output.
pub fn bar(tool: &'static str, when: When, into_files: bool) -> Option<ProgressBar> {
    let show = match when {
        When::Auto => io::stderr().is_terminal() && (into_files || !io::stdout().is_terminal()),
        When::Always => true,
        When::Never => false,
    };
    if !show {
        return None;
    }
    // indicatif hides itself on a pipe or file, but `always` must show it.
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::term_like_with_hz(Box::new(Plain), 1),
    };
    let bar = ProgressBar::with_draw_target(None, target);
    bar.set_style(style("{prefix}: {bytes} {binary_bytes_per_sec} {elapsed}"));
    bar.set_prefix(tool);
    bar.enable_steady_tick(Duration::from_millis(200));
    Some(bar)
}

/// Sets the expected number of bytes, to estimate the remaining time.
pub fn expect(bar: &ProgressBar, bytes: u64) {
    bar.set_length(bytes);
    bar.set_style(style(
        "{prefix}: {wide_bar} {bytes}/{total_bytes} {binary_bytes_per_sec} {eta}",
    ));
}

/// Shows a stage of unknown length after the input was read.
pub fn stage(bar: &ProgressBar, tool: &str, stage: &str) {
    bar.set_style(style("{prefix} {spinner} {elapsed}"));
    bar.set_prefix(format!("{tool}: {stage}"));
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that parses")
}

/// A standard error that is not a terminal. Each state of the bar is a line.
#[derive(Debug)]
struct Plain;

impl TermLike for Plain {
    fn width(&self) -> u16 {
        80
    }
    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }
    fn write_line(&self, line: &str) -> io::Result<()> {
        writeln!(io::stderr(), "{}", line.trim_end())
    }
    fn write_str(&self, text: &str) -> io::Result<()> {
        match text.trim_end() {
            "" => Ok(()),
            text => writeln!(io::stderr(), "{text}"),
        }
    }
    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }
    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
