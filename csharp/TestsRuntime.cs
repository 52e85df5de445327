// The tests of disposal, callbacks, threads and memory.

using System;
using System.Collections.Generic;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Threading;
using Carom;

static partial class LayerTests
{
    static void Owners()
    {
        Mesh mesh = Mesh.Build(Square, Corners);
        mesh.Dispose();
        mesh.Dispose();
        RayHit hit;
        ExpectDisposed(() => mesh.Raycast(Down, out hit));
        ExpectDisposed(() => mesh.Save());
        ExpectDisposed(() => mesh.Triangle(0));
        ExpectDisposed(() => mesh.Raycast(new Ray[1], new RayHit[1], new SurfacePoint[1]));
        Lists<uint> lists = new Lists<uint>();
        lists.Dispose();
        lists.Dispose();
        Expect(lists.Count == 0, "disposed lists are empty");
        // Those that nobody disposes are freed by their finalizers.
        for (int i = 0; i < 1000; ++i) Mesh.Build(Square, Corners);
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    static void Callbacks()
    {
        List<float> fractions = new List<float>();
        CookOptions options = default(CookOptions);
        options.Progress = fraction =>
        {
            fractions.Add(fraction);
            return true;
        };
        Mesh.Build(Square, Corners, options).Dispose();
        Expect(fractions.Count > 0 && fractions[fractions.Count - 1] <= 1, "progress");
        options.Progress = fraction => false;
        ExpectError(Status.Cancelled, null, () => Mesh.Build(Square, Corners, options));
        options.Progress = fraction => { throw new InvalidOperationException("mine"); };
        try
        {
            Mesh.Build(Square, Corners, options);
            Expect(false, "the exception of a callback is lost");
        }
        catch (InvalidOperationException error)
        {
            Expect(error.Message == "mine", "another exception");
        }
    }

    static void Threads()
    {
        using (Mesh mesh = Mesh.Build(Square, Corners))
        {
            int wrong = 0;
            Thread[] threads = new Thread[4];
            for (int t = 0; t < threads.Length; ++t)
            {
                threads[t] = new Thread(() =>
                {
                    for (int i = 0; i < 20000; ++i)
                    {
                        RayHit hit;
                        if (!mesh.Raycast(Down, out hit) || hit.T != 2) Interlocked.Increment(ref wrong);
                    }
                });
                threads[t].Start();
            }
            foreach (Thread thread in threads) thread.Join();
            Expect(wrong == 0, "answers on several threads");
        }
    }

    // Calls allocate nothing, so that a million of them do not grow the heap.
    static void Memory()
    {
        using (Mesh mesh = Mesh.Build(Square, Corners))
        using (Lists<uint> lists = new Lists<uint>())
        {
            Ray[] rays = { Down, Aside };
            RayHit[] hits = new RayHit[2];
            Sphere[] balls = { new Sphere(Vector3.Zero, 9) };
            RayHit hit;
            ClosestPoint closest;
            Action ask = () =>
            {
                mesh.Raycast(Down, out hit, new Filter(0));
                mesh.Raycast(rays, hits);
                mesh.ClosestPoint(Vector3.One, out closest);
                mesh.OverlapAll(balls, lists);
            };
            for (int i = 0; i < 1000; ++i) ask();
            GC.Collect();
            int collections = GC.CollectionCount(0);
            for (int i = 0; i < 250000; ++i) ask();
            Expect(GC.CollectionCount(0) == collections, "calls allocate: " + (GC.CollectionCount(0) - collections) + " collections");
        }
    }

    // Spans of more than 2 GiB, of zeros that no memory was taken for yet: what is wrong is said, and no size overflows.
    static unsafe void LargeSpans()
    {
        if (IntPtr.Size == 4) return;
        const int Count = 72 << 20;
        IntPtr rays, hits;
        try
        {
            rays = Marshal.AllocHGlobal(new IntPtr((long)Count * sizeof(Ray)));
            hits = Marshal.AllocHGlobal(new IntPtr((long)Count * sizeof(RayHit)));
        }
        catch (OutOfMemoryException)
        {
            return;
        }
        using (Mesh mesh = Mesh.Build(Square, Corners))
        {
            *(Ray*)rays = default(Ray);
            ExpectError(Status.InvalidArgument, null,
                () => mesh.Raycast(new ReadOnlySpan<Ray>((void*)rays, Count), new Span<RayHit>((void*)hits, Count)));
            ExpectError(Status.InvalidArgument, "hits: room for 1 answers to " + Count + " queries",
                () => mesh.Raycast(new ReadOnlySpan<Ray>((void*)rays, Count), new Span<RayHit>((void*)hits, 1)));
            *(Vector3*)rays = new Vector3(float.NaN, 0, 0);
            ExpectError(Status.NotFinite, "positions[0].x: NaN is not finite",
                () => Mesh.Build(new ReadOnlySpan<Vector3>((void*)rays, 180 << 20), new[] { 0, 0, 0 }));
        }
        Marshal.FreeHGlobal(rays);
        Marshal.FreeHGlobal(hits);
        ExpectError(Status.TooLarge, "items: 2147483592 are more than an array has room for",
            () => Carom.Library.Length((UIntPtr)0x7fffffc8u, "items"));
        ExpectError(Status.TooLarge, null, () => Bsp.BuildBoxes(new ReadOnlySpan<Aabb>((void*)8, 400000000)));
    }
}
