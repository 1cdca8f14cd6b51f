//! Determines the standard streams with which the process was started.
//!
//! Before `main`, Rust's runtime opens `/dev/null` for a closed standard stream. A result written
//! there would be lost silently, and `main` cannot distinguish this `/dev/null` from one that the
//! user passed. So a function that the loader calls before the runtime starts examines the
//! descriptors.
//!
//! This needs `unsafe`: the function does not use the runtime. It reads the flags of descriptors 0
//! and 1, which is allowed even if they are closed, and stores the answer in an atomic variable.

use std::sync::atomic::{AtomicBool, Ordering};

static INPUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);
static OUTPUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether the process was started without standard input; false if the system cannot tell.
pub(crate) fn input_was_closed() -> bool {
    INPUT_WAS_CLOSED.load(Ordering::Relaxed)
}

/// Whether the process was started without standard output; false if the system cannot tell.
pub(crate) fn output_was_closed() -> bool {
    OUTPUT_WAS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(unix)]
#[allow(unsafe_code)]
mod at_start {
    use std::os::fd::{BorrowedFd, RawFd};
    use std::sync::atomic::Ordering;

    use super::{INPUT_WAS_CLOSED, OUTPUT_WAS_CLOSED};

    #[used]
    #[cfg_attr(
        target_vendor = "apple",
        unsafe(link_section = "__DATA,__mod_init_func")
    )]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static INITIALISER: extern "C" fn() = inspect;

    extern "C" fn inspect() {
        INPUT_WAS_CLOSED.store(is_closed(0), Ordering::Relaxed);
        OUTPUT_WAS_CLOSED.store(is_closed(1), Ordering::Relaxed);
    }

    fn is_closed(descriptor: RawFd) -> bool {
        // SAFETY: the descriptor is not -1, and only its flags are read, which fails if it is closed.
        let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
        rustix::io::fcntl_getfd(descriptor) == Err(rustix::io::Errno::BADF)
    }
}
