// Tests of the C interface from C#: every function found in the library, the name of every status and the message of an
// error; the other files have the layout of every struct, and what meshes, solids, fields, hulls and worlds answer. Rays and
// balls are asked by thousands in one call through a pinned array, with the answers that C++ got.
//
//     carom_csharp_tests.exe <directory with the files of carom_fixture>

using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using Carom.Native;

public static unsafe partial class Tests
{
    static int failures;

    static void Expect(bool condition, string what)
    {
        if (!condition)
        {
            ++failures;
            Console.Error.WriteLine("FAILED: " + what);
        }
    }

    static string Text(byte* utf8)
    {
        int length = 0;
        while (utf8[length] != 0)
        {
            ++length;
        }
        byte[] bytes = new byte[length];
        Marshal.Copy((IntPtr)utf8, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

    /// <summary>The runtime looks every function up in the library.</summary>
    static void Functions()
    {
        int count = 0;
        foreach (MethodInfo method in typeof(NativeMethods).GetMethods(BindingFlags.Static | BindingFlags.Public))
        {
            if ((method.Attributes & MethodAttributes.PinvokeImpl) == 0)
            {
                continue; // an inline function of the header
            }
            try
            {
                Marshal.Prelink(method);
                ++count;
            }
            catch (Exception exception)
            {
                Expect(false, method.Name + ": " + exception.Message);
            }
        }
        Expect(count == 147, "147 functions, not " + count);
    }

    static void Statuses()
    {
        foreach (CaromStatus status in Enum.GetValues(typeof(CaromStatus)))
        {
            string name = Text(NativeMethods.carom_status_name((int)status));
            string here = "CAROM";
            foreach (char c in status.ToString())
            {
                here += (char.IsUpper(c) ? "_" : "") + char.ToUpperInvariant(c);
            }
            Expect(name == here, "status " + (int)status + " is " + name + ", here " + here);
            if ((int)status < 0)
            {
                Expect(NativeMethods.carom_debug_raise((int)status) == status, "raise " + status);
                Expect(Text(NativeMethods.carom_last_error_message()).Contains("raised on purpose"), "message of " + status);
            }
        }
    }

    static void SimdLevels()
    {
        uint best = NativeMethods.carom_simd_level();
        Expect(best >= NativeMethods.CAROM_SIMD_PORTABLE && best <= NativeMethods.CAROM_SIMD_NEON, "simd level " + best);
        Expect(NativeMethods.carom_set_simd_level(NativeMethods.CAROM_SIMD_PORTABLE) == CaromStatus.Ok, "portable");
        Expect(NativeMethods.carom_simd_level() == NativeMethods.CAROM_SIMD_PORTABLE, "portable in force");
        Expect(NativeMethods.carom_set_simd_level(77) == CaromStatus.ErrorInvalidArgument, "simd level 77");
        Expect(Text(NativeMethods.carom_last_error_message()) == "level: 77 is not a CAROM_SIMD number", "message of simd level 77");
        Expect(NativeMethods.carom_set_simd_level(NativeMethods.CAROM_SIMD_DEFAULT) == CaromStatus.Ok, "default");
        Expect(NativeMethods.carom_simd_level() == best, "default in force");
    }

    static T[] Read<T>(string path, int size, Func<BinaryReader, T> read)
    {
        byte[] bytes = File.ReadAllBytes(path);
        BinaryReader reader = new BinaryReader(new MemoryStream(bytes));
        T[] array = new T[bytes.Length / size];
        for (int i = 0; i < array.Length; ++i)
        {
            array[i] = read(reader);
        }
        return array;
    }

    static CaromVec3 ReadVec3(BinaryReader reader)
    {
        CaromVec3 v = new CaromVec3();
        v.x = reader.ReadSingle();
        v.y = reader.ReadSingle();
        v.z = reader.ReadSingle();
        return v;
    }

    /// <summary>The first element in which answers differ from what C++ got, or -1.</summary>
    static int Difference(byte* answers, byte[] expected, int size)
    {
        for (int i = 0; i < expected.Length; ++i)
        {
            if (answers[i] != expected[i])
            {
                return i / size;
            }
        }
        return -1;
    }

    public static int Main(string[] arguments)
    {
        if (arguments.Length != 1)
        {
            Console.Error.WriteLine("usage: carom_csharp_tests.exe <fixture directory>");
            return 2;
        }
        Layouts();
        Functions();
        Statuses();
        SimdLevels();
        Build();
        BuildBsp();
        Hulls();
        Fields();
        Pairs();
        World();
        Rays(arguments[0]);
        Rooms(arguments[0]);
        Console.WriteLine(failures == 0 ? "ok" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
