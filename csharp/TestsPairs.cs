// The tests of poses, of pairs of meshes, and of hulls.

using System;
using System.Numerics;
using Carom;

static partial class LayerTests
{
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
            string none = "[0]: zero scale along axis x";
            ExpectError(Status.InvalidArgument, "poses" + none, () => mesh.Overlap(mesh, default(Pose)));
            ExpectError(Status.InvalidArgument, "poses" + none, () => mesh.Overlap(default(Pose), mesh, Pose.Identity));
            ExpectError(Status.InvalidArgument, "otherPoses" + none, () => mesh.Overlap(Pose.Identity, mesh, default(Pose)));
            ExpectError(Status.InvalidArgument, "poses" + none, () => mesh.OverlapAll(mesh, new Pose[1], pairs));
        }
        using (Mesh cube = Mesh.Build(CubeCorners(), CubeFaces))
        {
            int[] numbers = new int[2];
            cube.WindingNumbers(new[] { new Vector3(0.5f, 0.5f, 0.5f), new Vector3(2, 0.5f, 0.5f) }, numbers);
            Expect(numbers[0] == 1 && numbers[1] == 0 && cube.WindingNumber(new Vector3(0.5f, 0.5f, 0.5f)) == 1, "winding numbers");
            Expect(cube.Contains(new Vector3(0.5f, 0.5f, 0.5f)) && !cube.Contains(new Vector3(2, 0.5f, 0.5f)), "a point inside");
            Expect(cube.IsClosed, "a closed surface");
            using (Mesh square = Mesh.Build(Square, Corners)) Expect(!square.IsClosed, "an open surface");
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
}
