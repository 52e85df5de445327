// Messages of the library: the program's functions behind one static function, which ahead-of-time compilers know.

using System;
using System.Runtime.InteropServices;
using Carom.Native;

namespace Carom
{
    /// <summary>The weight of a message.</summary>
    public enum LogLevel : uint
    {
        /// <summary>A defect in carom itself; please report the message.</summary>
        Error = NativeMethods.CAROM_LOG_ERROR,
        /// <summary>A call failed. The message is that of its <see cref="CaromException"/>.</summary>
        Warning = NativeMethods.CAROM_LOG_WARNING,
    }

    /// <summary>The messages of the library, for the whole process.</summary>
    public static unsafe class Log
    {
        static readonly CaromLog Function = Report;
        static readonly IntPtr Pointer = Marshal.GetFunctionPointerForDelegate(Function);
        static readonly object Lock = new object();
        static Action<LogLevel, string> written;

        static Log()
        {
            // The library may outlive the code here, as it does in Unity's editor.
            AppDomain.CurrentDomain.DomainUnload += (sender, arguments) =>
            {
                written = null;
                Set();
            };
        }

        /// <summary>
        /// Why calls fail, and defects. Functions are called on the thread of the call, and by several threads at once; what they
        /// throw is swallowed. They may call carom: the call that failed still throws its own message. One that is removed may be
        /// called once more by calls that are under way. Add the first before other threads use the library.
        /// </summary>
        public static event Action<LogLevel, string> Written
        {
            add
            {
                Library.Check();
                lock (Lock)
                {
                    written += value;
                    Set();
                }
            }
            remove
            {
                lock (Lock)
                {
                    written -= value;
                    Set();
                }
            }
        }

        // What a call of a function of the program left as this thread's last message, and what was the last before: that of the
        // call which failed and is about to throw.
        [ThreadStatic]
        static string left;
        [ThreadStatic]
        static string before;

        /// <summary>The message of a call that failed, given this thread's last message.</summary>
        internal static string Told(string last)
        {
            string told = last == left ? before : last;
            left = before = null;
            return told;
        }

        static void Set()
        {
            Library.Check(NativeMethods.carom_set_log(written == null ? IntPtr.Zero : Pointer, null));
        }

        // No exception may cross native code.
        [MonoPInvokeCallback(typeof(CaromLog))]
        static void Report(void* context, uint level, byte* message)
        {
            try
            {
                Action<LogLevel, string> functions = written;
                if (functions == null) return;
                string text = Library.Text(message);
                foreach (Delegate function in functions.GetInvocationList())
                {
                    try
                    {
                        ((Action<LogLevel, string>)function)((LogLevel)level, text);
                    }
                    catch (Exception)
                    {
                        // One function's failure keeps the message from no other.
                    }
                }
                string last = Library.Text(NativeMethods.carom_last_error_message());
                bool isKept = level != NativeMethods.CAROM_LOG_WARNING || last == text;
                left = isKept ? null : last;
                before = isKept ? null : text;
            }
            catch (Exception)
            {
                // No memory for the text.
            }
        }
    }
}
