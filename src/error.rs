//! The one error type: its kind, the place in the input that it is about, and a text with the value.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::io;

/// A text, written as by `format!`, which ends the program where there is no memory; this one is empty then. For the texts
/// of errors, which tell of a lack of memory too.
macro_rules! text {
    ($($part:tt)*) => {
        $crate::error::written(format_args!($($part)*))
    };
}

/// See [`text!`].
#[cold]
pub(crate) fn written(text: fmt::Arguments) -> String {
    let mut out = Growing(String::new());
    match out.write_fmt(text) {
        Ok(()) => out.0,
        Err(fmt::Error) => String::new(),
    }
}

/// A text that grows, or fails where there is no memory.
struct Growing(String);

impl fmt::Write for Growing {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.try_reserve(text.len()).map_err(|_| fmt::Error)?;
        self.0.push_str(text);
        Ok(())
    }
}

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A pointer that must not be null is null.
    NullArgument,
    /// A value outside its range, or an unknown enumerator.
    InvalidArgument,
    /// A NaN or an infinity where a finite number is needed.
    NotFinite,
    /// A vertex index that no vertex has, or a triangle index that no triangle has.
    IndexOutOfRange,
    /// A `struct_size` that no version of a struct has, or a field that this version does not know and that is
    /// not zero.
    StructSize,
    /// Out of memory.
    OutOfMemory,
    /// The progress callback asked to stop.
    Cancelled,
    /// Bytes that are not a cooked blob of this kind, or a damaged one.
    InvalidBlob,
    /// A blob of another format version.
    UnsupportedVersion,
    /// A pointer that is not aligned as its type or use needs.
    Misaligned,
    /// More elements or bytes than can be addressed.
    TooLarge,
    /// An id that no living object of a world has.
    UnknownId,
    /// A file that cannot be opened, read or written.
    File,
}

/// The place of a value in a call's input: the path of a field, such as `rays[2].origin.x`, in an object that is
/// described with, such as `options`, or in an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Empty for an argument.
    object: &'static str,
    /// Empty for the object as a whole.
    path: Cow<'static, str>,
}

impl Context {
    /// The object that the field is of, such as `options`; empty for an argument.
    pub fn object(&self) -> &str {
        self.object
    }

    /// The path of the field in the object, or of the argument; empty for the object as a whole.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for Context {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let point = if self.object.is_empty() || self.path.is_empty() { "" } else { "." };
        write!(out, "{}{point}{}", self.object, self.path)
    }
}

/// The field that a value does not go together with.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Other {
    context: Context,
    value: String,
}

/// Why a call failed. Nothing was changed and no output was written.
///
/// Displayed, it names the argument, the element and the value, for example
/// `indices[41]: 9000 is not below vertex_count 8171`.
///
/// As small as a pointer: queries of a few nanoseconds return a [`Result`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.parts())]
pub struct Error(
    /// None where there was no memory for it.
    Option<Box<[Parts; 1]>>,
);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    kind: ErrorKind,
    /// None where the text says it.
    context: Option<Context>,
    text: String,
    other: Option<Other>,
    /// Of an error of [`ErrorKind::File`].
    io_kind: Option<io::ErrorKind>,
}

/// The whole message.
impl fmt::Display for Parts {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Parts { context, text, other, .. } = self;
        if let Some(context) = context {
            write!(out, "{context}: ")?;
        }
        out.write_str(text)?;
        match other {
            Some(Other { context, value }) => write!(out, " {context}, {value}"),
            None => Ok(()),
        }
    }
}

/// A constructor for each kind.
macro_rules! constructors {
    ($($name:ident => $kind:ident,)*) => {
        $(
            #[doc = concat!("An error of [`ErrorKind::", stringify!($kind), "`], with its text.")]
            #[cold]
            pub(crate) fn $name(text: String) -> Error {
                Error::new(ErrorKind::$kind, text)
            }
        )*
    };
}

impl Error {
    constructors! {
        null_argument => NullArgument,
        invalid_argument => InvalidArgument,
        not_finite => NotFinite,
        index_out_of_range => IndexOutOfRange,
        struct_size => StructSize,
        out_of_memory => OutOfMemory,
        cancelled => Cancelled,
        unsupported_version => UnsupportedVersion,
        misaligned => Misaligned,
        too_large => TooLarge,
        unknown_id => UnknownId,
    }

    /// An error of [`ErrorKind::File`], with what the system calls it, and its text.
    #[cold]
    pub(crate) fn file(kind: io::ErrorKind, text: String) -> Error {
        let mut error = Error::new(ErrorKind::File, text);
        if let Some(parts) = error.parts_mut() {
            parts.io_kind = Some(kind);
        }
        error
    }

    /// The error for index `i` of a list, which names none of `vertices`. Many callers have signed ones.
    #[cold]
    pub(crate) fn bad_index(i: usize, index: u32, vertices: usize) -> Error {
        let signed = index.cast_signed();
        let text = match signed < 0 {
            true => text!("{index} ({signed} if it is signed) is not below vertex_count {vertices}"),
            false => text!("{index} is not below vertex_count {vertices}"),
        };
        Error::new(ErrorKind::IndexOutOfRange, text!("indices[{i}]: {text}"))
    }

    /// An error of [`ErrorKind::InvalidBlob`], with the damage.
    #[cold]
    pub(crate) fn invalid_blob(damage: impl fmt::Display) -> Error {
        Error::new(ErrorKind::InvalidBlob, text!("blob: {damage}"))
    }

    fn new(kind: ErrorKind, text: String) -> Error {
        // A box alone has no way to be made that may fail.
        let mut parts = Vec::new();
        if parts.try_reserve_exact(1).is_ok() {
            parts.push(Parts { kind, context: None, text, other: None, io_kind: None });
        }
        Error(parts.into_boxed_slice().try_into().ok())
    }

    /// The parts of an error that there was no memory for are those of one for lack of memory, without a text.
    fn parts(&self) -> &Parts {
        static NONE: Parts = Parts {
            kind: ErrorKind::OutOfMemory,
            context: None,
            text: String::new(),
            other: None,
            io_kind: None,
        };
        self.0.as_ref().map_or(&NONE, |parts| &parts[0])
    }

    fn parts_mut(&mut self) -> Option<&mut Parts> {
        self.0.as_mut().map(|parts| &mut parts[0])
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.parts().kind
    }

    /// The system's name for an error of [`ErrorKind::File`]: whether the file was missing, say.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.parts().io_kind
    }

    /// The place of the value, where the error has it apart from the text.
    pub fn context(&self) -> Option<&Context> {
        self.parts().context.as_ref()
    }

    /// The same error, about the argument or the field with this path.
    pub(crate) fn at(mut self, path: impl Into<Cow<'static, str>>) -> Error {
        if let Some(parts) = self.parts_mut() {
            parts.context = Some(Context { object: "", path: path.into() });
        }
        self
    }

    /// The same error, about a field of an object.
    pub(crate) fn of(self, object: &'static str, field: impl Into<Cow<'static, str>>) -> Error {
        self.at(field).within(object)
    }

    /// The same error, whose text goes on with a field that the value does not go together with, and its value. The
    /// field is of the same object.
    pub(crate) fn against(mut self, path: impl Into<Cow<'static, str>>, value: impl fmt::Display) -> Error {
        if let Some(parts) = self.parts_mut() {
            let object = parts.context.as_ref().map_or("", |context| context.object);
            let context = Context { object, path: path.into() };
            parts.other = Some(Other { context, value: text!("{value}") });
        }
        self
    }

    /// The same error, with its paths taken as those of fields of an object; without one, it is about the object as a whole.
    #[cold]
    pub(crate) fn within(mut self, object: &'static str) -> Error {
        if let Some(parts) = self.parts_mut() {
            parts.context.get_or_insert(Context { object, path: "".into() }).object = object;
            if let Some(other) = &mut parts.other {
                other.context.object = object;
            }
        }
        self
    }

    /// The same error, with its context as a part of the text, so that it can be given another.
    #[cold]
    pub(crate) fn folded(self) -> Error {
        Error::new(self.kind(), text!("{self}"))
    }

    /// The same error, whose text begins with these words.
    #[cold]
    pub(crate) fn about(mut self, words: &str) -> Error {
        if let Some(parts) = self.parts_mut() {
            parts.text = text!("{words} {}", parts.text);
        }
        self
    }
}

/// Shorthand for results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_put_in_front() {
        let negative = || Error::invalid_argument("-1 is negative".into());
        for (error, message) in [
            (negative(), "-1 is negative"),
            (negative().at("spheres[0].radius"), "spheres[0].radius: -1 is negative"),
            (negative().of("options", "band"), "options.band: -1 is negative"),
            (negative().of("options", "band").within("desc"), "desc.band: -1 is negative"),
            (negative().within("grid"), "grid: -1 is negative"),
            (negative().at("the last node").folded().within("grid"), "grid: the last node: -1 is negative"),
            (negative().of("desc", "flags").about("BIT"), "desc.flags: BIT -1 is negative"),
        ] {
            assert_eq!((error.to_string().as_str(), error.kind()), (message, ErrorKind::InvalidArgument));
        }
        assert_eq!(negative().context(), None);
        let error = negative().of("options", "band");
        let context = error.context().unwrap();
        assert_eq!((context.object(), context.path()), ("options", "band"));
    }

    #[test]
    fn both_fields_are_of_the_object() {
        let error = Error::invalid_argument("3 is more than".into()).at("min.x").against("max.x", 2);
        assert_eq!(error.to_string(), "min.x: 3 is more than max.x, 2");
        assert_eq!(error.within("desc").to_string(), "desc.min.x: 3 is more than desc.max.x, 2");
    }
}
