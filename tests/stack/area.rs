//! The part of the thread's stack that a call takes. The stack is filled with a pattern before the call, and
//! the part that has changed is measured after it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::mem::MaybeUninit;

/// The limit in bytes that docs/conventions.md promises for every batch.
pub(crate) const PROMISED: usize = 48 << 10;

/// The bytes below the caller's frame that are looked at.
const AREA: usize = 512 << 10;
const PATTERN: u8 = 0xa5;

/// Fills the stack below the caller's frame with the pattern, and returns where that begins.
#[inline(never)]
fn fill() -> *const u8 {
    let mut area = MaybeUninit::<[u8; AREA]>::uninit();
    let start = std::hint::black_box(area.as_mut_ptr()).cast::<u8>();
    for i in 0..AREA {
        // SAFETY: within the array.
        unsafe { start.add(i).write_volatile(PATTERN) };
    }
    start
}

/// The bytes of a filled stack that have changed. This function has no large frame of its own, of which every
/// page would be touched.
#[inline(never)]
fn changed(start: *const u8) -> usize {
    // SAFETY: the thread's stack stays mapped as far as it has been used; nobody owns it below this frame,
    // and bytes above have values.
    let is_changed = |&i: &usize| unsafe { start.add(i).read_volatile() } != PATTERN;
    (0..AREA).find(is_changed).map_or(0, |first| AREA - first)
}

/// The bytes of the stack that a call takes.
fn taken(run: &mut dyn FnMut()) -> usize {
    let start = fill();
    run();
    changed(start)
}

thread_local! {
    /// The calls that have taken too much.
    static TOO_MUCH: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// The queries that have been made.
    static MADE: RefCell<HashSet<String>> = RefCell::default();
}

/// Notes the bytes that a call takes; the name begins with that of the query.
pub(crate) fn measure(name: &str, run: &mut dyn FnMut()) {
    measure_up_to(PROMISED, name, run);
}

/// The same for calls that may take another number of bytes.
pub(crate) fn measure_up_to(promised: usize, name: &str, run: &mut dyn FnMut()) {
    // Work that is done only once is not counted.
    let query = name.split(',').next().unwrap_or_default().to_owned();
    if MADE.with_borrow_mut(|made| made.insert(query)) {
        run();
    }
    let taken = taken(run);
    println!("{taken:7} {name}");
    if taken > promised {
        TOO_MUCH.with_borrow_mut(|list| list.push(format!("{name} takes {taken} bytes")));
    }
}

/// Nothing that this test has measured takes too much.
pub(crate) fn check() {
    TOO_MUCH.with_borrow(|list| assert!(list.is_empty(), "{list:#?}"));
}

#[test]
fn the_stack_of_deep_calls_is_seen() {
    #[inline(never)]
    fn deep(depth: usize) -> usize {
        let room = std::hint::black_box([depth; 128]);
        if depth == 0 { 0 } else { 1 + deep(depth - 1) + usize::from(room[depth % 128] == 7777) }
    }
    let (few, many) = (taken(&mut || _ = deep(2)), taken(&mut || _ = deep(32)));
    assert!((2 * 1024..12 << 10).contains(&few) && (32 * 1024..96 << 10).contains(&many), "{few} {many}");
}
