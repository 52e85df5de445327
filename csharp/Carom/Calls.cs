// Calls of the C interface with spans, each form written once. Nothing here is allocated for a query, and a handle is not
// destroyed while a call uses it.

using System;
using System.Buffers;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>A query with one answer each.</summary>
    unsafe delegate CaromStatus Answers(void* of, void* queries, UIntPtr count, CaromFilter* filter, void* option,
        void* answers);

    /// <summary>A query with lists for answers.</summary>
    unsafe delegate CaromStatus AnswerLists(void* of, void* queries, UIntPtr count, CaromFilter* filter, void* option,
        ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

    /// <summary>A list that is asked for without questions.</summary>
    unsafe delegate CaromStatus SingleList(void* of, void* option, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total);

    /// <summary>A handle, which is destroyed when nobody uses it any more.</summary>
    abstract unsafe class Handle : SafeHandle
    {
        readonly Type owner;
        // SafeHandle refuses calls only when none is under way any more, which need not come to pass while threads ask.
        volatile bool isDisposed;

        /// <param name="owner">the class that errors speak of</param>
        protected Handle(Type owner, void* pointer)
            : base(IntPtr.Zero, true)
        {
            this.owner = owner;
            SetHandle((IntPtr)pointer);
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        /// <summary>Keeps the handle alive until what it returns is disposed. Throws if it is disposed already.</summary>
        public Held Hold()
        {
            if (isDisposed) throw new ObjectDisposedException(owner.FullName);
            bool isHeld = false;
            // Throws, too, if it is freed meanwhile.
            DangerousAddRef(ref isHeld);
            return new Held(this, (void*)handle);
        }

        protected override void Dispose(bool disposing)
        {
            isDisposed = true;
            base.Dispose(disposing);
        }

        /// <param name="name">what the caller's argument for the answers is called</param>
        public void Fill<Q, A>(Answers function, ReadOnlySpan<Q> queries, Span<A> answers, Filter? filter,
            void* option = null, string name = "answers")
            where Q : struct
            where A : struct
        {
            Library.CheckRoom(name, answers.Length, queries.Length, "queries");
            CaromFilter raw = Filter.Raw(filter);
            using (Held of = Hold())
            {
                fixed (byte* q = Library.First(queries))
                fixed (byte* a = Library.First(answers))
                {
                    Library.Check(function(of.Pointer, q, (UIntPtr)(uint)queries.Length, filter.HasValue ? &raw : null, option, a));
                }
            }
        }

        /// <summary>One query: what a call costs matters here, so no more is looked at than must be.</summary>
        public A One<Q, A>(Answers function, Q query, Filter? filter, void* option = null)
            where Q : struct
            where A : struct
        {
            A answer = default(A);
            using (Held of = Hold())
            {
                fixed (byte* q = &Library.Bytes(ref query))
                fixed (byte* a = &Library.Bytes(ref answer))
                {
                    if (filter.HasValue)
                    {
                        CaromFilter raw = Filter.Raw(filter);
                        Library.Check(function(of.Pointer, q, (UIntPtr)1u, &raw, option, a));
                    }
                    else
                    {
                        Library.Check(function(of.Pointer, q, (UIntPtr)1u, null, option, a));
                    }
                }
            }
            return answer;
        }

        public void List<Q, A>(AnswerLists function, ReadOnlySpan<Q> queries, Lists<A> lists, Filter? filter, void* option = null,
            int each = 4)
            where Q : struct
            where A : struct
        {
            if (lists == null) throw new ArgumentNullException("lists");
            CaromFilter raw = Filter.Raw(filter);
            using (Held of = Hold())
            {
                fixed (byte* q = Library.First(queries))
                {
                    Listing call;
                    call.Function = function;
                    call.Of = of.Pointer;
                    call.Queries = q;
                    call.Count = (UIntPtr)(uint)queries.Length;
                    call.Filter = filter.HasValue ? &raw : null;
                    call.Option = option;
                    lists.Fill(call, queries.Length, each);
                }
            }
        }

        struct Listing : IListCall
        {
            public AnswerLists Function;
            public void* Of;
            public void* Queries;
            public UIntPtr Count;
            public CaromFilter* Filter;
            public void* Option;

            public CaromStatus Into(ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total)
            {
                return Function(Of, Queries, Count, Filter, Option, offsets, items, capacity, written, total);
            }
        }

        /// <summary>Fills one list by itself, with what a call without questions gives.</summary>
        public void ListOne<A>(SingleList function, Lists<A> lists, void* option = null)
            where A : struct
        {
            if (lists == null) throw new ArgumentNullException("lists");
            using (Held of = Hold())
            {
                SingleListing call;
                call.Function = function;
                call.Of = of.Pointer;
                call.Option = option;
                lists.Fill(call, 1, 0);
            }
        }

        struct SingleListing : IListCall
        {
            public SingleList Function;
            public void* Of;
            public void* Option;

            public CaromStatus Into(ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total)
            {
                CaromStatus status = Function(Of, Option, items, capacity, written, total);
                offsets[0] = 0;
                offsets[1] = status == CaromStatus.Ok ? (ulong)*written : 0;
                return status;
            }
        }
    }

    /// <summary>A handle in use: its pointer stays valid until this is disposed.</summary>
    unsafe struct Held : IDisposable
    {
        readonly Handle handle;
        public readonly void* Pointer;

        public Held(Handle handle, void* pointer)
        {
            this.handle = handle;
            Pointer = pointer;
        }

        public void Dispose()
        {
            handle.DangerousRelease();
        }
    }

    /// <summary>A call that fills lists, or says how much room it needs.</summary>
    unsafe interface IListCall
    {
        CaromStatus Into(ulong* offsets, void* items, UIntPtr capacity, UIntPtr* written, UIntPtr* total);
    }

    /// <summary>
    /// The lists that a batch of list queries gives. May be used again and keeps its memory, which comes from the pool of arrays
    /// and goes back there when it is disposed.
    /// </summary>
    public sealed class Lists<T> : IDisposable
        where T : struct
    {
        // Beyond this, room is not taken before it is known to be needed.
        const int MaxGuess = 1 << 24;

        ulong[] offsets = new ulong[1];
        T[] items = new T[0];
        int count;

        /// <summary>Number of lists.</summary>
        public int Count
        {
            get { return count; }
        }

        /// <summary>All items, one list after another. Valid until the lists are filled again or disposed.</summary>
        public ReadOnlySpan<T> Items
        {
            get { return items.AsSpan(0, (int)offsets[count]); }
        }

        /// <summary>List i. Valid until the lists are filled again or disposed.</summary>
        public ReadOnlySpan<T> List(int i)
        {
            if ((uint)i >= (uint)count) throw new ArgumentOutOfRangeException("i", i, "there are " + count + " lists");
            return items.AsSpan((int)offsets[i], (int)(offsets[i + 1] - offsets[i]));
        }

        /// <summary>Goes through the lists.</summary>
        public Enumerator GetEnumerator()
        {
            return new Enumerator(this);
        }

        /// <summary>Gives the memory back; the lists are empty then, and may be filled again.</summary>
        public void Dispose()
        {
            if (items.Length > 0) ArrayPool<T>.Shared.Return(items);
            items = new T[0];
            Clear();
        }

        internal ulong[] Offsets
        {
            get { return offsets; }
        }

        internal Span<T> Room
        {
            get { return items; }
        }

        /// <summary>Asks once, and once more with more room if there was too little.</summary>
        /// <param name="each">for how many items a list there is room at the first time</param>
        internal unsafe void Fill<C>(C call, int lists, int each)
            where C : struct, IListCall
        {
            try
            {
                Begin(lists, each);
                for (;;)
                {
                    UIntPtr written, total;
                    CaromStatus status;
                    fixed (ulong* o = offsets)
                    fixed (byte* i = Library.First(Room))
                    {
                        status = call.Into(o, i, (UIntPtr)(uint)items.Length, &written, &total);
                    }
                    if (Library.Check(status) != CaromStatus.BufferTooSmall) return;
                    Grow(Library.Length(total, "items"));
                }
            }
            catch
            {
                Clear();
                throw;
            }
        }

        internal void Begin(int lists, int each)
        {
            int guess = (int)Math.Min((long)each * lists, MaxGuess);
            if (offsets.Length <= lists) offsets = new ulong[(long)lists + 1];
            count = lists;
            if (items.Length < guess) Grow(guess);
        }

        internal void Grow(int room)
        {
            T[] old = items;
            items = ArrayPool<T>.Shared.Rent(room);
            if (old.Length > 0) ArrayPool<T>.Shared.Return(old);
        }

        internal void Clear()
        {
            count = 0;
            offsets[0] = 0;
        }

        /// <summary>Goes through lists.</summary>
        public struct Enumerator
        {
            readonly Lists<T> lists;
            int at;

            internal Enumerator(Lists<T> lists)
            {
                this.lists = lists;
                at = -1;
            }

            /// <summary>The current list.</summary>
            public ReadOnlySpan<T> Current
            {
                get { return lists.List(at); }
            }

            /// <summary>Goes to the next.</summary>
            public bool MoveNext()
            {
                return ++at < lists.Count;
            }
        }
    }
}
