// How carom fails in C#: an exception with carom's own message.

using System;
using Carom.Native;

namespace Carom
{
    /// <summary>The result of a call of the C interface; errors are negative.</summary>
    public enum Status
    {
        /// <summary>Done.</summary>
        Ok = CaromStatus.Ok,
        /// <summary>Done, but an array was too small.</summary>
        BufferTooSmall = CaromStatus.BufferTooSmall,
        /// <summary>Something is null that must not be.</summary>
        NullArgument = CaromStatus.ErrorNullArgument,
        /// <summary>A value is out of its range.</summary>
        InvalidArgument = CaromStatus.ErrorInvalidArgument,
        /// <summary>A number is NaN or infinite that must not be.</summary>
        NotFinite = CaromStatus.ErrorNotFinite,
        /// <summary>A vertex or triangle index names nothing.</summary>
        IndexOutOfRange = CaromStatus.ErrorIndexOutOfRange,
        /// <summary>A struct of a version that the library does not know.</summary>
        StructSize = CaromStatus.ErrorStructSize,
        /// <summary>Out of memory.</summary>
        OutOfMemory = CaromStatus.ErrorOutOfMemory,
        /// <summary>The progress callback asked to stop.</summary>
        Cancelled = CaromStatus.ErrorCancelled,
        /// <summary>Bytes that are not a cooked blob of the right kind, or a damaged one.</summary>
        InvalidBlob = CaromStatus.ErrorInvalidBlob,
        /// <summary>A blob of another format version: cook it again.</summary>
        UnsupportedVersion = CaromStatus.ErrorUnsupportedVersion,
        /// <summary>Memory is not aligned as its use needs.</summary>
        Misaligned = CaromStatus.ErrorMisaligned,
        /// <summary>More elements or bytes than can be addressed.</summary>
        TooLarge = CaromStatus.ErrorTooLarge,
        /// <summary>A defect in carom itself; please report the message.</summary>
        Internal = CaromStatus.ErrorInternal,
        /// <summary>An id that no living object of a world has.</summary>
        UnknownId = CaromStatus.ErrorUnknownId,
        /// <summary>A file that cannot be opened, read or written.</summary>
        File = CaromStatus.ErrorFile,
    }

    /// <summary>
    /// A call that failed. The message names the argument, the element and the value, in the words of carom.h: `rays[0].direction`,
    /// also where one ray is asked, which is a batch of one; `rays[0].t_max` is its TMax.
    /// </summary>
    public sealed class CaromException : Exception
    {
        /// <summary>An error with its message.</summary>
        public CaromException(Status status, string message)
            : base(message)
        {
            Status = status;
        }

        /// <summary>Why it failed; always negative.</summary>
        public Status Status { get; private set; }
    }
}
