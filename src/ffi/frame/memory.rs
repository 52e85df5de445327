//! The allocator of the library that C programs link: memory from the functions that a program has set, or from the system.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU8, Ordering};

/// The functions that memory comes from.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) allocate: unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void,
    pub(super) free: unsafe extern "C" fn(*mut c_void, *mut c_void, usize, usize),
    pub(super) context: *mut c_void,
}

/// Has memory come from these functions; returns false if some was taken already.
pub(super) fn set_memory(memory: Memory) -> bool {
    HOOKED.set(memory)
}

/// The functions for memory, which are set before any is taken or never.
struct Hooked {
    state: AtomicU8,
    memory: UnsafeCell<Option<Memory>>,
}

// SAFETY: the cell is written by the one thread that has changed the state from OPEN to CLAIMED, and read in state SET alone,
// which that thread makes of it afterwards.
unsafe impl Sync for Hooked {}

static HOOKED: Hooked = Hooked { state: AtomicU8::new(Hooked::OPEN), memory: UnsafeCell::new(None) };

impl Hooked {
    /// No memory was taken yet.
    const OPEN: u8 = 0;
    /// Memory is the system's.
    const SYSTEM: u8 = 1;
    /// The functions are being written.
    const CLAIMED: u8 = 2;
    /// Memory is that of the functions.
    const SET: u8 = 3;

    /// Returns false if it is too late.
    fn set(&self, memory: Memory) -> bool {
        let claimed =
            self.state.compare_exchange(Hooked::OPEN, Hooked::CLAIMED, Ordering::Acquire, Ordering::Relaxed);
        if claimed.is_err() {
            return false;
        }
        // SAFETY: nobody else reads or writes it now.
        unsafe { *self.memory.get() = Some(memory) };
        self.state.store(Hooked::SET, Ordering::Release);
        true
    }

    /// The functions, if memory is theirs. Decided for good when it is first asked for.
    #[inline]
    fn get(&self) -> Option<Memory> {
        match self.state.load(Ordering::Acquire) {
            Hooked::SYSTEM => None,
            // SAFETY: written before the state was set, and never again.
            Hooked::SET => unsafe { *self.memory.get() },
            _ => self.decide(),
        }
    }

    #[cold]
    fn decide(&self) -> Option<Memory> {
        let taken =
            self.state.compare_exchange(Hooked::OPEN, Hooked::SYSTEM, Ordering::AcqRel, Ordering::Acquire);
        if taken.is_err() {
            // Another thread is writing three words.
            while self.state.load(Ordering::Acquire) == Hooked::CLAIMED {
                std::hint::spin_loop();
            }
            return self.get();
        }
        None
    }
}

/// The allocator of the library that C programs link: a package makes it the global one there. Takes memory from the functions of
/// [`super::hooks::carom_set_allocator`], and from the system without.
#[doc(hidden)]
pub struct HookedAllocator;

// SAFETY: the system's allocator is one, and so are the functions, as `carom_set_allocator` requires. Which of them a pointer
// comes from never changes after the first.
unsafe impl GlobalAlloc for HookedAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match HOOKED.get() {
            // SAFETY (here and below): the same contract.
            None => unsafe { System.alloc(layout) },
            Some(Memory { allocate, free, context }) => {
                let (size, alignment) = (layout.size(), layout.align());
                let memory = unsafe { allocate(context, size, alignment) };
                if !memory.is_null() && !(memory as usize).is_multiple_of(alignment) {
                    unsafe { free(context, memory, size, alignment) };
                    return std::ptr::null_mut();
                }
                memory.cast()
            }
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        match HOOKED.get() {
            None => unsafe { System.dealloc(memory, layout) },
            Some(hooks) => unsafe {
                (hooks.free)(hooks.context, memory.cast(), layout.size(), layout.align());
            },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if HOOKED.get().is_none() {
            return unsafe { System.alloc_zeroed(layout) };
        }
        let memory = unsafe { self.alloc(layout) };
        if !memory.is_null() {
            unsafe { memory.write_bytes(0, layout.size()) };
        }
        memory
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if HOOKED.get().is_none() {
            return unsafe { System.realloc(memory, layout, size) };
        }
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        let moved = unsafe { self.alloc(wanted) };
        if !moved.is_null() {
            unsafe {
                moved.copy_from_nonoverlapping(memory, layout.size().min(size));
                self.dealloc(memory, layout);
            }
        }
        moved
    }
}
