// The tests of solids, fields and worlds.

using System;
using System.Numerics;
using Carom;
using Carom.Native;

static partial class LayerTests
{
    static void Solids()
    {
        Aabb[] boxes = { new Aabb(new Vector3(-5, -5, -1), new Vector3(5, 5, 0)), new Aabb(new Vector3(1, 1, 0), new Vector3(2, 2, 2)) };
        Aabb[] turned = { boxes[0], new Aabb(new Vector3(1, 0, 0), new Vector3(0, 1, 1)) };
        ExpectError(Status.InvalidArgument, null, () => Bsp.BuildBoxes(turned));
        using (Bsp level = Bsp.BuildBoxes(boxes, new ushort[] { 1, 2 }))
        using (Lists<uint> brushes = new Lists<uint>())
        using (Lists<Contact> contacts = new Lists<Contact>())
        {
            Expect(level.BrushCount == 2 && level.Bounds.Max == new Vector3(5, 5, 2), "figures of a tree");
            BspContent content;
            Expect(level.Contains(new Vector3(1.5f, 1.5f, 1), out content) && content.Brush == 1 && content.Attributes == 2, "inside");
            Expect(!level.Contains(new Vector3(1.5f, 1.5f, 1), out content, new Filter(1)), "filtered");
            Sphere ball = new Sphere(new Vector3(0, 0, 0.5f), 1);
            BspContact contact;
            Expect(level.Overlap(ball) && level.Overlap(ball, null, BspMode.Threshold), "a sphere");
            Expect(level.Collide(ball, out contact) && contact.Depth == 0.5f && contact.Normal == Vector3.UnitZ, "its contact");
            BspCastHit hit;
            Expect(level.Raycast(new Ray(new Vector3(1.5f, 1.5f, 5), -Vector3.UnitZ), out hit) && hit.T == 3, "a ray");
            Expect(!level.Raycast(new Ray(new Vector3(1.5f, 1.5f, 5), Vector3.UnitZ), out hit), "a miss");
            Vector3 way = new Vector3(0, 0, -4);
            Expect(level.Cast(new SphereCast(new Vector3(0, 0, 3), 1, way), out hit) && hit.T == 0.5f, "a moving sphere");
            Capsule pill = new Capsule(new Vector3(0, 0, 3), new Vector3(0, 0, 4), 1);
            Box crate = new Box(new Vector3(0, 0, 0.5f), Vector3.One);
            ShapeHit met;
            Expect(level.Cast(new CapsuleCast(pill, way), out met) && level.Overlap(crate) && !level.Overlap(pill), "shapes");
            Expect(level.Cast(new BoxCast(new BoxAxes(crate), way), out met) && met.T == 0, "a box at the start");
            Expect(level.Cast(pill, way, out met) && Math.Abs(met.T - 0.5f) < 1e-5f && level.Cast(crate, way, out met) && met.T == 0, "shapes and a way");
            Expect(level.Cast(new Sphere(new Vector3(0, 0, 3), 1), way, out hit) && hit.T == 0.5f, "a sphere and a way");
            level.OverlapAll(new[] { new Box(new Vector3(1.5f, 1.5f, 0), Vector3.One) }, brushes);
            Expect(brushes.List(0).Length == 2, "brushes");
            level.OverlapAll(new[] { pill }, brushes);
            Expect(brushes.List(0).Length == 0, "no brushes");
            level.Contacts(new[] { ball }, contacts);
            Expect(contacts.List(0).Length == 1 && contacts.List(0)[0].Depth == 0.5f, "contacts");
            level.Contacts(new[] { pill }, contacts);
            level.Contacts(new[] { new BoxAxes(crate) }, contacts);
            Expect(contacts.List(0).Length > 0, "contacts of a box with brushes");
            using (Lists<TreeBox> parts = new Lists<TreeBox>())
            {
                level.Boxes(parts, 1, 1);
                Expect(parts.Items.Length == 2 && parts.Items[0].Count == 1, "boxes of brushes");
                level.Boxes(parts, 0, 0);
                Expect(parts.Items.Length == 1 && parts.Items[0].Bounds.Max == level.Bounds.Max, "the box of all");
            }
            byte[] saved = level.Save();
            using (Bsp opened = Bsp.Open(saved)) Expect(Same(opened.Save(), saved), "opened");
            ExpectError(Status.InvalidBlob, null, () => Mesh.Open(saved));
            ExpectError(Status.InvalidArgument, "attributes: 1 for 2 brushes", () => Bsp.BuildBoxes(boxes, new ushort[1]));
        }
        BuiltSolids(boxes);
        using (Bsp cube = Bsp.BuildSurface(CubeCorners(), CubeFaces))
        {
            BspContent content;
            Expect(cube.Contains(new Vector3(0.5f, 0.5f, 0.5f), out content) && content.Brush == 0, "in a surface");
        }
    }

    static void BuiltSolids(Aabb[] boxes)
    {
        BrushPlane[] planes = new BrushPlane[12];
        BrushPlane.Box(boxes[0], planes);
        BrushPlane.Box(new Aabb(Vector3.Zero, Vector3.Zero), planes.AsSpan(6));
        CaromBspReport report;
        using (Bsp.Build(planes, new uint[] { 6, 6 }, out report)) Expect(report.skipped_brushes == 1 && report.first_skipped == 1, "a report");
        float last = 0;
        BspOptions options = default(BspOptions);
        options.ThreadCount = 1;
        options.SnapDistance = 0.001f;
        options.Bevels = 2;
        options.Progress = fraction => (last = fraction) >= 0;
        using (Bsp bevelled = Bsp.BuildBoxes(boxes, default(ReadOnlySpan<ushort>), options))
        using (Bsp plain = Bsp.BuildBoxes(boxes))
        {
            Expect(last > 0 && bevelled.Stats.plane_count > plain.Stats.plane_count, "options of a tree");
        }
        options.Progress = fraction => false;
        ExpectError(Status.Cancelled, null, () => Bsp.BuildBoxes(boxes, default(ReadOnlySpan<ushort>), options));
        options = default(BspOptions);
        int[] open = CubeFaces.AsSpan(6).ToArray();
        ExpectError(Status.InvalidArgument, null, () => Bsp.BuildSurface(CubeCorners(), open));
        options.IgnoreLeaks = true;
        using (Bsp.BuildSurface(CubeCorners(), open, out report, default(ReadOnlySpan<uint>), options)) Expect(report.leak != 0, "a leak");
        options.IgnoreLeaks = false;
        options.Inverse = true;
        int[] quads = { 0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5 };
        using (Bsp cube = Bsp.BuildSurface(CubeCorners(), quads, new uint[] { 4, 4, 4, 4, 4, 4 }, options))
        {
            BspContent content;
            Expect(cube.Contains(new Vector3(0.5f, 0.5f, 0.5f), out content) && cube.Stats.flags != 0, "quadrangles, inverse");
        }
    }

    static Vector3[] CubeCorners()
    {
        Vector3[] corners = new Vector3[8];
        for (int i = 0; i < 8; ++i) corners[i] = new Vector3(i & 1, i >> 1 & 1, i >> 2);
        return corners;
    }

    static readonly int[] CubeFaces =
    {
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    };

    static void Fields()
    {
        using (Mesh cube = Mesh.Build(CubeCorners(), CubeFaces))
        using (Sdf field = Sdf.Generate(cube, 16, SdfStorage.Bricks16))
        using (Lists<Vector3> inside = new Lists<Vector3>())
        {
            Vector3 middle = new Vector3(0.5f, 0.5f, 0.5f), above = new Vector3(0.5f, 0.5f, 3);
            Expect(field.Sample(middle).Distance < -0.4f && field.Sample(middle, SdfInterpolation.Cubic).Distance < 0, "a sample");
            Expect(Math.Abs(field.ClosestPoint(above).Distance - 2) < 0.1f, "the closest point");
            SdfContact contact;
            Expect(field.Collide(middle, out contact) && contact.Depth > 0.4f, "a point");
            Expect(field.Collide(new Sphere(above, 2.5f), out contact) && !field.Collide(new Sphere(above, 1), out contact), "spheres");
            Expect(field.Collide(new Sphere(above, 1), out contact, 1.5f) && contact.Depth < 0, "a gap");
            Expect(field.Collide(new Capsule(middle, above, 0.25f), out contact), "a capsule");
            Expect(field.Collide(new SdfTriangle(middle, above, above + Vector3.UnitX), out contact), "a triangle");
            SdfRayHit hit;
            Expect(field.Raycast(new Ray(above, -Vector3.UnitZ), out hit) && Math.Abs(hit.T - 2) < 0.1f, "a ray");
            Expect(!field.Raycast(new Ray(above, Vector3.UnitZ), out hit), "a miss");
            field.InsidePoints(inside);
            Expect(inside.Items.Length > 1000, "nodes inside");
            SdfSample[] samples = new SdfSample[2];
            field.Sample(new[] { middle, above }, samples);
            Expect(samples[0].Distance < 0 && samples[1].Distance > 0, "samples");
            byte[] saved = field.Save();
            using (Sdf opened = Sdf.Open(saved)) Expect(Same(opened.Save(), saved) && opened.Stats.bytes_total == (ulong)saved.Length, "opened");
            ExpectError(Status.TooLarge, null, () => Sdf.Generate(cube, 1 << 20));
        }
    }

    static void BuiltFields()
    {
        // The plane z = 1 on 3 x 3 x 3 nodes.
        float[] values = new float[27];
        uint[] nearest = new uint[27];
        for (int i = 0; i < 27; ++i)
        {
            values[i] = i / 9 - 1;
            nearest[i] = (uint)i;
        }
        SdfGrid grid = new SdfGrid(Vector3.Zero, 1, 3, 3, 3);
        using (Sdf field = Sdf.Build(grid, values, default(SdfOptions), nearest))
        {
            Expect(field.Sample(new Vector3(1, 1, 1.5f)).Distance == 0.5f, "a field of values");
            float[] pixels = new float[4];
            field.Slice(new SdfSlice(new Vector3(1, 1, 0), Vector3.UnitX, Vector3.UnitZ, 2, 2), pixels);
            Expect(pixels[0] == -1 && pixels[1] == -1 && pixels[2] == 0 && pixels[3] == 0, "a slice");
            ExpectError(Status.InvalidArgument, "distances: room for 4 of 3 x 2 pixels",
                () => field.Slice(new SdfSlice(Vector3.Zero, Vector3.UnitX, Vector3.UnitY, 3, 2), pixels));
            SdfContact contact;
            Expect(field.Collide(new Vector3(1, 1, 0), out contact) && contact.Triangle != Mesh.None, "triangles of values");
        }
        ExpectError(Status.InvalidArgument, "values: 26 for 3 x 3 x 3 nodes", () => Sdf.Build(grid, new float[26]));
        ExpectError(Status.InvalidArgument, "triangles: 1 for 3 x 3 x 3 nodes",
            () => Sdf.Build(grid, values, default(SdfOptions), new uint[1]));
        using (Mesh cube = Mesh.Build(CubeCorners(), CubeFaces))
        using (Lists<SdfContact> contacts = new Lists<SdfContact>())
        {
            float last = 0;
            SdfGenerateOptions options = default(SdfGenerateOptions);
            options.Sign = SdfSign.Pseudonormal;
            options.KeepTriangles = true;
            options.ThreadCount = 1;
            options.Store.MaxDistance = 0.5f;
            options.Progress = fraction => (last = fraction) >= 0;
            CaromSdfReport report;
            using (Sdf field = Sdf.Generate(cube, 8, options, out report))
            {
                Expect(report.sign == (uint)SdfSign.Pseudonormal && report.inside_count > 100 && last > 0, "a report of a field");
                Expect((field.Stats.flags & NativeMethods.CAROM_SDF_TRIANGLES) != 0 && field.Stats.max_distance == 0.5f, "options of a field");
                field.Collide(field, new[] { new Pose(new Vector3(0.9f, 0, 0)), new Pose(new Vector3(9, 0, 0)) }, contacts);
                Expect(contacts.List(0).Length > 0 && contacts.List(1).IsEmpty && contacts.List(0)[0].IsHit, "two fields");
            }
            using (Sdf field = Sdf.Generate(cube, new SdfGrid(new Vector3(-1, -1, -1), 0.5f, 7, 7, 7)))
            {
                Expect(field.Stats.cell == 0.5f && field.Sample(new Vector3(0.5f, 0.5f, 0.5f)).Distance == -0.5f, "a field on a grid");
            }
            options.Progress = fraction => false;
            ExpectError(Status.Cancelled, null, () => Sdf.Generate(cube, 8, options));
            ExpectError(Status.InvalidArgument, "resolution: 0 is not above 0", () => Sdf.Generate(cube, 0));
        }
    }

    static void Worlds()
    {
        using (World world = new World())
        using (Lists<WorldPair> pairs = new Lists<WorldPair>())
        using (Lists<WorldPair> ended = new Lists<WorldPair>())
        using (Lists<ulong> ids = new Lists<ulong>())
        {
            ulong ball = world.Insert(new WorldObject(new Sphere(Vector3.Zero, 1), 7));
            ulong crate = world.Insert(new WorldObject(new Aabb(new Vector3(5, -1, -1), new Vector3(7, 1, 1))));
            ulong wall = world.Insert(new WorldObject(new Aabb(new Vector3(20, -9, -9), new Vector3(21, 9, 9)), 9, true));
            world.Update(ball, new Sphere(new Vector3(4.5f, 0, 0), 1));
            world.Pairs(pairs);
            Expect(pairs.Items.Length == 1 && pairs.Items[0].A == ball && pairs.Items[0].B == crate, "pairs");
            world.PairChanges(pairs, ended);
            Expect(pairs.Items.Length == 1 && ended.Items.Length == 0, "begun");
            world.PairsOf(new[] { wall, ball }, ids);
            Expect(ids.List(0).Length == 0 && ids.List(1)[0] == crate, "pairs of objects");
            WorldHit hit;
            Ray along = new Ray(new Vector3(-9, 0, 0), Vector3.UnitX);
            Expect(world.Raycast(along, out hit) && hit.User == 7, "a ray");
            Expect(world.Raycast(along, out hit, WorldFilter.Ignoring(ball)) && hit.Object == crate, "another object");
            using (Lists<WorldHit> hits = new Lists<WorldHit>())
            {
                world.RaycastAll(new[] { along, along }, hits);
                Expect(hits.List(1).Length == 3, "all objects");
                world.CastAll(new[] { new AabbCast(new Aabb(-Vector3.One, Vector3.One), new Vector3(90, 0, 0)) }, hits);
                Expect(hits.List(0).Length == 3, "all objects in the way");
            }
            Expect(world.Cast(new AabbCast(new Aabb(-Vector3.One, Vector3.One), new Vector3(90, 0, 0)), out hit), "a moving box");
            Expect(world.Cast(new Aabb(-Vector3.One, Vector3.One), new Vector3(90, 0, 0), out hit), "a box and a way");
            world.OverlapAll(new[] { new Sphere(new Vector3(6, 0, 0), 1) }, ids);
            Expect(ids.List(0).Length == 2, "in a sphere");
            world.OverlapAll(new[] { new Aabb(new Vector3(19, 0, 0), new Vector3(22, 1, 1)) }, ids);
            Expect(ids.List(0).Length == 1 && ids.List(0)[0] == wall, "in a box");
            Matrix4x4 view = Matrix4x4.CreateLookAt(new Vector3(30, 0, 0), Vector3.Zero, Vector3.UnitZ);
            Matrix4x4 near = Matrix4x4.CreatePerspectiveFieldOfView(1, 1, 0.1f, 15), far = Matrix4x4.CreatePerspectiveFieldOfView(1, 1, 0.1f, 99);
            world.OverlapAll(new[] { new Frustum(view * near), new Frustum(view * far) }, ids);
            Expect(ids.List(0).Length == 1 && ids.List(0)[0] == wall && ids.List(1).Length == 3, "in view");
            world.OverlapAll(new[] { new Frustum(view * far) }, ids, WorldFilter.Ignoring(wall));
            Expect(ids.List(0).Length == 2, "in view, filtered");
            using (Lists<WorldBox> parts = new Lists<WorldBox>())
            {
                world.Boxes(parts);
                Expect(parts.Count == 1 && parts.Items.Length > 0, "boxes");
            }
            Neighbor[] neighbors = new Neighbor[4];
            world.Nearest(new[] { new PointQuery(new Vector3(30, 0, 0)) }, neighbors);
            Expect(neighbors[0].Object == wall && neighbors[3].Object == World.NoObject, "the nearest");
            world.SetUser(crate, 3);
            world.SetFilter(crate, new GroupFilter(1, 0));
            world.SetStatic(ball, true);
            Expect(world.Object(crate).User == 3 && world.Object(ball).IsStatic, "an object");
            world.PairChanges(pairs, ended);
            Expect(pairs.Items.Length == 0 && ended.Items.Length == 1, "ended");
            try
            {
                world.PairChanges(pairs, pairs);
                Expect(false, "the same lists twice");
            }
            catch (ArgumentException)
            {
            }
            ulong pile = world.InsertCompound(new WorldObject(new Sphere(Vector3.Zero, 1)),
                new Volume[] { new Sphere(Vector3.Zero, 1), new Aabb(Vector3.One, 2 * Vector3.One) });
            world.UpdateCompound(pile, new Volume[] { new Sphere(Vector3.Zero, 2) });
            byte[] saved = world.Save();
            using (World opened = World.Open(saved)) Expect(opened.Count == 4 && opened.Object(crate).User == 3, "opened");
            world.Remove(ball);
            world.Ids(ids);
            Expect(ids.Items.Length == 3 && ids.Items[0] == crate && world.Count == 3, "ids");
            ExpectError(Status.UnknownId, null, () => world.Object(ball));
            ExpectError(Status.InvalidArgument, "boxes: 1 for 2 ids", () => world.Update(new ulong[] { crate, wall }, new Aabb[1]));
            ulong[] both = { crate, wall };
            world.Update(both, new[] { new Aabb(Vector3.Zero, Vector3.One), new Aabb(Vector3.Zero, Vector3.One) });
            world.Update(both, new[] { new Sphere(Vector3.Zero, 1), new Sphere(Vector3.Zero, 1) });
            world.Update(both, new Volume[] { new Sphere(Vector3.Zero, 1), new Sphere(Vector3.Zero, 1) });
            world.SetUser(both, new ulong[] { 1, 2 });
            world.SetStatic(both, new byte[] { 0, 0 });
            world.SetFilter(both, new[] { new GroupFilter(1, 1), new GroupFilter(1, 1) });
            world.Remove(both);
            world.Compact();
            world.Clear();
            Expect(world.Count == 0, "cleared");
        }
        World gone = new World(WorldStructure.AllPairs);
        gone.Dispose();
        gone.Dispose();
        ExpectDisposed(() => gone.Clear());
    }
}
