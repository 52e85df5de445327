//! How much of the thread's stack something takes: it is filled with a pattern before, and what has changed is measured after.

use std::mem::MaybeUninit;

/// What docs/conventions.md promises of every batch.
const PROMISED: usize = 48 << 10;

/// So much below the caller's frame is looked at.
const AREA: usize = 512 << 10;
const PATTERN: u8 = 0xa5;

/// Fills the stack below the caller with the pattern, or says how much of it has changed since, seen from the caller's frame.
#[inline(never)]
fn area(fill: bool) -> usize {
    let mut area = MaybeUninit::<[u8; AREA]>::uninit();
    let start = std::hint::black_box(area.as_mut_ptr()).cast::<u8>();
    if fill {
        for i in 0..AREA {
            // SAFETY: within the array.
            unsafe { start.add(i).write_volatile(PATTERN) };
        }
        return 0;
    }
    // SAFETY: within the array, which is where it was when it was filled: every byte has been written since the thread began.
    let is_changed = |&i: &usize| unsafe { start.add(i).read_volatile() } != PATTERN;
    (0..AREA).find(is_changed).map_or(0, |first| AREA - first)
}

/// How much of the stack something takes.
fn taken(run: &mut dyn FnMut()) -> usize {
    // What is done once is not counted.
    run();
    area(true);
    run();
    area(false)
}

/// Checks what something takes.
pub(crate) fn check(name: &str, run: &mut dyn FnMut()) {
    let taken = taken(run);
    println!("{taken:7} {name}");
    assert!(taken <= PROMISED, "{name} takes {taken} bytes");
}

#[test]
fn what_is_taken_is_seen() {
    #[inline(never)]
    fn deep(depth: usize) -> usize {
        let room = std::hint::black_box([depth; 128]);
        if depth == 0 { 0 } else { 1 + deep(depth - 1) + usize::from(room[depth % 128] == 7777) }
    }
    let (few, many) = (taken(&mut || _ = deep(2)), taken(&mut || _ = deep(32)));
    assert!((2 * 1024..12 << 10).contains(&few) && (32 * 1024..96 << 10).contains(&many), "{few} {many}");
}
