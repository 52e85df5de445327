// How carom fails in C#: an exception with carom's own message.

using System;
using System.Runtime.InteropServices;
using System.Text;
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

    /// <summary>A call that failed. The message names the argument, the element and the value.</summary>
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

    /// <summary>The library behind it.</summary>
    public static unsafe class Library
    {
        /// <summary>The version that these classes are made for.</summary>
        public const int Major = 0;
        /// <summary>Its second part: below 1.0, another is another interface.</summary>
        public const int Minor = 1;

        static bool isKnown;

        /// <summary>The library's version.</summary>
        public static Version Version
        {
            get
            {
                Check();
                return Decode(NativeMethods.carom_version());
            }
        }

        static Version Decode(uint version)
        {
            return new Version((int)(version >> 16), (int)(version >> 8 & 0xff), (int)(version & 0xff));
        }

        /// <summary>Loads the library, once, and checks that it is of the right version.</summary>
        internal static void Check()
        {
            if (isKnown) return;
            uint version;
            try
            {
                version = NativeMethods.carom_version();
            }
            catch (DllNotFoundException missing)
            {
                throw new DllNotFoundException(
                    "carom: the library \"" + NativeMethods.Library + "\" (libcarom.so, libcarom.dylib or carom.dll) of version " +
                    Major + "." + Minor + " was not found. Put it beside the program, or name its folder in LD_LIBRARY_PATH, " +
                    "DYLD_LIBRARY_PATH or PATH. " + missing.Message, missing);
            }
            catch (EntryPointNotFoundException wrong)
            {
                throw new EntryPointNotFoundException(
                    "carom: the library \"" + NativeMethods.Library + "\" that was found is not carom: it has no carom_version", wrong);
            }
            CheckVersion(version);
            isKnown = true;
        }

        /// <summary>Below 1.0, a new minor version may break.</summary>
        internal static void CheckVersion(uint version)
        {
            Version found = Decode(version);
            if (found.Major == Major && found.Minor == Minor) return;
            throw new CaromException(Status.UnsupportedVersion,
                "carom: the library is of version " + found + ", but these classes need " + Major + "." + Minor);
        }

        /// <summary>Throws if a status is an error; returns it otherwise, positive ones included.</summary>
        internal static CaromStatus Check(CaromStatus status)
        {
            if (status < 0) throw Failure(status);
            return status;
        }

        static CaromException Failure(CaromStatus status)
        {
            return new CaromException((Status)status, Text(NativeMethods.carom_last_error_message()));
        }

        static string Text(byte* text)
        {
            int length = 0;
            while (text[length] != 0) ++length;
            return Encoding.UTF8.GetString(text, length);
        }

        /// <summary>Throws because of counts that must be equal.</summary>
        internal static void CheckRoom(string name, int room, int count, string inputs)
        {
            if (room == count) return;
            throw new CaromException(Status.InvalidArgument, name + ": room for " + room + " answers to " + count + " " + inputs);
        }

        /// <summary>
        /// The bytes of the first element, or none: to pin the whole. The bytes of all may be more than a span has room for.
        /// </summary>
        internal static ReadOnlySpan<byte> First<T>(ReadOnlySpan<T> all)
            where T : struct
        {
            return MemoryMarshal.AsBytes(all.Slice(0, all.Length == 0 ? 0 : 1));
        }

        internal static Span<byte> First<T>(Span<T> all)
            where T : struct
        {
            return MemoryMarshal.AsBytes(all.Slice(0, all.Length == 0 ? 0 : 1));
        }

        /// <summary>A size as arrays have it.</summary>
        internal static int Length(UIntPtr size, string what)
        {
            if ((ulong)size <= MaxLength) return (int)(ulong)size;
            throw new CaromException(Status.TooLarge, what + ": " + (ulong)size + " are more than an array has room for");
        }

        // Of arrays whose elements are bytes; those of others are a little longer at most.
        const ulong MaxLength = 0x7fffffc7;

        /// <summary>A path as the C interface takes it: UTF-8, ended by a zero.</summary>
        internal static byte[] Path(string path)
        {
            if (path == null) throw new ArgumentNullException("path");
            return Encoding.UTF8.GetBytes(path + "\0");
        }
    }
}
