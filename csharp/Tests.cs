// The classes of Carom/ as a program uses them: meshes. Poses, pairs of meshes and hulls: TestsPairs.cs; solids, fields and
// worlds: TestsSolids.cs; disposal: TestsDisposal.cs; threads and memory: TestsRuntime.cs.

using System;
using System.Globalization;
using System.IO;
using System.Numerics;
using Carom;
using Carom.Native;

static partial class LayerTests
{
    static int failures;

    static void Expect(bool isTrue, string what)
    {
        if (isTrue) return;
        Console.Error.WriteLine("failed: " + what);
        ++failures;
    }

    static void ExpectError(Status status, string message, Action call)
    {
        try
        {
            call();
            Expect(false, "no error, but " + status + " was expected: " + message);
        }
        catch (CaromException error)
        {
            Expect(error.Status == status, error.Status + " for " + status);
            Expect(message == null || error.Message == message, "message: " + error.Message);
        }
    }

    static void ExpectDisposed(Action call)
    {
        try
        {
            call();
            Expect(false, "used after Dispose");
        }
        catch (ObjectDisposedException error)
        {
            Expect(error.ObjectName.StartsWith("Carom.", StringComparison.Ordinal), "disposed, and named " + error.ObjectName);
        }
    }

    // The unit square in the plane z = 0, seen from above.
    static readonly Vector3[] Square = { new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(1, 1, 0), new Vector3(0, 1, 0) };
    static readonly int[] Corners = { 0, 1, 2, 0, 2, 3 };

    static readonly Ray Down = new Ray(new Vector3(0.75f, 0.25f, 2), new Vector3(0, 0, -1));
    static readonly Ray Aside = new Ray(new Vector3(7, 7, 2), new Vector3(0, 0, -1));

    static unsafe void Sizes()
    {
        Expect(sizeof(Ray) == sizeof(CaromRay) && sizeof(RayHit) == sizeof(CaromRayHit), "rays");
        Expect(sizeof(SurfacePoint) == sizeof(CaromSurfacePoint) && sizeof(Crossing) == sizeof(CaromCrossing), "surfaces");
        Expect(sizeof(Sphere) == sizeof(CaromSphere) && sizeof(Capsule) == sizeof(CaromCapsule), "spheres, capsules");
        Expect(sizeof(Box) == sizeof(CaromBox) && sizeof(BoxAxes) == sizeof(CaromBoxAxes), "boxes");
        Expect(sizeof(Aabb) == sizeof(CaromAabb) && sizeof(Triangle) == sizeof(CaromTriangle), "bounds, triangles");
        Expect(sizeof(PointQuery) == sizeof(CaromPointQuery) && sizeof(ClosestPoint) == sizeof(CaromClosestPoint), "points");
        Expect(sizeof(SphereCast) == sizeof(CaromSphereCast) && sizeof(CapsuleCast) == sizeof(CaromCapsuleCast), "casts");
        Expect(sizeof(BoxCast) == sizeof(CaromBoxCast) && sizeof(ShapeHit) == sizeof(CaromShapeHit), "casts of boxes, hits");
        Expect(sizeof(Contact) == sizeof(CaromContact), "contacts");
        Expect(sizeof(Volume) == sizeof(CaromVolume) && sizeof(WorldObject) == sizeof(CaromWorldObject), "objects");
        Expect(sizeof(WorldPair) == sizeof(CaromWorldPair) && sizeof(WorldFilter) == sizeof(CaromWorldFilter), "pairs, filters");
        Expect(sizeof(AabbCast) == sizeof(CaromAabbCast) && sizeof(WorldHit) == sizeof(CaromWorldHit), "casts of worlds");
        Expect(sizeof(BrushPlane) == 16 && sizeof(BspContent) == sizeof(CaromBspContent), "planes, contents");
        Expect(sizeof(BspContact) == sizeof(CaromBspContact) && sizeof(BspCastHit) == sizeof(CaromBspCastHit), "solids");
        Expect(sizeof(SdfSample) == sizeof(CaromSdfSample) && sizeof(SdfClosestPoint) == sizeof(CaromSdfClosestPoint), "samples");
        Expect(sizeof(SdfContact) == sizeof(CaromSdfContact) && sizeof(SdfTriangle) == sizeof(CaromSdfTriangle), "fields");
        Expect(sizeof(Pose) == sizeof(CaromPose) && sizeof(TrianglePair) == sizeof(CaromTrianglePair), "poses, pairs");
        Expect(sizeof(PairDistance) == sizeof(CaromPairDistance) && sizeof(MeshDistance) == sizeof(CaromMeshDistance), "distances");
        Expect(sizeof(PairIntersection) == sizeof(CaromPairIntersection) && sizeof(FarPose) == sizeof(CaromFarPose), "far poses");
        Expect(sizeof(SdfRayHit) == sizeof(CaromSdfRayHit), "rays of fields");
        Expect(sizeof(SdfSlice) == sizeof(CaromSdfSlice) && sizeof(Frustum) == sizeof(CaromFrustum), "slices, views");
        Expect(sizeof(WorldBox) == sizeof(CaromWorldBox) && sizeof(TreeBox) == sizeof(CaromTreeBox), "boxes");
        Expect(sizeof(Neighbor) == sizeof(CaromNeighbor) && sizeof(GroupFilter) == sizeof(CaromGroupFilter), "neighbours");
    }

    static void Builds()
    {
        byte[] expected;
        using (Mesh mesh = Mesh.Build(Square, Corners)) expected = mesh.Save();
        using (Mesh mesh = Mesh.Build(Square, new uint[] { 0, 1, 2, 0, 2, 3 })) Expect(Same(mesh.Save(), expected), "uint");
        using (Mesh mesh = Mesh.Build(Square, new ushort[] { 0, 1, 2, 0, 2, 3 })) Expect(Same(mesh.Save(), expected), "ushort");
        using (Mesh mesh = Mesh.Open(expected)) Expect(Same(mesh.Save(), expected), "opened");
        string path = Path.GetTempFileName();
        using (Mesh mesh = Mesh.Open(expected)) mesh.SaveFile(path);
        using (Mesh mesh = Mesh.OpenFile(path)) Expect(Same(mesh.Save(), expected), "a file");
        File.Delete(path);
        ExpectError(Status.File, null, () => Mesh.OpenFile(path));
        ExpectError(Status.InvalidArgument, "path: character 1 is a zero", () => Mesh.OpenFile("x\0y"));
        CookOptions fast = default(CookOptions);
        fast.Preset = Preset.Fast;
        fast.TriangleTable = true;
        using (Mesh mesh = Mesh.Build(Square, Corners, new ushort[] { 1, 2 }, fast))
        {
            Expect(mesh.Stats.preset == (uint)Preset.Fast && mesh.Stats.attributes_any == 3, "options");
            Expect(mesh.Triangle(1).Attributes == 2 && mesh.Triangle(1).B == new Vector3(1, 1, 0), "a triangle");
            Triangle[] triangles = new Triangle[2];
            mesh.Triangles(0, triangles);
            Expect(triangles[0].Attributes == 1 && triangles[1].Attributes == 2, "all triangles");
            mesh.Triangles(new uint[] { 1, 1 }, triangles);
            Expect(triangles[0].Equals(triangles[1]) && triangles[0].Equals(mesh.Triangle(1)), "listed triangles");
            mesh.Triangles(new uint[0], new Triangle[0]);
            ExpectError(Status.IndexOutOfRange, null, () => mesh.Triangles(1, new Triangle[2]));
            ExpectError(Status.InvalidArgument, "triangles: room for 1 answers to 2 numbers", () => mesh.Triangles(new uint[2], new Triangle[1]));
            Expect(mesh.TriangleCount == 2 && mesh.Bounds.Max == new Vector3(1, 1, 0), "figures");
        }
        CookOptions rays = default(CookOptions);
        rays.Preset = Preset.Rays;
        using (Mesh mesh = Mesh.Build(Square, Corners, new ushort[] { 1, 2 }, rays))
            Expect(mesh.Stats.preset == (uint)Preset.Rays && mesh.Stats.piece_count == 0, "a preset for rays");
        CaromMeshReport report = Mesh.Report(Square, Corners);
        Expect(report.triangle_count == 2 && report.open_edges == 4 && report.is_watertight == 0, "a report");
        Expect(Mesh.Report(CubeCorners(), CubeFaces).is_watertight == 1, "a closed mesh");
        Expect(Mesh.Report(Square, new ushort[] { 0, 1, 2 }).unused_vertices == 1, "16 bits");
        Expect(Mesh.Report(Square, new uint[] { 0, 1, 1 }).degenerate_triangles == 1, "32 bits");
        ExpectError(Status.InvalidArgument, "indices: 2 is not a multiple of 3", () => Mesh.Report(Square, new int[2]));
        using (Mesh nothing = Mesh.Build(new Vector3[0], new int[0])) Expect(nothing.TriangleCount == 0, "no triangles");
    }

    static bool Same(byte[] a, byte[] b)
    {
        return a.AsSpan().SequenceEqual(b);
    }

    static void Errors()
    {
        ExpectError(Status.IndexOutOfRange, "indices[5]: 9 is not below vertex_count 4",
            () => Mesh.Build(Square, new[] { 0, 1, 2, 0, 2, 9 }));
        ExpectError(Status.IndexOutOfRange, "indices[1]: -1 is negative", () => Mesh.Build(Square, new[] { 0, -1, 2 }));
        ExpectError(Status.IndexOutOfRange, "indices[1]: 9 is not below vertex_count 4",
            () => Mesh.Build(Square, new[] { 0, 9, -1 }));
        ExpectError(Status.IndexOutOfRange, "indices[1]: -7 is negative", () => Mesh.Report(Square, new[] { 0, -7, 2 }));
        ExpectError(Status.IndexOutOfRange, "indices[1]: -7 is negative", () => Bsp.BuildSurface(Square, new[] { 0, -7, 2 }));
        ExpectError(Status.InvalidArgument, "indices: 2 is not a multiple of 3", () => Mesh.Build(Square, new[] { 0, 1 }));
        ExpectError(Status.InvalidArgument, "attributes: 1 for 2 triangles", () => Mesh.Build(Square, Corners, new ushort[1]));
        ExpectError(Status.NotFinite, "positions[0].x: NaN is not finite",
            () => Mesh.Build(new[] { new Vector3(float.NaN, 0, 0) }, new[] { 0, 0, 0 }));
        ExpectError(Status.InvalidBlob, null, () => Mesh.Open(new byte[100]));
        ExpectError(Status.InvalidBlob, null, () => Mesh.Open(new byte[0]));
        using (Mesh mesh = Mesh.Build(Square, Corners))
        {
            ExpectError(Status.InvalidArgument, "hits: room for 1 answers to 2 queries",
                () => mesh.Raycast(new[] { Down, Down }, new RayHit[1]));
            ExpectError(Status.InvalidArgument, null, () => mesh.Occluded(default(Ray)));
            ExpectError(Status.InvalidArgument, "to: it is the same point as from, (1, 1, 1)",
                () => mesh.Occluded(Vector3.One, Vector3.One));
            ExpectError(Status.IndexOutOfRange, null, () => mesh.Triangle(2));
            // Lists are empty after an error, and may be used again.
            using (Lists<uint> lists = new Lists<uint>())
            {
                mesh.OverlapAll(new[] { new Sphere(Vector3.Zero, 9) }, lists);
                Expect(lists.Count == 1 && lists.List(0).Length == 2, "lists");
                ExpectError(Status.InvalidArgument, null, () => mesh.OverlapAll(new[] { new Sphere(Vector3.Zero, -1) }, lists));
                Expect(lists.Count == 0 && lists.Items.Length == 0, "lists after an error");
            }
        }
        foreach (Status status in Enum.GetValues(typeof(Status)))
        {
            if (status < 0) ExpectError(status, null, () => Raise(status));
        }
    }

    static void Raise(Status status)
    {
        Carom.Library.Check(NativeMethods.carom_debug_raise((int)status));
    }

    static void Queries()
    {
        using (Mesh mesh = Mesh.Build(Square, Corners, new ushort[] { 1, 2 }))
        using (Lists<uint> triangles = new Lists<uint>())
        using (Lists<Contact> contacts = new Lists<Contact>())
        {
            RayHit hit;
            SurfacePoint surface;
            Expect(mesh.Raycast(Down, out hit) && hit.T == 2 && hit.Triangle == 0, "a ray");
            Expect(mesh.Raycast(Down, out hit, out surface) && surface.Normal == Vector3.UnitZ, "the surface");
            Expect(surface.Point == Down.At(hit.T) && surface.Attributes == 1, "its point");
            Expect(!mesh.Raycast(Aside, out hit) && hit.Triangle == Mesh.None, "a miss");
            Expect(!mesh.Raycast(Down, out hit, new Filter(2)), "filtered");
            Expect(!mesh.Raycast(Down, out hit, new Filter(0, 0, 0, Backfaces.Only)), "from the front");
            RayHit[] hits = new RayHit[2];
            SurfacePoint[] surfaces = new SurfacePoint[2];
            byte[] bytes = new byte[2];
            Ray[] rays = { Down, Aside };
            mesh.Raycast(rays, hits);
            Expect(hits[0].IsHit && !hits[1].IsHit, "rays");
            mesh.Raycast(rays, hits, surfaces);
            Expect(surfaces[0].Normal == Vector3.UnitZ && surfaces[1].Normal == Vector3.Zero, "surfaces");
            mesh.Occluded(rays, bytes);
            Expect(bytes[0] == 1 && bytes[1] == 0, "occluded");
            Expect(mesh.Occluded(new Vector3(0.5f, 0.25f, 1), new Vector3(0.5f, 0.25f, -1)), "between two points");
            ClosestPoint closest;
            Expect(mesh.ClosestPoint(new Vector3(0.75f, 0.25f, 3), out closest) && closest.Distance == 3, "the closest point");
            Expect(closest.Feature == Feature.Face, "its part");
            Expect(!mesh.ClosestPoint(new Vector3(0.75f, 0.25f, 3), out closest, 2.5f), "too far");
            Sphere ball = new Sphere(new Vector3(0.75f, 0.25f, 0.5f), 1);
            Capsule pill = new Capsule(ball.Center, ball.Center + Vector3.UnitZ, 1);
            Box crate = new Box(ball.Center, Vector3.One);
            Expect(mesh.Overlap(ball) && mesh.Overlap(pill) && mesh.Overlap(crate), "overlaps");
            Expect(!mesh.Overlap(new Box(ball.Center, new Vector3(1, 1, 0.25f))), "a flat box");
            Quaternion turn = Quaternion.CreateFromAxisAngle(Vector3.UnitX, (float)(Math.PI / 2));
            Expect(mesh.Overlap(new Box(ball.Center, new Vector3(0.1f, 1, 0.25f), turn)), "turned");
            mesh.OverlapAll(new[] { ball, new Sphere(new Vector3(9, 9, 9), 1) }, triangles);
            int total = 0;
            foreach (ReadOnlySpan<uint> list in triangles) total += list.Length;
            Expect(triangles.Count == 2 && total == 2 && triangles.List(1).IsEmpty, "triangles");
            mesh.Candidates(new[] { new Aabb(Vector3.Zero, Vector3.One) }, triangles);
            Expect(triangles.Items.Length == 2, "candidates");
            mesh.Contacts(new[] { ball }, contacts, null, default(ContactOptions));
            Expect(contacts.List(0)[0].Depth == 0.5f && contacts.List(0)[0].Normal == Vector3.UnitZ, "contacts of a sphere");
            mesh.Contacts(new[] { pill }, contacts);
            Expect(contacts.List(0).Length == 1, "contacts of a capsule");
            mesh.Contacts(new[] { new BoxAxes(crate) }, contacts);
            Expect(contacts.List(0).Length > 0, "contacts of a box");
            ShapeHit met;
            Vector3 way = new Vector3(0, 0, -4), start = new Vector3(0.75f, 0.25f, 3);
            Expect(mesh.Cast(new SphereCast(start, 1, way), out met) && Math.Abs(met.T - 0.5f) < 1e-6f, "a moving sphere");
            Expect(mesh.Cast(new CapsuleCast(new Capsule(start, start + Vector3.UnitZ, 1), way), out met), "a moving capsule");
            Expect(mesh.Cast(new BoxCast(new BoxAxes(new Box(start, Vector3.One)), way), out met), "a moving box");
            ShapeHit alike;
            Capsule upright = new Capsule(start, start + Vector3.UnitZ, 1);
            Box block = new Box(start, Vector3.One, turn);
            mesh.Cast(new SphereCast(start, 1, way), out met);
            Expect(mesh.Cast(new Sphere(start, 1), way, out alike) && alike.Equals(met), "a sphere and a way");
            mesh.Cast(new CapsuleCast(upright, way), out met);
            Expect(mesh.Cast(upright, way, out alike) && alike.Equals(met), "a capsule and a way");
            mesh.Cast(new BoxCast(new BoxAxes(block), way), out met);
            Expect(mesh.Cast(block, way, out alike) && alike.Equals(met), "a box and a way");
            Expect(!mesh.Cast(new SphereCast(start, 1, -way), out met) && float.IsPositiveInfinity(met.T), "away");
            using (Lists<ShapeHit> all = new Lists<ShapeHit>())
            using (Lists<RayHit> every = new Lists<RayHit>())
            using (Lists<Crossing> crossings = new Lists<Crossing>())
            {
                mesh.CastAll(new[] { new SphereCast(start, 1, way) }, all);
                Expect(all.List(0).Length == 2, "all that is in the way");
                mesh.RaycastAll(rays, every);
                Expect(every.List(0).Length == 1 && every.List(1).Length == 0, "all hits");
                mesh.Crossings(rays, crossings);
                Expect(crossings.List(0).Length == 1 && crossings.List(0)[0].Sign == -1, "crossings");
            }
            using (Lists<TreeBox> parts = new Lists<TreeBox>())
            {
                mesh.Boxes(parts);
                uint inside = 0;
                foreach (TreeBox part in parts.Items) inside += part.Count;
                Expect(parts.Count == 1 && inside == 2 && parts.Items[0].Depth == 0 && parts.Items[0].Bounds.Equals(mesh.Bounds), "boxes");
                mesh.Boxes(parts, 99);
                Expect(parts.Items.Length == 0, "no boxes so deep");
                ExpectError(Status.InvalidArgument, "min_depth: 2 exceeds max_depth 1", () => mesh.Boxes(parts, 2, 1));
            }
        }
    }

    static void Versions()
    {
        Expect(Carom.Library.Version.Major == Carom.Library.Major && Carom.Library.Version.Minor == Carom.Library.Minor, "version");
        ExpectError(Status.UnsupportedVersion, "carom: the library is of version 0.9.7, but these classes need 0.1",
            () => Carom.Library.CheckVersion(9 << 8 | 7));
    }

    static void Names()
    {
        Expect(Carom.Library.Name(Status.NotFinite) == "CAROM_ERROR_NOT_FINITE", "the name of a status");
        Expect(Attributes.Hidden == 1 && Attributes.Pick == 2, "attribute bits");
        InstructionSet best = Carom.Library.InstructionSet;
        Carom.Library.InstructionSet = InstructionSet.Portable;
        Expect(Carom.Library.InstructionSet == InstructionSet.Portable, "an instruction set");
        ExpectError(Status.InvalidArgument, null, () => Carom.Library.InstructionSet = (InstructionSet)99);
        Carom.Library.InstructionSet = best;
    }

    static void Strings()
    {
        CultureInfo culture = CultureInfo.CurrentCulture;
        // As in German: a runtime may know no culture but the invariant one.
        CultureInfo commas = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        commas.NumberFormat.NumberDecimalSeparator = ",";
        CultureInfo.CurrentCulture = commas;
        try
        {
            using (Mesh mesh = Mesh.Build(Square, Corners))
            {
                RayHit hit;
                mesh.Raycast(Down, out hit);
                Expect(hit.ToString() == "RayHit(T: 2, U: 0.5, V: 0.25, Triangle: 0)" ||
                    hit.ToString() == "RayHit(T: 2, U: 0.25, V: 0.5, Triangle: 0)", "a hit: " + hit);
                mesh.Raycast(Aside, out hit);
                Expect(hit.ToString() == "RayHit(T: Infinity, U: 0, V: 0, Triangle: none)", "a miss: " + hit);
            }
            Sphere ball = new Sphere(new Vector3(0.1f, 0, -2.5f), 1.5f);
            Expect(ball.ToString() == "Sphere(Center: (0.1, 0, -2.5), Radius: 1.5)", "a sphere: " + ball);
            Expect(new WorldObject(ball, 7).ToString() == "WorldObject(User: 7, Volume: Volume(Center: (0.1, 0, -2.5), " +
                "Radius: 1.5), Filter: GroupFilter(Group: 1, Mask: 4294967295), IsStatic: False)", "an object: " + new WorldObject(ball, 7));
            Expect(Pose.Identity.ToString() ==
                "Pose(RowX: (1, 0, 0), RowY: (0, 1, 0), RowZ: (0, 0, 1), Translation: (0, 0, 0))", "a pose: " + Pose.Identity);
            Expect(new Filter(3).ToString() == "Filter(Require: 3, Exclude: 0, AnyOf: 0, Backfaces: Hit)", "a filter: " + new Filter(3));
            Expect(new FarPoint(0.1, 2, 1e300).ToString() == "FarPoint(X: 0.1, Y: 2, Z: 1E+300)", "a point: " + new FarPoint(0.1, 2, 1e300));
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    static int Main()
    {
        Sizes();
        Strings();
        Builds();
        Errors();
        Queries();
        Pairs();
        Hulls();
        Solids();
        Fields();
        BuiltFields();
        Worlds();
        Owners();
        Disposed();
        Races();
        Callbacks();
        Logs();
        Sight();
        WorldFiles();
        Threads();
        Memory();
        Allocations();
        LargeSpans();
        Versions();
        Names();
        Console.WriteLine(failures == 0 ? "all is well" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
