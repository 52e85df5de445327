//! Answers in vectors of their own, and questions by themselves.

use super::{Batch, ListOutput, Lists, Output};
use crate::Result;
use crate::vectors::{extend, out_of_memory, push, reserve, zeroed};
use std::ops::{Index, Range};

/// Lists of answers, one for each query.
///
/// ```
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// let rays = [Ray::new(Vec3::new(0.2, 0.2, 1.0), -Vec3::Z), Ray::new(Vec3::Z, Vec3::Z)];
/// let lists = mesh.raycast_all_vec(&rays, &Filter::ALL)?;
/// assert_eq!((lists[0].len(), lists[1].len(), lists.items().len()), (1, 0, 1));
/// for (ray, hits) in rays.iter().zip(lists.iter()) {
///     assert!(hits.iter().all(|hit| ray.t_min <= hit.t));
/// }
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerLists<T> {
    offsets: Vec<u64>,
    items: Vec<T>,
}

impl<T> AnswerLists<T> {
    /// The number of lists.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lists, one after another.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.offsets.windows(2).map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }

    /// The answers of all lists, one list after another.
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

impl<T: Copy> AnswerLists<T> {
    /// Copies of lists.
    pub(crate) fn of<'l>(lists: impl Iterator<Item = &'l [T]>) -> Result<AnswerLists<T>>
    where
        T: 'l,
    {
        let (mut offsets, mut items) = (zeroed(1, ANSWERS)?, Vec::new());
        for list in lists {
            extend(&mut items, list.iter().copied(), ANSWERS)?;
            push(&mut offsets, items.len() as u64, ANSWERS)?;
        }
        Ok(AnswerLists { offsets, items })
    }
}

/// List `i`, which is below the number of lists.
impl<T> Index<usize> for AnswerLists<T> {
    type Output = [T];

    fn index(&self, i: usize) -> &[T] {
        &self.items[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}

/// An output that has one place.
struct One<T>(Option<T>);

impl<T> Output<T> for One<T> {
    fn capacity(&self) -> usize {
        1
    }

    #[inline(always)]
    fn write(&mut self, _: usize, value: T) {
        self.0 = Some(value);
    }
}

/// The argument that errors for lack of memory name.
const ANSWERS: &str = "answers";

/// An output that has a place for each of so many queries, written in any order.
struct Each<T> {
    /// With room for all.
    answers: Vec<T>,
    count: usize,
}

impl<T: Copy> Output<T> for Each<T> {
    fn capacity(&self) -> usize {
        self.count
    }

    fn write(&mut self, i: usize, value: T) {
        if self.answers.is_empty() {
            // Whatever it is: each place will be written.
            self.answers.resize(self.count, value);
        }
        self.answers[i] = value;
    }
}

/// An output of lists that grows.
struct Growing<T> {
    answers: Vec<T>,
    /// There was no memory: of what is written, nothing is kept any more.
    is_lost: bool,
}

impl<T> Growing<T> {
    /// Makes room, and returns false if there is none.
    fn has_room(&mut self, more: usize) -> bool {
        self.is_lost |= self.answers.try_reserve(more).is_err();
        !self.is_lost
    }
}

impl<T> Output<T> for Growing<T> {
    fn capacity(&self) -> usize {
        usize::MAX
    }

    fn write(&mut self, i: usize, value: T) {
        if let Some(place) = self.answers.get_mut(i) {
            *place = value;
        } else if self.has_room(1) {
            // Lists are written from the front.
            self.answers.push(value);
        }
    }
}

impl<T: Copy> ListOutput<T> for Growing<T> {
    fn written(&mut self, range: Range<usize>) -> &mut [T] {
        self.answers.get_mut(range).unwrap_or_default()
    }

    fn write_all(&mut self, first: usize, values: &[T]) {
        self.answers.truncate(first);
        if self.has_room(values.len()) {
            self.answers.extend_from_slice(values);
        }
    }
}

/// The answer to one question.
pub(crate) fn ask_one<Q: Copy, A>(
    question: Q,
    ask: impl FnOnce(&[Q], &mut dyn Output<A>) -> Result<()>,
) -> Result<A> {
    let mut out = One(None);
    ask(&[question], &mut out)?;
    Ok(out.0.expect("a query that succeeds has written its answer"))
}

/// The answers to many questions.
pub(crate) fn ask_each<Q, A: Copy>(
    questions: &(impl Batch<Q> + ?Sized),
    ask: impl FnOnce(&mut dyn Output<A>) -> Result<()>,
) -> Result<Vec<A>> {
    let mut out = Each { answers: reserve(questions.count(), ANSWERS)?, count: questions.count() };
    ask(&mut out)?;
    Ok(out.answers)
}

/// A list of its own.
pub(crate) fn grow<A: Copy>(ask: impl FnOnce(&mut dyn ListOutput<A>) -> Result<Lists>) -> Result<Vec<A>> {
    let mut out = Growing { answers: Vec::new(), is_lost: false };
    let lists = ask(&mut out)?;
    if out.is_lost {
        return Err(out_of_memory::<A>(lists.written, ANSWERS));
    }
    out.answers.truncate(lists.written);
    Ok(out.answers)
}

/// The list of answers to one question.
pub(crate) fn list_one<Q: Copy, A: Copy>(
    question: Q,
    ask: impl FnOnce(&[Q], &mut (), &mut dyn ListOutput<A>) -> Result<Lists>,
) -> Result<Vec<A>> {
    grow(|out| ask(&[question], &mut (), out))
}

/// The lists of answers to many questions.
pub(crate) fn list_each<Q, A: Copy>(
    questions: &(impl Batch<Q> + ?Sized),
    ask: impl FnOnce(&mut dyn Output<u64>, &mut dyn ListOutput<A>) -> Result<Lists>,
) -> Result<AnswerLists<A>> {
    let mut offsets = zeroed(questions.count() + 1, ANSWERS)?;
    let items = grow(|out| ask(&mut &mut offsets[..], out))?;
    Ok(AnswerLists { offsets, items })
}
