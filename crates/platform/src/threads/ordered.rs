//! A pool of threads that returns results in the order of the items.

use std::sync::{Arc, Mutex};
use std::thread::Builder;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::lock;

/// Returns the maximum number of items of [`ordered`] in memory at a time.
pub fn in_flight(threads: usize) -> usize {
    threads.saturating_mul(4)
}

/// Calls `work` on every item in `threads` threads, each with its own worker state, and `sink` on
/// every result in input order. At most [`in_flight`] items are in memory at a time. If the system
/// refuses to start some threads, fewer are used.
///
/// A sink that cannot accept a result must not return, because the thread that draws items may be
/// blocked on standard input.
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

/// Like [`ordered`], for items that may be large. `work` may process a part of an item and return
/// the rest as more items. Their results come before those of the following items. Of each rest,
/// too, at most [`in_flight`] items are in memory at a time.
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
                    // The receiver is gone only if another worker has panicked, which ends
                    // everything.
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
        // The results to wait for: those of the items, and those of the rests that contain the next
        // one.
        let mut waiting = vec![results];
        while let Some(results) = waiting.last() {
            let Ok(result) = results.recv() else {
                waiting.pop();
                continue;
            };
            // The worker has panicked. Leave, so that the scope propagates the panic.
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

/// An item, and the channel for its result.
type Task<I, O, R> = (I, Sender<(O, Option<R>)>);

/// Passes items to workers, and the receivers of their results to the sink, in the same order.
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

/// Processes all items in this thread.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Turns;

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
        // An item is a range. Half of it is processed at once, and the rest becomes more items.
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
    fn turns_come_in_the_order_of_the_items() {
        for threads in [2, 5] {
            let mut seen = Vec::new();
            let turns = Turns::new(&mut seen);
            let work = |_: &mut (), item: usize| {
                let turn = turns.of(item);
                // Some items do not take their turn.
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
