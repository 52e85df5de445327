// Handles of cooked things, opening and saving: alike for meshes, solids, fields and hulls.

using System;
using Carom.Native;

namespace Carom
{
    /// <summary>The functions of the C interface for one kind of handle.</summary>
    sealed unsafe class CookedKind
    {
        public delegate void DestroyFunction(void* of);

        public delegate CaromStatus OpenFunction(void* blob, UIntPtr size, uint flags, void** made);

        public delegate CaromStatus OpenFileFunction(byte* path, void** made);

        public delegate CaromStatus SaveFunction(void* of, void* buffer, UIntPtr capacity, UIntPtr* size);

        public delegate CaromStatus SaveFileFunction(void* of, byte* path);

        public DestroyFunction Destroy;
        public OpenFunction Open;
        public OpenFileFunction OpenFile;
        public SaveFunction Save;
        public SaveFileFunction SaveFile;

        /// <summary>Opens a copy of cooked bytes.</summary>
        public void* Opened(ReadOnlySpan<byte> blob)
        {
            Library.Check();
            void* made = null;
            fixed (byte* bytes = blob)
            {
                Library.Check(Open(bytes, (UIntPtr)(uint)blob.Length, NativeMethods.CAROM_OPEN_COPY, &made));
            }
            return made;
        }

        /// <summary>Opens a file of cooked bytes.</summary>
        public void* OpenedFile(string path)
        {
            Library.Check();
            void* made = null;
            fixed (byte* name = Library.Path(path))
            {
                Library.Check(OpenFile(name, &made));
            }
            return made;
        }
    }

    /// <summary>
    /// Something cooked. Immutable: queries may run on all threads at once, and allocate nothing but what they return. Dispose it
    /// when it is not needed any more; a call that is under way goes on.
    /// </summary>
    public abstract unsafe class Cooked : IDisposable
    {
        sealed class CookedHandle : Handle
        {
            readonly CookedKind kind;

            public CookedHandle(Type owner, CookedKind kind, void* pointer)
                : base(owner, pointer)
            {
                this.kind = kind;
            }

            protected override bool ReleaseHandle()
            {
                kind.Destroy((void*)handle);
                return true;
            }
        }

        readonly CookedKind kind;
        internal readonly Handle handle;

        internal Cooked(CookedKind kind, void* pointer)
        {
            this.kind = kind;
            handle = new CookedHandle(GetType(), kind, pointer);
        }

        /// <summary>The cooked bytes, to be stored and opened again. More than 2 GiB fit into a file only: <see cref="SaveFile"/>.</summary>
        public byte[] Save()
        {
            using (Held of = handle.Hold())
            {
                UIntPtr size;
                Library.Check(kind.Save(of.Pointer, null, UIntPtr.Zero, &size));
                byte[] bytes = new byte[Library.Length(size, "bytes")];
                fixed (byte* buffer = bytes)
                {
                    Library.Check(kind.Save(of.Pointer, buffer, size, &size));
                }
                return bytes;
            }
        }

        /// <summary>Writes the cooked bytes into a file, wholly or not at all.</summary>
        public void SaveFile(string path)
        {
            using (Held of = handle.Hold())
            {
                fixed (byte* name = Library.Path(path))
                {
                    Library.Check(kind.SaveFile(of.Pointer, name));
                }
            }
        }

        /// <summary>
        /// Frees it, when no call uses it any more. May be called again. Calls that begin afterwards throw
        /// ObjectDisposedException; figures that were read when it was made, such as <see cref="Mesh.Stats"/>, stay readable.
        /// </summary>
        public void Dispose()
        {
            handle.Dispose();
        }
    }
}
