//! Ordering in steps of bounded work, between which objects may move and be removed: the order is then a
//! little worse, and never wrong, since it decides no answer.
//!
//! The same passes as all at once, each of which can stop anywhere. Runs that are too long to be ordered in
//! one step are tasks of their own.

use super::curve::{AHEAD, Curve, DEEPEST, Keys, NOWHERE, RUN, around, ends};
use super::digits::{Counts, SLOT_BITS, first_digit, shift, slot};
use super::sort::{Order, refine};
use crate::Result;
use crate::simd::dispatch;
use crate::vectors::{lengthen, make_room, push};
use crate::world::objects::Row;
use std::ops::Range;

/// Longer runs are ordered in steps.
const SHORT: usize = 256;

/// A part of the keys that is ordered, and the number of runs it lies within.
struct Task {
    range: Range<usize>,
    depth: u32,
}

/// A step with each key of a task; they follow each other in this order.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// Their bounds are found.
    Ends,
    /// The place of each on the curve is found.
    Keys,
    /// They are ordered by a digit of that.
    Digit(usize),
    /// They come back from the other half of the memory.
    Back,
    /// Those that lie in one cell are ordered again.
    Runs,
}

/// The progress of ordering.
#[derive(Default)]
pub(in crate::world) struct Steps {
    now: Option<Ongoing>,
    tasks: Vec<Task>,
    /// One of each digit, in a vector because the world would be larger by them.
    counts: Vec<Counts>,
}

struct Ongoing {
    task: Task,
    pass: Pass,
    /// The next key, and the first of the run that it is in.
    at: usize,
    run: usize,
    ends: [[f32; 3]; 2],
    curve: Curve,
    /// True if they lie so near each other that whom they see tells them apart, and not where they are.
    by_filter: bool,
    /// True if they are in the other half of the memory.
    is_away: bool,
}

impl Ongoing {
    fn new(task: Task) -> Ongoing {
        let (at, curve) = (task.range.start, Curve::between([[0.0; 3]; 2]));
        Ongoing {
            task,
            pass: Pass::Ends,
            at,
            run: at,
            ends: NOWHERE,
            curve,
            by_filter: false,
            is_away: false,
        }
    }

    fn begin(&mut self, pass: Pass) {
        (self.pass, self.at) = (pass, self.task.range.start);
    }

    /// Begins with the next digit in which they differ.
    fn begin_digit(&mut self, first: usize, keys: &[u64], counts: &mut Counts) {
        self.begin(match counts.next_digit(first, &keys[self.task.range.clone()]) {
            Some(digit) => Pass::Digit(digit),
            None if self.is_away => Pass::Back,
            None => Pass::Runs,
        });
    }
}

impl Order {
    /// Begins to collect members, of which there will be at most so many.
    pub(in crate::world) fn clear(&mut self, count: usize) -> Result<()> {
        self.keys.clear();
        for keys in [&mut self.keys, &mut self.spare] {
            if keys.capacity() < count {
                // So that nothing is copied; and some more, so that it lasts.
                *keys = Vec::new();
                make_room(keys, count + count / 2, "world order")?;
            }
        }
        Ok(())
    }

    /// Adds a member, for which there is room.
    #[inline(always)]
    pub(in crate::world) fn collect(&mut self, slot: u32) {
        self.keys.push(u64::from(slot));
        if self.spare.len() < self.keys.len() {
            self.spare.push(0);
        }
    }

    /// The number of members.
    pub(in crate::world) fn count(&self) -> usize {
        self.keys.len()
    }

    /// Some of the members.
    pub(in crate::world) fn members(&self, range: Range<usize>) -> impl Iterator<Item = u32> + '_ {
        self.keys[range].iter().map(|&key| slot(key))
    }
}

impl Steps {
    pub(in crate::world) fn bytes(&self) -> usize {
        self.tasks.capacity() * size_of::<Task>() + self.counts.capacity() * size_of::<Counts>()
    }

    /// Begins to order the members that were collected.
    pub(in crate::world) fn begin(&mut self, order: &Order) -> Result<()> {
        self.tasks.clear();
        lengthen(&mut self.counts, 1, Counts::NONE, "world order")?;
        let task = Task { range: 0..order.keys.len(), depth: 0 };
        self.now = (!task.range.is_empty()).then(|| Ongoing::new(task));
        Ok(())
    }

    /// Goes through about as many members as there is work left for, and subtracts them; returns whether all
    /// are in order.
    pub(in crate::world) fn advance(
        &mut self,
        order: &mut Order,
        rows: &[Row],
        work: &mut usize,
    ) -> Result<bool> {
        let Order { keys, spare } = order;
        while let Some(now) = &mut self.now {
            if *work == 0 {
                return Ok(false);
            }
            let (start, end) = (now.task.range.start, now.task.range.end);
            let part = now.at..end.min(now.at.saturating_add(*work));
            *work -= part.len();
            now.at = part.end;
            let is_last = now.at == end;
            let Some(counts) = self.counts.first_mut() else { return Ok(true) };
            match now.pass {
                Pass::Ends => {
                    let among = ends(keys[part].iter().map(|&key| &rows[slot(key) as usize]));
                    now.ends = around(now.ends, among);
                    if is_last {
                        now.curve = Curve::between(now.ends);
                        match now.task.depth {
                            0 => now.curve.classify(rows, end - start, |i| slot(keys[start + i])),
                            depth => now.by_filter = now.curve.is_point() || depth > DEEPEST,
                        }
                        counts.clear();
                        now.begin(Pass::Keys);
                    }
                }
                Pass::Keys => {
                    match now.by_filter {
                        true => by_filter(&mut keys[part], rows, counts),
                        false => by_place(&mut keys[part], rows, &now.curve, counts),
                    }
                    if is_last {
                        now.begin_digit(first_digit(end - start), keys, counts);
                    }
                }
                Pass::Digit(digit) => {
                    let (from, to) = match now.is_away {
                        true => (&mut *spare, &mut *keys),
                        false => (&mut *keys, &mut *spare),
                    };
                    counts.scatter(digit, &from[part], &mut to[start..]);
                    if is_last {
                        now.is_away = !now.is_away;
                        now.begin_digit(digit + 1, to, counts);
                    }
                }
                Pass::Back => {
                    keys[part.clone()].copy_from_slice(&spare[part]);
                    if is_last {
                        now.begin(Pass::Runs);
                    }
                }
                Pass::Runs => {
                    let shift = shift(first_digit(end - start));
                    for i in part.start + 1..=part.end {
                        if now.by_filter || i < end && keys[i] >> shift == keys[now.run] >> shift {
                            continue;
                        }
                        let run = std::mem::replace(&mut now.run, i)..i;
                        if run.len() > SHORT {
                            push(
                                &mut self.tasks,
                                Task { range: run, depth: now.task.depth + 1 },
                                "world order",
                            )?;
                        } else if run.len() > RUN {
                            *work = work.saturating_sub(4 * run.len());
                            refine(rows, &mut keys[run], now.task.depth);
                        }
                    }
                    if is_last {
                        self.now = self.tasks.pop().map(Ongoing::new);
                    }
                }
            }
        }
        Ok(true)
    }
}

/// The keys of objects that lie somewhere.
fn by_place(keys: &mut [u64], rows: &[Row], curve: &Curve, counts: &mut Counts) {
    for keys in keys.chunks_mut(AHEAD) {
        let mut members = [0; AHEAD];
        members.iter_mut().zip(&*keys).for_each(|(member, &key)| *member = slot(key));
        dispatch(Keys { curve, rows, members: &members[..keys.len()], keys, counts });
    }
}

/// The keys of objects in one place: the same for those that have the same filter, and mostly others for
/// others.
fn by_filter(keys: &mut [u64], rows: &[Row], counts: &mut Counts) {
    for key in keys {
        let row = &rows[slot(*key) as usize];
        let filter = u64::from(row.group) << 32 | u64::from(row.mask);
        // Multiplicative hashing (Knuth, volume 3, section 6.4), by the golden ratio.
        let place = filter.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (SLOT_BITS + 1);
        *key = place << SLOT_BITS | u64::from(slot(*key));
        counts.add(*key);
    }
}
