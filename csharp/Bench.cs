// What a call through the classes costs beyond the same call by P/Invoke alone, which is a C call and a nanosecond or two.

using System;
using System.Diagnostics;
using System.Numerics;
using Carom;
using Carom.Native;

static unsafe class Bench
{
    // Short enough to be undisturbed, now and then, on a machine that does other things.
    const int Calls = 5000;

    /// <summary>Both in turns, so that what slows the machine slows both: the best of each.</summary>
    static void Compare(string name, Action raw, Action classes)
    {
        double[] best = { double.PositiveInfinity, double.PositiveInfinity };
        for (int round = 0; round < 2000; ++round)
        {
            best[round % 2] = Math.Min(best[round % 2], Time(round % 2 == 0 ? raw : classes));
        }
        Console.WriteLine("{0,-17} {1:F1}  {2:F1}  {3:F1}", name, best[0], best[1], best[1] - best[0]);
    }

    static double Time(Action work)
    {
        Stopwatch watch = Stopwatch.StartNew();
        work();
        return watch.Elapsed.TotalMilliseconds * 1e6 / Calls;
    }

    static void Main()
    {
        Vector3[] square = { new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(1, 1, 0), new Vector3(0, 1, 0) };
        int[] corners = { 0, 1, 2, 0, 2, 3 };
        Ray[] rays = new Ray[1000];
        RayHit[] hits = new RayHit[rays.Length];
        Random random = new Random(1);
        for (int i = 0; i < rays.Length; ++i)
        {
            rays[i] = new Ray(new Vector3((float)random.NextDouble(), (float)random.NextDouble(), 1), new Vector3(0, 0, -1));
        }
        CaromMesh* raw = null;
        using (Mesh mesh = Mesh.Build(square, corners))
        fixed (byte* blob = mesh.Save())
        fixed (Ray* r = rays)
        fixed (RayHit* h = hits)
        {
            NativeMethods.carom_mesh_open(blob, (UIntPtr)(uint)mesh.Save().Length, NativeMethods.CAROM_OPEN_COPY, &raw);
            CaromRay* rawRays = (CaromRay*)r;
            CaromRayHit* rawHits = (CaromRayHit*)h;
            UIntPtr one = (UIntPtr)1u, all = (UIntPtr)1000u;
            CaromMesh* of = raw;
            Console.WriteLine("nanoseconds a ray, best of 1000: P/Invoke, classes, difference");
            Compare("one a call", () =>
            {
                for (int i = 0; i < Calls; ++i) NativeMethods.carom_mesh_raycast(of, rawRays + i % 1000, one, null, rawHits, null);
            }, () =>
            {
                RayHit hit;
                for (int i = 0; i < Calls; ++i) mesh.Raycast(rays[i % 1000], out hit);
            });
            Compare("batches of 1000", () =>
            {
                for (int i = 0; i < Calls; i += 1000) NativeMethods.carom_mesh_raycast(of, rawRays, all, null, rawHits, null);
            }, () =>
            {
                for (int i = 0; i < Calls; i += 1000) mesh.Raycast(rays, hits);
            });
        }
        NativeMethods.carom_mesh_destroy(raw);
    }
}
