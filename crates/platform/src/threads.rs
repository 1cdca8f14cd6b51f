//! Parallel work with results in input order.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use crossbeam_channel::{Receiver, Sender, bounded};

/// Locks, also after a panic in another thread, which ends the process anyway.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most items of [`ordered`] that are in memory at a time.
pub fn in_flight(threads: usize) -> usize {
    threads.saturating_mul(4)
}

/// Calls `work` on every item in `threads` threads, each with its own worker state, and `sink` on every result in input
/// order. At most [`in_flight`] items are in memory at a time. If the system refuses to start that many threads, fewer are used.
///
/// A sink that cannot accept a result must not return: the thread that draws items may be blocked on standard input.
pub fn ordered<I, O, W>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> O + Sync,
    sink: impl FnMut(O),
) where
    I: Send,
    O: Send,
{
    let work = |state: &mut W, item| (work(state, item), None::<std::iter::Empty<I>>);
    ordered_with_rest(threads, items, worker, work, sink);
}

/// As [`ordered`], for items that may turn out to be large: `work` may do a part of an item and return the rest of it as
/// more items, whose results come before those of the items behind it. Of each of these, too, at most [`in_flight`] are in
/// memory at a time.
pub fn ordered_with_rest<I, O, R, W>(
    threads: usize,
    mut items: impl Iterator<Item = I> + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> (O, Option<R>) + Sync,
    mut sink: impl FnMut(O),
) where
    I: Send,
    O: Send,
    R: Iterator<Item = I> + Send,
{
    let most = 3 * threads;
    let all_threads = std::thread::scope(|scope| {
        let (to_workers, tasks) = bounded(threads);
        let workers = (0..threads).take_while(|_| {
            let tasks: Receiver<Task<I, O, R>> = tasks.clone();
            let (worker, work) = (&worker, &work);
            let run = move || {
                let mut state = worker();
                for (item, done) in tasks {
                    // The receiver is gone only if another worker has panicked, which ends everything.
                    let _ = done.send(work(&mut state, item));
                }
            };
            Builder::new().spawn_scoped(scope, run).is_ok()
        });
        if workers.count() == 0 {
            return false;
        }
        drop(tasks);
        let (to_sink, results) = bounded(most);
        let (items, workers) = (&mut items, to_workers.clone());
        let run = move || draw(items, &workers, &to_sink);
        let drawing = Builder::new().spawn_scoped(scope, run).is_ok();
        // The results that are waited for: of the items, and of the rests within which the next one is.
        let mut waiting = vec![results];
        while let Some(results) = waiting.last() {
            let Ok(result) = results.recv() else {
                waiting.pop();
                continue;
            };
            // If the worker has panicked: leave, so that the scope propagates the panic.
            let Ok((output, rest)) = result.recv() else {
                break;
            };
            sink(output);
            if let Some(rest) = rest {
                let (to_sink, results) = bounded(most);
                let rest = Arc::new(Mutex::new(Some(rest)));
                let (items, workers) = (rest.clone(), to_workers.clone());
                let run = move || {
                    let items = lock(&items).take();
                    draw(items.into_iter().flatten(), &workers, &to_sink);
                };
                if Builder::new().spawn_scoped(scope, run).is_ok() {
                    waiting.push(results);
                } else if let Some(rest) = lock(&rest).take() {
                    alone(rest, &mut worker(), &work, &mut sink);
                }
            }
        }
        drawing
    });
    if !all_threads {
        alone(items, &mut worker(), &work, &mut sink);
    }
}

/// An item, and where its result goes.
type Task<I, O, R> = (I, Sender<(O, Option<R>)>);

/// Hands items to workers, and the places of their results to the sink, in the same order.
fn draw<I, O, R>(
    items: impl Iterator<Item = I>,
    to_workers: &Sender<Task<I, O, R>>,
    to_sink: &Sender<Receiver<(O, Option<R>)>>,
) {
    for item in items {
        let (done, result) = bounded(1);
        if to_sink.send(result).is_err() || to_workers.send((item, done)).is_err() {
            break;
        }
    }
}

/// Works on items in this thread.
fn alone<I, O, R: Iterator<Item = I>, W>(
    items: impl Iterator<Item = I>,
    state: &mut W,
    work: &impl Fn(&mut W, I) -> (O, Option<R>),
    sink: &mut impl FnMut(O),
) {
    for item in items {
        let (output, rest) = work(state, item);
        sink(output);
        if let Some(rest) = rest {
            alone(rest, state, work, sink);
        }
    }
}

/// Runs `work` on each worker state in a thread of its own. The workers draw from shared work, so if the system refuses
/// some threads, the others do all of it.
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

/// Calls `work` on each of a few items, in up to `threads` threads. Those for which the system refuses a thread are worked
/// on by the others.
pub fn share<T: Send>(threads: usize, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let mut workers = vec![(); threads.clamp(1, items.len().max(1))];
    let items = Mutex::new(items.iter_mut());
    // The lock is released before the work.
    let next = || lock(&items).next();
    each(&mut workers, |()| {
        while let Some(item) = next() {
            work(item);
        }
    });
}

/// State that the items of [`ordered`] change one after the other in input order (a ticket lock).
pub struct Turns<'a, S> {
    /// The number of the item whose turn it is, and the state.
    next: Mutex<(usize, &'a mut S)>,
    passed: Condvar,
}

impl<'a, S> Turns<'a, S> {
    /// Turns that begin with item 0.
    pub fn new(state: &'a mut S) -> Self {
        Turns {
            next: Mutex::new((0, state)),
            passed: Condvar::new(),
        }
    }

    /// The turn of an item, which ends when the returned value is dropped, taken or not.
    pub fn of(&self, number: usize) -> Turn<'_, 'a, S> {
        Turn {
            turns: self,
            number,
        }
    }

    /// Waits until it is the turn of an item.
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
    /// Waits for the turn, changes the state and ends the turn.
    pub fn take(self, change: impl FnOnce(&mut S)) {
        change(self.turns.wait(self.number).1);
    }
}

impl<S> Drop for Turn<'_, '_, S> {
    // Also during unwinding after a panic: the others must not wait for ever.
    fn drop(&mut self) {
        self.turns.wait(self.number).0 += 1;
        self.turns.passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 3, 8] {
            let mut seen = Vec::new();
            let work = |state: &mut u64, item: u64| {
                *state += 1;
                // Uneven work, so that later items overtake earlier ones.
                (0..(item * 7919) % 5000).fold(item, |a, b| std::hint::black_box(a ^ b ^ b))
            };
            ordered(
                threads,
                0..500u64,
                || 0u64,
                work,
                |result| seen.push(result),
            );
            assert!(seen.into_iter().eq(0..500), "{threads} threads");
        }
    }

    #[test]
    fn the_rest_of_an_item_comes_before_the_next_item() {
        // An item is a range: half of it is done at once, and the rest is more items.
        let work = |(): &mut (), (from, to): (u64, u64)| {
            let half = from + (to - from).div_ceil(2);
            let rest = (half < to).then(|| (half..to).map(|one| (one, one + 1)));
            ((from..half).collect::<Vec<u64>>(), rest)
        };
        for threads in [1, 2, 8] {
            let mut seen = Vec::new();
            let items = (0..40).map(|number| (number * 25, number * 25 + 25));
            ordered_with_rest(threads, items, || (), work, |result| seen.extend(result));
            assert!(seen.into_iter().eq(0..1000), "{threads} threads");
        }
        let mut seen = Vec::new();
        let items = [(0, 9), (9, 30)].into_iter();
        alone(items, &mut (), &work, &mut |result| seen.extend(result));
        assert!(seen.into_iter().eq(0..30));
    }

    #[test]
    fn each_shared_item_is_worked_on_once() {
        for (threads, count) in [(0, 3), (1, 3), (2, 1), (3, 0), (4, 100)] {
            let mut items = vec![0; count];
            share(threads, &mut items, |item| *item += 1);
            assert_eq!(items, vec![1; count]);
        }
    }

    #[test]
    fn turns_come_in_the_order_of_the_items() {
        for threads in [2, 5] {
            let mut seen = Vec::new();
            let turns = Turns::new(&mut seen);
            let work = |_: &mut (), item: usize| {
                let turn = turns.of(item);
                // Some items never take their turn.
                if !item.is_multiple_of(3) {
                    turn.take(|seen| seen.push(item));
                }
            };
            ordered(threads, 0..300, || (), work, |()| ());
            assert!(
                seen.into_iter()
                    .eq((0..300usize).filter(|item: &usize| !item.is_multiple_of(3)))
            );
        }
    }
}
