// Progress of builds: the user's function behind one static function, which ahead-of-time compilers know.

using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>Marks functions that native code calls, for Mono's and Unity's ahead-of-time compilers, which know it by name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type)
        {
            Type = type;
        }

        public Type Type { get; private set; }
    }

    sealed unsafe class Progress : IDisposable
    {
        static readonly CaromProgress Function = Report;
        static readonly IntPtr Pointer = Marshal.GetFunctionPointerForDelegate(Function);

        readonly Func<float, bool> report;
        ExceptionDispatchInfo thrown;
        GCHandle self;

        public Progress(Func<float, bool> report)
        {
            this.report = report;
            if (report != null) self = GCHandle.Alloc(this);
        }

        public void Set(out IntPtr function, out void* context)
        {
            function = report == null ? IntPtr.Zero : Pointer;
            context = report == null ? null : (void*)GCHandle.ToIntPtr(self);
        }

        /// <summary>Throws what the user's function has thrown.</summary>
        public void Rethrow()
        {
            if (thrown != null) thrown.Throw();
        }

        public void Dispose()
        {
            if (self.IsAllocated) self.Free();
        }

        // No exception may cross native code.
        [MonoPInvokeCallback(typeof(CaromProgress))]
        static uint Report(void* context, float fraction)
        {
            Progress progress = (Progress)GCHandle.FromIntPtr((IntPtr)context).Target;
            try
            {
                return progress.report(fraction) ? 0u : 1u;
            }
            catch (Exception exception)
            {
                progress.thrown = ExceptionDispatchInfo.Capture(exception);
                return 1;
            }
        }
    }
}
