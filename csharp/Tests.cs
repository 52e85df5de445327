// The classes of Carom/ as a program uses them: meshes and hulls. Solids, fields and worlds: TestsSolids.cs; disposal,
// threads and memory: TestsRuntime.cs.

using System;
using System.Collections.Generic;
using System.IO;
using System.Numerics;
using System.Threading;
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
        catch (ObjectDisposedException)
        {
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
        ExpectError(Status.IndexOutOfRange, "indices[0]: 4294967295 is not below vertex_count 4",
            () => Mesh.Build(Square, new[] { -1, 1, 2 }));
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
        }
    }

    static void Poses()
    {
        Quaternion turn = Quaternion.CreateFromAxisAngle(Vector3.Normalize(new Vector3(1, 2, 3)), 0.7f);
        Pose first = new Pose(turn, new Vector3(1, -2, 3), 2), second = new Pose(Quaternion.Identity, new Vector3(5, 6, 7), 0.5f);
        Vector3 point = new Vector3(0.3f, -4, 9);
        Expect(first * point == first.Apply(point) && (first * second).Equals(Pose.Compose(first, second)), "operators");
        Expect(Vector3.Distance((first * second) * point, first * (second * point)) < 1e-4f, "one pose after another");
        // Matrices of System.Numerics stand the other way round.
        Matrix4x4 product = second.Matrix * first.Matrix;
        Expect(Vector3.Distance(new Pose(product) * point, (first * second) * point) < 1e-4f, "a product of matrices");
        Expect(Vector3.Distance(first.ApplyDirection(Vector3.UnitX), first * Vector3.UnitX - first * Vector3.Zero) < 1e-5f, "a direction");
        Expect(Vector3.Distance(first.Inverse() * (first * point), point) < 1e-5f, "there and back");
        Ray ray = first.Apply(new Ray(point, Vector3.UnitY, 8, 1));
        Expect(ray.TMin == 1 && ray.TMax == 8 && Vector3.Distance(ray.At(3), first * (point + 3 * Vector3.UnitY)) < 1e-4f, "a ray");
        ExpectError(Status.InvalidArgument, "pose: it has no inverse", () => default(Pose).Inverse());
        Matrix4x4 lens = Matrix4x4.CreatePerspective(1, 1, 1, 2);
        ExpectError(Status.InvalidArgument, "matrix: its last column must be 0, 0, 0, 1", () => new Pose(lens));
    }

    static void Pairs()
    {
        Pose up = new Pose(new Vector3(0, 0, 1));
        Pose turned = new Pose(Quaternion.CreateFromAxisAngle(Vector3.UnitX, (float)(Math.PI / 2)), new Vector3(0, 0.5f, -0.5f));
        Expect(Vector3.Distance(turned.Apply(Vector3.UnitY), new Vector3(0, 0.5f, 0.5f)) < 1e-6f, "a pose");
        Expect(Vector3.Distance(turned.Inverse().Apply(turned.Apply(Vector3.One)), Vector3.One) < 1e-5f, "its inverse");
        Expect(new Pose(turned.Matrix).Equals(turned) && Pose.Identity.Apply(Vector3.One) == Vector3.One, "matrices");
        Matrix4x4 matrix = Matrix4x4.CreateTranslation(1, 2, 3);
        Expect(new Pose(matrix).Apply(Vector3.Zero) == new Vector3(1, 2, 3), "a translation");
        Poses();
        using (Mesh mesh = Mesh.Build(Square, Corners))
        using (Lists<TrianglePair> pairs = new Lists<TrianglePair>())
        using (Lists<PairDistance> near = new Lists<PairDistance>())
        {
            Expect(mesh.Overlap(mesh, turned) && !mesh.Overlap(mesh, up), "two meshes");
            MeshDistance distance;
            Expect(mesh.Distance(mesh, up, out distance) && distance.Distance == 1, "their distance");
            Expect(!mesh.Distance(mesh, up, out distance, 0.5f), "too far");
            mesh.OverlapAll(mesh, new[] { turned, up }, pairs);
            Expect(pairs.List(0).Length > 0 && pairs.List(1).Length == 0, "pairs of triangles");
            mesh.OverlapAll(new[] { up, up }, mesh, new[] { up * turned, up }, pairs);
            Expect(pairs.List(0).Length > 0 && pairs.List(1).Length > 0, "both in poses");
            mesh.OverlapAll(new[] { turned.Inverse(), up }, mesh, new Pose[0], pairs);
            Expect(pairs.List(0).Length > 0 && pairs.List(1).Length == 0, "the first in poses");
            Expect(mesh.Overlap(up, mesh, up * turned) && !mesh.Overlap(up, mesh, Pose.Identity), "one pose each");
            Expect(mesh.Distance(up, mesh, Pose.Identity, out distance) && distance.Distance == 1, "the distance of two poses");
            ExpectError(Status.InvalidArgument, "poses: 1 for 2 otherPoses", () => mesh.Overlap(new Pose[1], mesh, new Pose[2], new byte[2]));
            using (Lists<PairIntersection> shared = new Lists<PairIntersection>())
            {
                mesh.Intersections(mesh, new[] { turned, Pose.Identity }, shared);
                PairIntersection cut = shared.List(0)[0], same = shared.List(1)[0];
                Expect(cut.PointCount == 2 && cut.Flags == SharedFlags.None && Math.Abs(cut.Point(0).Y - 0.5f) < 1e-6f, "a segment");
                Expect(same.PointCount == 3 && same.Flags == (SharedFlags.Area | SharedFlags.Coplanar), "a triangle");
                mesh.Intersections(new[] { up }, mesh, new[] { up }, shared);
                Expect(shared.Items[0].Point(2).Z == 1, "in space");
                try
                {
                    cut.Point(2);
                    Expect(false, "no such point");
                }
                catch (ArgumentOutOfRangeException)
                {
                }
            }
            FarPose far = new FarPose(Quaternion.Identity, new FarPoint(1e9, -1e9, 1e9));
            FarPose above = new FarPose(Pose.Identity, new FarPoint(1e9, -1e9, 1e9 + 0.25));
            Pose a, b;
            FarPoint origin;
            FarPose.AboutCommonOrigin(far, above, out a, out b, out origin);
            Expect(mesh.Distance(a, mesh, b, out distance) && distance.Distance == 0.25f && origin.Z == 1e9, "far from the origin");
            Pose[] firsts = new Pose[2], seconds = new Pose[2];
            FarPose.AboutCommonOrigin(new[] { far, far }, new[] { above, far }, firsts, seconds);
            Expect(firsts[0].Equals(a) && seconds[0].Equals(b) && mesh.Overlap(firsts[1], mesh, seconds[1]), "many far poses");
            mesh.Within(1, new[] { up }, mesh, new[] { Pose.Identity }, near);
            Expect(near.List(0).Length == 4, "near ones of the first in a pose");
            mesh.Within(1, mesh, new[] { up }, near);
            Expect(near.List(0).Length == 4 && near.List(0)[0].Distance == 1, "near ones");
            ExpectError(Status.InvalidArgument, null, () => mesh.Overlap(mesh, default(Pose)));
        }
        using (Mesh cube = Mesh.Build(CubeCorners(), CubeFaces))
        {
            MeshInside[] inside = new MeshInside[1];
            cube.Inside(cube, new[] { new Pose(Quaternion.Identity, new Vector3(0.25f, 0.25f, 0.25f), 0.5f) }, inside);
            Expect((inside[0] & MeshInside.BWholly) != 0 && (inside[0] & MeshInside.Touching) == 0, "one inside of the other");
            Pose half = new Pose(Quaternion.Identity, new Vector3(0.25f, 0.25f, 0.25f), 0.5f);
            Expect(cube.Inside(cube, half) == inside[0], "one pose");
            cube.Inside(new[] { half }, cube, new[] { Pose.Identity }, inside);
            Expect((inside[0] & MeshInside.AWholly) != 0, "the first inside of the other");
        }
    }

    static void Hulls()
    {
        using (Mesh mesh = Mesh.Build(Square, Corners))
        using (Hull hull = Hull.Build(CubeCorners()))
        using (Lists<uint> faces = new Lists<uint>())
        using (Lists<Vector3> vertices = new Lists<Vector3>())
        using (Lists<Contact> contacts = new Lists<Contact>())
        {
            Expect(hull.VertexCount == 8 && hull.Bounds.Max == Vector3.One, "figures of a hull");
            hull.Faces(faces);
            hull.Vertices(vertices);
            Expect(faces.Count == 6 && faces.Items.Length == 24 && vertices.Items.Length == 8, "faces");
            Pose low = new Pose(new Vector3(0.25f, 0.25f, -0.25f)), high = new Pose(new Vector3(0, 0, 3));
            Expect(mesh.Overlap(hull, low) && !mesh.Overlap(hull, high), "a hull");
            Pose[] poses = new Pose[150];
            byte[] answers = new byte[150];
            for (int i = 0; i < poses.Length; ++i) poses[i] = i % 3 == 0 ? low : high;
            mesh.Overlap(hull, poses, answers);
            bool isRight = true;
            for (int i = 0; i < poses.Length; ++i) isRight &= answers[i] == (i % 3 == 0 ? 1 : 0);
            Expect(isRight, "many poses");
            // A bad one leaves all answers as they were.
            poses[90] = default(Pose);
            answers[0] = 9;
            ExpectError(Status.InvalidArgument, null, () => mesh.Overlap(hull, poses, answers));
            Expect(answers[0] == 9, "answers after an error");
            mesh.OverlapAll(hull, low, faces);
            Expect(faces.Count == 1 && faces.List(0).Length == 2, "its triangles");
            mesh.Contacts(hull, low, contacts);
            Expect(contacts.List(0).Length > 0 && contacts.List(0)[0].Depth == 0.25f, "its contacts");
            ShapeHit hit;
            Expect(mesh.Cast(hull, high, new Vector3(0, 0, -6), out hit) && Math.Abs(hit.T - 0.5f) < 1e-6f, "a moving hull");
            Expect(!mesh.Cast(hull, high, new Vector3(0, 0, 6), out hit), "away");
            using (Lists<ShapeHit> hits = new Lists<ShapeHit>())
            {
                mesh.CastAll(hull, high, new Vector3(0, 0, -6), hits);
                Expect(hits.Count == 1 && hits.List(0).Length == 2, "all that is in the way of a hull");
            }
            using (Hull opened = Hull.Open(hull.Save())) Expect(opened.VertexCount == 8, "opened");
        }
        ExpectError(Status.InvalidArgument, null, () => Hull.Build(new Vector3[0]));
    }

    static void Versions()
    {
        Expect(Carom.Library.Version.Major == Carom.Library.Major && Carom.Library.Version.Minor == Carom.Library.Minor, "version");
        ExpectError(Status.UnsupportedVersion, "carom: the library is of version 0.9.7, but these classes need 0.1",
            () => Carom.Library.CheckVersion(9 << 8 | 7));
    }

    static int Main()
    {
        Sizes();
        Builds();
        Errors();
        Queries();
        Pairs();
        Hulls();
        Solids();
        Fields();
        Worlds();
        Owners();
        Callbacks();
        Threads();
        Memory();
        LargeSpans();
        Versions();
        Console.WriteLine(failures == 0 ? "all is well" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
