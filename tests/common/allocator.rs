//! The allocator of test programs about memory: it counts what a thread asks for, and fails where it is told to. A program
//! has it if it declares this module.

// An allocator cannot be written without.
#![allow(unsafe_code)]
#![allow(dead_code, unreachable_pub, reason = "each test program uses a part of it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The fate of a thread's next allocations.
#[derive(Clone, Copy)]
pub enum Plan {
    /// All succeed.
    Calm,
    /// So many succeed, and one fails.
    FailOne(usize),
    /// So many succeed, and no other.
    FailAll(usize),
}

impl Plan {
    /// Returns true if the next allocation succeeds, and the plan of those behind it.
    fn next(self) -> (bool, Plan) {
        match self {
            Plan::Calm => (true, Plan::Calm),
            Plan::FailOne(0) => (false, Plan::Calm),
            Plan::FailOne(count) => (true, Plan::FailOne(count - 1)),
            Plan::FailAll(0) => (false, Plan::FailAll(0)),
            Plan::FailAll(count) => (true, Plan::FailAll(count - 1)),
        }
    }
}

thread_local! {
    /// The number of allocations so far.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Bytes now, and the most since [`peak`] began.
    static BYTES: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
    static PLAN: Cell<Plan> = const { Cell::new(Plan::Calm) };
}

/// The number of allocations that this thread has made so far.
pub fn allocations() -> usize {
    COUNT.get()
}

/// The most memory that something takes for itself, in bytes.
pub fn peak(work: impl FnOnce()) -> usize {
    let before = BYTES.get().0;
    BYTES.set((before, before));
    work();
    (BYTES.get().1 - before) as usize
}

/// Sets the fate of this thread's next allocations; returns the rest of the plan before.
pub fn set_plan(plan: Plan) -> Plan {
    PLAN.replace(plan)
}

struct Watched;

impl Watched {
    /// Counts an allocation; returns true if it succeeds.
    fn begin() -> bool {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        let succeeds = PLAN.try_with(|plan| {
            let (succeeds, rest) = plan.get().next();
            plan.set(rest);
            succeeds
        });
        succeeds.unwrap_or(true)
    }

    fn note(bytes: isize) {
        let _ = BYTES.try_with(|known| {
            let (now, most) = known.get();
            known.set((now + bytes, most.max(now + bytes)));
        });
    }
}

// SAFETY: passes everything on to the system's allocator, or returns null.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Watched::begin() {
            return std::ptr::null_mut();
        }
        Watched::note(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Watched::begin() {
            return std::ptr::null_mut();
        }
        // Both are there at once, in general.
        Watched::note(size as isize);
        Watched::note(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Watched::note(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;
