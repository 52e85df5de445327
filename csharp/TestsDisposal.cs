// The tests of disposal: what is disposed says so, and what is in use is freed when the call is done.

using System;
using System.Numerics;
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

    // Every class, by every way to its handle.
    static void Disposed()
    {
        Vector3[] points = CubeCorners();
        Pose[] poses = { Pose.Identity };
        Lists<uint> numbers = new Lists<uint>();
        Lists<ulong> ids = new Lists<ulong>();
        Lists<Contact> contacts = new Lists<Contact>();
        Lists<WorldPair> begun = new Lists<WorldPair>(), ended = new Lists<WorldPair>();
        Aabb[] boxes = { new Aabb(-Vector3.One, Vector3.One) };
        Sphere ball = new Sphere(Vector3.Zero, 1);
        Sphere[] balls = { ball };
        Capsule pill = new Capsule(Vector3.Zero, Vector3.One, 1);
        Box crate = new Box(Vector3.Zero, Vector3.One);
        Mesh there = Mesh.Build(points, CubeFaces), mesh = Mesh.Build(points, CubeFaces);
        Hull hull = Hull.Build(points);
        Bsp level = Bsp.BuildBoxes(boxes);
        Sdf field = Sdf.Generate(there, 4), otherField = Sdf.Generate(there, 4);
        World world = new World();
        ulong id = world.Insert(new WorldObject(ball));
        foreach (IDisposable owner in new IDisposable[] { mesh, hull, level, field, world }) owner.Dispose();

        RayHit hit;
        ShapeHit met;
        ClosestPoint closest;
        MeshDistance distance;
        ExpectDisposed(() => mesh.Raycast(Down, out hit));
        ExpectDisposed(() => mesh.Raycast(new Ray[0], new RayHit[0]));
        ExpectDisposed(() => mesh.Occluded(Down));
        ExpectDisposed(() => mesh.ClosestPoint(Vector3.Zero, out closest));
        ExpectDisposed(() => mesh.Overlap(pill));
        ExpectDisposed(() => mesh.Cast(crate, Vector3.UnitX, out met));
        ExpectDisposed(() => mesh.OverlapAll(balls, numbers));
        ExpectDisposed(() => mesh.Contacts(balls, contacts));
        ExpectDisposed(() => mesh.Overlap(there, Pose.Identity));
        ExpectDisposed(() => there.Overlap(mesh, Pose.Identity));
        ExpectDisposed(() => there.Distance(mesh, Pose.Identity, out distance));
        ExpectDisposed(() => there.Intersections(mesh, poses, new Lists<PairIntersection>()));
        ExpectDisposed(() => mesh.Triangles(new uint[0], new Triangle[0]));
        ExpectDisposed(() => mesh.SaveFile("nowhere"));
        ExpectDisposed(() => mesh.Boxes(new Lists<TreeBox>()));
        ExpectDisposed(() => mesh.WindingNumber(Vector3.Zero));
        ExpectDisposed(() => mesh.IsClosed.ToString());
        ExpectDisposed(() => Sdf.Generate(mesh, 4));
        ExpectDisposed(() => there.Overlap(hull, poses, new byte[1]));
        ExpectDisposed(() => there.Overlap(hull, Pose.Identity));
        ExpectDisposed(() => there.OverlapAll(hull, Pose.Identity, numbers));
        ExpectDisposed(() => there.Contacts(hull, Pose.Identity, contacts));
        ExpectDisposed(() => there.Cast(hull, Pose.Identity, Vector3.UnitX, out met));
        ExpectDisposed(() => there.CastAll(hull, Pose.Identity, Vector3.UnitX, new Lists<ShapeHit>()));
        ExpectDisposed(() => hull.Save());
        ExpectDisposed(() => hull.Faces(numbers));
        ExpectDisposed(() => hull.Vertices(new Lists<Vector3>()));

        BspContent content;
        BspContact touched;
        BspCastHit entered;
        ExpectDisposed(() => level.Save());
        ExpectDisposed(() => level.Contains(Vector3.Zero, out content));
        ExpectDisposed(() => level.Collide(ball, out touched));
        ExpectDisposed(() => level.Raycast(Down, out entered));
        ExpectDisposed(() => level.Cast(ball, Vector3.UnitX, out entered));
        ExpectDisposed(() => level.Overlap(ball));
        ExpectDisposed(() => level.Cast(pill, Vector3.UnitX, out met));
        ExpectDisposed(() => level.OverlapAll(new[] { crate }, numbers));
        ExpectDisposed(() => level.Contacts(balls, contacts));
        ExpectDisposed(() => level.Boxes(new Lists<TreeBox>()));

        SdfContact contact;
        SdfRayHit struck;
        ExpectDisposed(() => field.Save());
        ExpectDisposed(() => field.Stats.ToString());
        ExpectDisposed(() => field.Sample(Vector3.Zero));
        ExpectDisposed(() => field.ClosestPoint(Vector3.Zero));
        ExpectDisposed(() => field.Collide(ball, out contact));
        ExpectDisposed(() => field.Collide(otherField, poses, new Lists<SdfContact>()));
        ExpectDisposed(() => otherField.Collide(field, poses, new Lists<SdfContact>()));
        ExpectDisposed(() => field.Raycast(Down, out struck));
        ExpectDisposed(() => field.InsidePoints(new Lists<Vector3>()));
        ExpectDisposed(() => field.Slice(new SdfSlice(Vector3.Zero, Vector3.UnitX, Vector3.UnitY, 1, 1), new float[1]));

        WorldHit first;
        ExpectDisposed(() => world.Save());
        ExpectDisposed(() => world.Insert(new WorldObject(ball)));
        ExpectDisposed(() => world.InsertCompound(new WorldObject(ball), new Volume[] { ball }));
        ExpectDisposed(() => world.UpdateCompound(id, new Volume[] { ball }));
        ExpectDisposed(() => world.Update(id, ball));
        ExpectDisposed(() => world.Remove(id));
        ExpectDisposed(() => world.SetUser(id, 1));
        ExpectDisposed(() => world.Clear());
        ExpectDisposed(() => world.Compact());
        ExpectDisposed(() => world.Object(id));
        ExpectDisposed(() => world.Count.ToString());
        ExpectDisposed(() => world.Ids(ids));
        ExpectDisposed(() => world.Pairs(begun));
        ExpectDisposed(() => world.PairsOf(new[] { id }, ids));
        ExpectDisposed(() => world.PairChanges(begun, ended));
        ExpectDisposed(() => world.OverlapAll(boxes, ids));
        ExpectDisposed(() => world.OverlapAll(new Frustum[1], ids));
        ExpectDisposed(() => world.Boxes(new Lists<WorldBox>()));
        ExpectDisposed(() => world.Raycast(Down, out first));
        ExpectDisposed(() => world.Cast(boxes[0], Vector3.UnitX, out first));
        ExpectDisposed(() => world.Nearest(new PointQuery[1], new Neighbor[1]));
        there.Dispose();
        otherField.Dispose();
    }

    // Disposed while threads ask: each call is answered whole, or refused.
    static void Races()
    {
        Vector3[] points = CubeCorners();
        Ray[] rays = new Ray[2000];
        for (int i = 0; i < rays.Length; ++i) rays[i] = new Ray(new Vector3(0.25f, 0.5f, 2), new Vector3(0, 0, -1));
        Aabb[] boxes = { new Aabb(Vector3.Zero, Vector3.One) };
        for (int round = 0; round < 5; ++round)
        {
            Mesh mesh = Mesh.Build(points, CubeFaces);
            Race(mesh, () =>
            {
                RayHit[] hits = new RayHit[rays.Length];
                mesh.Raycast(rays, hits);
                return hits[0].T == 1 && hits[hits.Length - 1].T == 1;
            });
            Bsp level = Bsp.BuildBoxes(boxes);
            Race(level, () =>
            {
                BspCastHit[] hits = new BspCastHit[rays.Length];
                level.Raycast(rays, hits);
                return hits[0].T == 1 && hits[hits.Length - 1].T == 1;
            });
            Mesh cube = Mesh.Build(points, CubeFaces);
            Sdf field = Sdf.Generate(cube, 4);
            Race(field, () => field.Sample(new Vector3(0.5f, 0.5f, 0.5f)).Distance < 0);
            Hull hull = Hull.Build(points);
            Race(hull, () => cube.Overlap(hull, Pose.Identity));
            World world = new World();
            world.Insert(new WorldObject(boxes[0]));
            Race(world, () =>
            {
                WorldHit hit;
                return world.Raycast(rays[0], out hit) && hit.T == 1;
            });
            cube.Dispose();
        }
    }

    static void Race(IDisposable owner, Func<bool> ask)
    {
        int wrong = 0, answered = 0;
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.Length; ++t)
        {
            threads[t] = new Thread(() =>
            {
                try
                {
                    for (;;)
                    {
                        if (!ask()) Interlocked.Increment(ref wrong);
                        Interlocked.Increment(ref answered);
                    }
                }
                catch (ObjectDisposedException)
                {
                }
                catch (Exception error)
                {
                    Console.Error.WriteLine(error);
                    Interlocked.Increment(ref wrong);
                }
            });
            threads[t].Start();
        }
        while (Volatile.Read(ref answered) < 10 && Volatile.Read(ref wrong) == 0) Thread.Yield();
        owner.Dispose();
        foreach (Thread thread in threads) thread.Join();
        Expect(wrong == 0, owner.GetType().Name + " disposed while asked: " + wrong + " wrong");
    }
}
