//! Answers become arrays: one a field, each handed to Python as it was filled.

use crate::error::Failure;
use crate::input::Questions;
use crate::memory::{blanks, room};
use carom::mesh::{Lists, Output};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::time::{Duration, Instant};

/// A vector that becomes an array.
pub(crate) trait Column: Send {
    fn array<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

macro_rules! flat_columns {
    ($($type:ty)*) => {
        $(impl Column for Vec<$type> {
            fn array<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(self.into_pyarray(py).into_any())
            }
        })*
    };
}

flat_columns!(f32 u8 u16 u32 u64 i32 i64 bool);

macro_rules! row_columns {
    ($($type:ty)*) => {
        $(impl<const WIDTH: usize> Column for Vec<[$type; WIDTH]> {
            fn array<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let shape = [self.len(), WIDTH];
                Ok(self.into_flattened().into_pyarray(py).reshape(shape)?.into_any())
            }
        })*
    };
}

row_columns!(f32 u32 u64);

/// The fields of answers, an array each.
pub(crate) trait Columns<T>: Output<T> + Send {
    fn new(count: usize) -> Result<Self, Failure>
    where
        Self: Sized;
    fn tuple<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>>;
}

/// Makes a struct of vectors, one a field, that answers are written to.
macro_rules! columns {
    ($name:ident of $answer:ty, $one:ident: $($field:ident: $type:ty = $value:expr),+ $(,)?) => {
        pub(crate) struct $name {
            $($field: Vec<$type>,)+
        }

        impl carom::mesh::Output<$answer> for $name {
            fn capacity(&self) -> usize {
                [$(self.$field.len()),+][0]
            }

            #[inline(always)]
            fn write(&mut self, i: usize, $one: $answer) {
                $(self.$field[i] = $value;)+
            }
        }

        impl crate::answers::Columns<$answer> for $name {
            fn new(count: usize) -> Result<$name, crate::error::Failure> {
                Ok($name { $($field: crate::memory::blanks(count, Default::default())?,)+ })
            }

            fn tuple<'py>(self, py: pyo3::Python<'py>) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::types::PyTuple>> {
                let arrays = [$(crate::answers::Column::array(self.$field, py)?),+];
                pyo3::types::PyTuple::new(py, arrays)
            }
        }
    };
}

pub(crate) use columns;

columns!(Flags of u8, answer: flag: bool = answer != 0);

/// Answers from a place on.
pub(crate) struct Part<'a, C> {
    columns: &'a mut C,
    first: usize,
    count: usize,
}

impl<T, C: Columns<T>> Output<T> for Part<'_, C> {
    fn capacity(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn write(&mut self, i: usize, value: T) {
        self.columns.write(self.first + i, value);
    }
}

/// Goes through questions in blocks, which are gathered from the arrays, and looks now and then whether Ctrl-C was pressed.
fn in_blocks<Q>(
    questions: &Questions<impl Fn(usize) -> Q>,
    mut ask: impl FnMut(usize, &[Q]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // As many as the cache holds; few of those that take long, such as poses.
    let most = if size_of::<Q>() > 64 { 16 } else { 2048 };
    let count = questions.count;
    let mut block = room(count.min(most))?;
    let mut looked = Instant::now();
    for first in (0..count).step_by(most) {
        block.clear();
        questions.gather(first..count.min(first + most), &mut block);
        match ask(first, &block) {
            // All at once, so that the error has the number of the question that is wrong.
            Err(Failure::Refused(_)) if first > 0 => return ask(0, &questions.all()?),
            other => other?,
        }
        if looked.elapsed() > PATIENCE {
            Python::attach(|py| py.check_signals())?;
            looked = Instant::now();
        }
    }
    // What is wrong with the rest of the call is found without questions, too.
    if count == 0 { ask(0, &[]) } else { Ok(()) }
}

/// For so long, Ctrl-C may wait.
const PATIENCE: Duration = Duration::from_millis(100);

/// Asks questions with one answer each, while other threads of Python run.
pub(crate) fn each<'py, Q: Send, T, C: Columns<T>, E: Into<Failure>>(
    py: Python<'py>,
    questions: &Questions<impl Fn(usize) -> Q + Sync>,
    ask: impl Fn(&[Q], &mut Part<C>) -> Result<(), E> + Sync,
) -> PyResult<Bound<'py, PyTuple>> {
    let answers = py.detach(|| {
        let mut answers = C::new(questions.count)?;
        in_blocks(questions, |first, block| {
            ask(block, &mut Part { columns: &mut answers, first, count: block.len() }).map_err(Into::into)
        })?;
        Ok::<_, Failure>(answers)
    });
    answers?.tuple(py)
}

/// Fills answers that are not to blocks of questions.
pub(crate) fn filled<'py, T, C: Columns<T>>(
    py: Python<'py>,
    count: usize,
    fill: impl FnOnce(&mut C) -> Result<(), Failure> + Send,
) -> PyResult<Bound<'py, PyTuple>> {
    let answers = py.detach(|| {
        let mut answers = C::new(count)?;
        fill(&mut answers).map(|()| answers)
    });
    answers?.tuple(py)
}

/// Asks questions with a list each: the places where lists begin, and the fields of all items.
pub(crate) fn lists<'py, Q: Send, T: Copy + Send + Sync, C: Columns<T>>(
    py: Python<'py>,
    questions: &Questions<impl Fn(usize) -> Q + Sync>,
    blank: T,
    ask: impl Fn(&[Q], &mut [u64], &mut [T]) -> carom::Result<Lists> + Sync,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
    let answers = py.detach(|| {
        // As numpy indexes.
        let mut ends = room(questions.count.saturating_add(1))?;
        ends.push(0i64);
        let mut items = Vec::new();
        in_blocks(questions, |_, block| {
            let mut offsets = blanks(block.len() + 1, 0)?;
            let found = grown(4 * block.len(), blank, |items| ask(block, &mut offsets, items))?;
            let before = items.len() as i64;
            ends.extend(offsets[1..].iter().map(|&end| before + end as i64));
            items.try_reserve(found.len()).map_err(|_| Failure::Memory(found.len()))?;
            items.extend(found);
            Ok(())
        })?;
        let mut columns = C::new(items.len())?;
        items.into_iter().enumerate().for_each(|(i, item)| columns.write(i, item));
        Ok::<_, Failure>((ends, columns))
    });
    let (ends, columns) = answers?;
    Ok((ends.array(py)?, columns.tuple(py)?))
}

/// All that a call lists, asked once more with enough room if the guess was too small.
pub(crate) fn grown<T: Copy, E: Into<Failure>>(
    guess: usize,
    blank: T,
    mut ask: impl FnMut(&mut [T]) -> Result<Lists, E>,
) -> Result<Vec<T>, Failure> {
    let mut items = blanks(guess, blank)?;
    loop {
        let Lists { total, .. } = ask(&mut items).map_err(Into::into)?;
        if total <= items.len() {
            items.truncate(total);
            return Ok(items);
        }
        items = blanks(total, blank)?;
    }
}
