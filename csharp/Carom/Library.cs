// The library behind the classes: its version, its instruction set, and what calls of it need.

using System;
using System.Runtime.InteropServices;
using System.Text;
using Carom.Native;

namespace Carom
{
    /// <summary>The instructions that queries use; answers are the same.</summary>
    public enum InstructionSet : uint
    {
        /// <summary>The best that the processor has.</summary>
        Automatic = NativeMethods.CAROM_SIMD_DEFAULT,
        /// <summary>What every processor of the architecture has.</summary>
        Portable = NativeMethods.CAROM_SIMD_PORTABLE,
        /// <summary>AVX2 of x86-64.</summary>
        Avx2 = NativeMethods.CAROM_SIMD_AVX2,
        /// <summary>AVX-512 of x86-64.</summary>
        Avx512 = NativeMethods.CAROM_SIMD_AVX512,
        /// <summary>NEON of 64-bit ARM, where <see cref="Portable"/> is the same.</summary>
        Neon = NativeMethods.CAROM_SIMD_NEON,
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

        /// <summary>
        /// The instruction set in force, for the whole process: never <see cref="Carom.InstructionSet.Automatic"/>. Answers do
        /// not depend on it. Set it for tests and measurements; one that the processor lacks is an error.
        /// </summary>
        public static InstructionSet InstructionSet
        {
            get
            {
                Check();
                return (InstructionSet)NativeMethods.carom_simd_level();
            }
            set
            {
                Check();
                Check(NativeMethods.carom_set_simd_level((uint)value));
            }
        }

        /// <summary>The name of a status in carom.h, such as "CAROM_ERROR_NOT_FINITE".</summary>
        public static string Name(Status status)
        {
            Check();
            return Text(NativeMethods.carom_status_name((int)status));
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
            return new CaromException((Status)status, Log.Told(Text(NativeMethods.carom_last_error_message())));
        }

        /// <summary>The same, with other names for what messages call `a_poses` and `b_poses`.</summary>
        internal static void CheckPosed(CaromStatus status, string poses, string otherPoses)
        {
            if (status >= 0) return;
            CaromException error = Failure(status);
            string message = error.Message;
            if (message.StartsWith("a_poses", StringComparison.Ordinal)) message = poses + message.Substring(7);
            if (message.StartsWith("b_poses", StringComparison.Ordinal)) message = otherPoses + message.Substring(7);
            throw new CaromException(error.Status, message);
        }

        /// <summary>
        /// Throws another error in place of one about an index, if that is negative: the C interface took it for a large one.
        /// </summary>
        internal static void CheckSigns(CaromException error, ReadOnlySpan<int> indices, int vertices)
        {
            if (error.Status != Status.IndexOutOfRange) return;
            for (int i = 0; i < indices.Length; ++i)
            {
                if ((uint)indices[i] < (uint)vertices) continue;
                if (indices[i] >= 0) return;
                throw new CaromException(error.Status, "indices[" + i + "]: " + Say.Value(indices[i]) + " is negative");
            }
        }

        internal static string Text(byte* text)
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

        /// <summary>The first byte of a struct without references, to pin it: the language names no such type in all its versions.</summary>
        internal static ref byte Bytes<T>(ref T one)
            where T : struct
        {
            return ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref one, 1)));
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
            int end = path.IndexOf('\0');
            if (end >= 0) throw new CaromException(Status.InvalidArgument, "path: character " + end + " is a zero");
            return Encoding.UTF8.GetBytes(path + "\0");
        }
    }
}
