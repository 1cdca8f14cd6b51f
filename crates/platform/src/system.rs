//! Memory and time of this process, and its standard streams as files.

use std::fs::File;
use std::io;
use std::time::Duration;

use crate::{files, inherited};

/// Returns the physical memory in bytes; 0 if the system does not report it.
pub fn total_memory() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let info = rustix::system::sysinfo();
        info.totalram.saturating_mul(u64::from(info.mem_unit))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        system.total_memory()
    }
}

/// Returns the user plus system time of this process.
pub fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(time).unwrap_or_default()
    }
    #[cfg(not(unix))]
    {
        let milliseconds = of_this_process(|process| process.accumulated_cpu_time());
        Duration::from_millis(milliseconds.unwrap_or_default())
    }
}

/// Returns the peak resident set size of this process in bytes; 0 if the system does not report it.
///
/// On Linux, `/proc` has this number. On other systems this is the current resident set size, to be
/// read at the end of a run.
pub fn peak_memory() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }
    #[cfg(not(target_os = "linux"))]
    of_this_process(|process| process.memory()).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn of_this_process<T>(read: impl FnOnce(&sysinfo::Process) -> T) -> Option<T> {
    let pid = sysinfo::get_current_pid().ok()?;
    let mut system = sysinfo::System::new();
    system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
    system.process(pid).map(read)
}

/// Returns standard input as an unbuffered file that can be closed without closing the stream.
///
/// # Errors
/// Fails if the process was started without standard input.
pub fn standard_input() -> io::Result<File> {
    if inherited::input_was_closed() {
        return Err(closed());
    }
    let file = unbuffered(&io::stdin())?;
    files::not_output(&file.metadata()?)?;
    widen_pipe(&file);
    Ok(file)
}

/// Returns standard output, like [`standard_input`]. If it is a regular file, that can no longer be opened for reading.
///
/// # Errors
/// Fails if the process was started without standard output.
pub fn standard_output() -> io::Result<File> {
    if inherited::output_was_closed() {
        return Err(closed());
    }
    let file = unbuffered(&io::stdout())?;
    files::set_output(&file);
    widen_pipe(&file);
    Ok(file)
}

/// Returns a standard stream as a file.
#[cfg(unix)]
fn unbuffered(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(File::from(stream.as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
fn unbuffered(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(File::from(stream.as_handle().try_clone_to_owned()?))
}

/// Without an operating system there are no such files.
#[cfg(not(any(unix, windows)))]
fn unbuffered<S>(_: &S) -> io::Result<File> {
    Err(closed())
}

/// Returns the error for writing to a closed descriptor.
fn closed() -> io::Error {
    #[cfg(unix)]
    return rustix::io::Errno::BADF.into();
    #[cfg(not(unix))]
    io::Error::other("it is closed")
}

/// Raises the limit on open files to the hard limit, because documents that wait for a thread are
/// open.
pub fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // If refused, a run with many threads may run out of descriptors.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// Enlarges the buffer of a pipe to 1 MiB, which reduces context switches between the processes at
/// its ends. With the default 64 KiB a pipeline takes up to twice the system time. Has no effect on
/// other files, or if the user's limit is reached.
fn widen_pipe(pipe: &File) {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
    #[cfg(not(target_os = "linux"))]
    let _ = pipe;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_takes_memory_and_time() {
        assert!(total_memory() > 1 << 20);
        let (before, mut sum) = (cpu_time(), 0u64);
        while cpu_time() == before {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(cpu_time() > before);
        assert!(peak_memory() < total_memory());
    }
}
