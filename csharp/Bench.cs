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

    static double Time(Action work)
    {
        double best = double.PositiveInfinity;
        for (int round = 0; round < 1000; ++round)
        {
            Stopwatch watch = Stopwatch.StartNew();
            work();
            best = Math.Min(best, watch.Elapsed.TotalMilliseconds * 1e6 / Calls);
        }
        return best;
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
            double rawSingle = Time(() =>
            {
                for (int i = 0; i < Calls; ++i) NativeMethods.carom_mesh_raycast(of, rawRays + i % 1000, one, null, rawHits, null);
            });
            double single = Time(() =>
            {
                RayHit hit;
                for (int i = 0; i < Calls; ++i) mesh.Raycast(rays[i % 1000], out hit);
            });
            double rawBatch = Time(() =>
            {
                for (int i = 0; i < Calls; i += 1000) NativeMethods.carom_mesh_raycast(of, rawRays, all, null, rawHits, null);
            });
            double batch = Time(() =>
            {
                for (int i = 0; i < Calls; i += 1000) mesh.Raycast(rays, hits);
            });
            Console.WriteLine("nanoseconds a ray, best of 1000: P/Invoke, classes, difference");
            Console.WriteLine("one a call        {0:F1}  {1:F1}  {2:F1}", rawSingle, single, single - rawSingle);
            Console.WriteLine("batches of 1000   {0:F2}  {1:F2}  {2:F2}", rawBatch, batch, batch - rawBatch);
        }
        NativeMethods.carom_mesh_destroy(raw);
    }
}
