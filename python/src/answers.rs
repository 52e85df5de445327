//! Answers become arrays: one a field, each handed to Python as it was filled.

use crate::error::raise;
use crate::input::Questions;
use carom::Result;
use carom::mesh::{Lists, Output};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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
    fn new(count: usize) -> Self;
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
            fn new(count: usize) -> $name {
                $name { $($field: vec![Default::default(); count],)+ }
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

/// Asks questions with one answer each, while other threads of Python run.
pub(crate) fn each<'py, Q: Send, T, C: Columns<T>>(
    py: Python<'py>,
    questions: &Questions<impl Fn(usize) -> Q + Sync>,
    ask: impl Fn(&[Q], &mut Part<C>) -> Result<()> + Sync,
) -> PyResult<Bound<'py, PyTuple>> {
    // As many at a time as the cache holds: they are gathered from the arrays, and asked.
    const BLOCK: usize = 2048;
    let count = questions.count;
    let answers = py.detach(|| {
        let mut answers = C::new(count);
        let mut block = Vec::with_capacity(count.min(BLOCK));
        for first in (0..count).step_by(BLOCK) {
            block.clear();
            block.extend((first..count.min(first + BLOCK)).map(|i| (questions.make)(i)));
            let mut output = Part { columns: &mut answers, first, count: block.len() };
            if let Err(error) = ask(&block, &mut output) {
                if first == 0 {
                    return Err(error);
                }
                // All at once, so that the error has the number of the question that is wrong.
                let all = questions.all();
                ask(&all, &mut Part { columns: &mut answers, first: 0, count })?;
            }
        }
        if count == 0 {
            ask(&[], &mut Part { columns: &mut answers, first: 0, count })?;
        }
        Ok(answers)
    });
    answers.map_err(raise)?.tuple(py)
}

/// Fills answers that are not to blocks of questions.
pub(crate) fn filled<'py, T, C: Columns<T>>(
    py: Python<'py>,
    count: usize,
    fill: impl FnOnce(&mut C) -> Result<()> + Send,
) -> PyResult<Bound<'py, PyTuple>> {
    let answers = py.detach(|| {
        let mut answers = C::new(count);
        fill(&mut answers).map(|()| answers)
    });
    answers.map_err(raise)?.tuple(py)
}

/// Asks questions with a list each: the places where lists begin, and the fields of all items.
pub(crate) fn lists<'py, Q: Send, T: Copy + Send + Sync, C: Columns<T>>(
    py: Python<'py>,
    questions: &Questions<impl Fn(usize) -> Q + Sync>,
    blank: T,
    ask: impl Fn(&[Q], &mut [u64], &mut [T]) -> Result<Lists> + Sync,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
    let count = questions.count;
    let answers = py.detach(|| {
        let all = questions.all();
        let mut offsets = vec![0; count + 1];
        let items = grown(4 * count, blank, |items| ask(&all, &mut offsets, items))?;
        let mut columns = C::new(items.len());
        items.into_iter().enumerate().for_each(|(i, item)| columns.write(i, item));
        // As numpy indexes.
        Ok((offsets.into_iter().map(|offset| offset as i64).collect::<Vec<i64>>(), columns))
    });
    let (offsets, columns) = answers.map_err(raise)?;
    Ok((offsets.array(py)?, columns.tuple(py)?))
}

/// All that a call lists, asked once more with enough room if the guess was too small.
pub(crate) fn grown<T: Copy>(
    guess: usize,
    blank: T,
    mut ask: impl FnMut(&mut [T]) -> Result<Lists>,
) -> Result<Vec<T>> {
    let mut items = vec![blank; guess];
    loop {
        let Lists { total, .. } = ask(&mut items)?;
        let is_all = total <= items.len();
        items.resize(total, blank);
        if is_all {
            return Ok(items);
        }
    }
}
