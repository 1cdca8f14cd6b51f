//! Runs parallel work with results in input order.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

#[cfg(feature = "system")]
mod ordered;

#[cfg(feature = "system")]
pub use ordered::{in_flight, ordered, ordered_with_rest};

/// Locks a mutex, even after a panic in another thread, which ends the process anyway.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on each worker state in a separate thread. The workers draw from shared work. So if
/// the system refuses some threads, the others do all of it.
pub fn each<W: Send>(workers: &mut [W], work: impl Fn(&mut W) + Sync) {
    let Some((first, others)) = workers.split_first_mut() else {
        return;
    };
    let work = &work;
    std::thread::scope(|scope| {
        for worker in others {
            let run = move || work(worker);
            if Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        work(first);
    });
}

/// Calls `work` on each of a few items, in up to `threads` threads. If the system refuses some
/// threads, the others process their items.
pub fn share<T: Send>(threads: usize, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let mut workers = vec![(); threads.clamp(1, items.len().max(1))];
    let items = Mutex::new(items.iter_mut());
    // Release the lock before the work.
    let next = || lock(&items).next();
    each(&mut workers, |()| {
        while let Some(item) = next() {
            work(item);
        }
    });
}

/// The length of the pieces to [`share`] a sequence in: there are more than threads, because some take longer.
pub fn piece(length: usize, threads: usize) -> usize {
    let pieces = if threads == 1 { 1 } else { 4 * threads };
    length.div_ceil(pieces).max(1)
}

/// State that numbered items change one after another, in the order of their numbers (a ticket
/// lock).
pub struct Turns<'a, S> {
    /// The number of the item whose turn it is, and the state.
    next: Mutex<(usize, &'a mut S)>,
    passed: Condvar,
}

impl<'a, S> Turns<'a, S> {
    /// Creates turns that begin with item 0.
    pub fn new(state: &'a mut S) -> Self {
        Turns {
            next: Mutex::new((0, state)),
            passed: Condvar::new(),
        }
    }

    /// Returns the turn of an item. It ends when the returned value is dropped, even if it was not
    /// taken.
    pub fn of(&self, number: usize) -> Turn<'_, 'a, S> {
        Turn {
            turns: self,
            number,
        }
    }

    /// Waits for the turn of an item.
    fn wait(&self, number: usize) -> std::sync::MutexGuard<'_, (usize, &'a mut S)> {
        let next = self
            .next
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        self.passed
            .wait_while(next, |(next, _)| *next != number)
            .unwrap_or_else(|poison| poison.into_inner())
    }
}

/// See [`Turns::of`].
pub struct Turn<'t, 'a, S> {
    turns: &'t Turns<'a, S>,
    number: usize,
}

impl<S> Turn<'_, '_, S> {
    /// Waits for the turn and changes the state. The turn goes on.
    pub fn take(&self, change: impl FnOnce(&mut S)) {
        change(self.turns.wait(self.number).1);
    }
}

impl<S> Drop for Turn<'_, '_, S> {
    // This also runs while a panic unwinds; otherwise the other threads would wait forever.
    fn drop(&mut self) {
        self.turns.wait(self.number).0 += 1;
        self.turns.passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shared_item_is_worked_on_once() {
        for (threads, count) in [(0, 3), (1, 3), (2, 1), (3, 0), (4, 100)] {
            let mut items = vec![0; count];
            share(threads, &mut items, |item| *item += 1);
            assert_eq!(items, vec![1; count]);
        }
    }
}
