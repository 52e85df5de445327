// The tests of callbacks, threads and memory.

using System;
using System.Collections.Generic;
using System.Numerics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Threading;
using Carom;

static partial class LayerTests
{
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
            long resident = Environment.WorkingSet;
            for (int i = 0; i < 250000; ++i) ask();
            long grown = Environment.WorkingSet - resident;
            Expect(grown < 8 << 20, "calls keep memory: " + grown + " bytes more");
            Expect(GC.CollectionCount(0) == collections, "calls allocate: " + (GC.CollectionCount(0) - collections) + " collections");
        }
    }

    // The bytes that a thread has allocated, where the runtime counts them.
    static Func<long> AllocatedBytes()
    {
        MethodInfo method = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", Type.EmptyTypes);
        if (method == null) return null;
        Func<long> allocated = (Func<long>)Delegate.CreateDelegate(typeof(Func<long>), method);
        long before = allocated();
        GC.KeepAlive(new byte[100000]);
        return allocated() - before >= 100000 ? allocated : null;
    }

    // Not a byte a call, of each kind of call.
    static void Allocations()
    {
        Func<long> allocated = AllocatedBytes();
        if (allocated == null)
        {
            Console.WriteLine("this runtime does not count what a thread allocates");
            return;
        }
        Aabb[] boxes = { new Aabb(-Vector3.One, Vector3.One) };
        using (Mesh mesh = Mesh.Build(Square, Corners))
        using (Hull hull = Hull.Build(CubeCorners()))
        using (Bsp level = Bsp.BuildBoxes(boxes))
        using (Mesh cube = Mesh.Build(CubeCorners(), CubeFaces))
        using (Sdf field = Sdf.Generate(cube, 8))
        using (World world = new World())
        using (Lists<uint> numbers = new Lists<uint>())
        using (Lists<ulong> ids = new Lists<ulong>())
        using (Lists<Contact> contacts = new Lists<Contact>())
        using (Lists<PairIntersection> shared = new Lists<PairIntersection>())
        {
            ulong id = world.Insert(new WorldObject(boxes[0]));
            Ray[] rays = { Down, Aside };
            RayHit[] hits = new RayHit[2];
            Sphere[] balls = { new Sphere(Vector3.Zero, 1) };
            Pose[] poses = { Pose.Identity, new Pose(new Vector3(0.5f, 0.5f, -0.5f)) };
            byte[] bytes = new byte[2];
            Capsule pill = new Capsule(Vector3.Zero, Vector3.One, 0.1f);
            Box crate = new Box(Vector3.Zero, Vector3.One);
            Filter filter = new Filter(0);
            RayHit hit;
            ShapeHit met;
            SurfacePoint surface;
            ClosestPoint closest;
            MeshDistance distance;
            BspCastHit entered;
            BspContact touched;
            SdfContact contact;
            WorldHit struck;
            NoBytes(allocated, "one ray", () => mesh.Raycast(Down, out hit, filter));
            NoBytes(allocated, "one ray and its surface", () => mesh.Raycast(Down, out hit, out surface));
            NoBytes(allocated, "rays", () => mesh.Raycast(rays, hits));
            NoBytes(allocated, "the closest point", () => mesh.ClosestPoint(Vector3.One, out closest));
            NoBytes(allocated, "shapes", () => mesh.Overlap(pill, filter));
            NoBytes(allocated, "casts", () => mesh.Cast(crate, Vector3.UnitX, out met));
            NoBytes(allocated, "lists", () => mesh.OverlapAll(balls, numbers));
            NoBytes(allocated, "contacts", () => mesh.Contacts(balls, contacts));
            NoBytes(allocated, "pairs", () => mesh.Distance(cube, poses[1], out distance));
            NoBytes(allocated, "intersections", () => mesh.Intersections(cube, poses, shared));
            NoBytes(allocated, "hulls", () => mesh.Overlap(hull, poses, bytes));
            NoBytes(allocated, "a moving hull", () => mesh.Cast(hull, poses[1], Vector3.UnitX, out met));
            NoBytes(allocated, "faces", () => hull.Faces(numbers));
            NoBytes(allocated, "a ray at solids", () => level.Raycast(Down, out entered));
            NoBytes(allocated, "a sphere at solids", () => level.Collide(balls[0], out touched, filter));
            NoBytes(allocated, "a sample", () => field.Sample(Vector3.One));
            NoBytes(allocated, "a sphere at a field", () => field.Collide(balls[0], out contact));
            NoBytes(allocated, "a ray at a world", () => world.Raycast(Down, out struck, WorldFilter.Ignoring(id)));
            NoBytes(allocated, "lists of a world", () => world.OverlapAll(boxes, ids));
            NoBytes(allocated, "an update", () => world.Update(id, boxes[0]));
            NoBytes(allocated, "a pose", () => new Pose(Quaternion.Identity, Vector3.One).Inverse());
        }
    }

    static void NoBytes(Func<long> allocated, string what, Action call)
    {
        for (int i = 0; i < 100; ++i) call();
        long before = allocated();
        for (int i = 0; i < 1000; ++i) call();
        long bytes = allocated() - before;
        Expect(bytes == 0, what + " allocates: " + bytes + " bytes in 1000 calls");
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
