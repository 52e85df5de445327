// Two meshes in several poses.

using System;
using Carom.Native;

public static unsafe partial class Tests
{
    /// <summary>The unit cube, cooked in a layout.</summary>
    static CaromMesh* Cube(uint layout)
    {
        float[] positions = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1 };
        uint[] indices =
        {
            0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5
        };
        CaromMesh* mesh = null;
        CaromMeshDesc desc;
        Expect(NativeMethods.carom_mesh_desc_init(&desc) == CaromStatus.Ok, "desc_init");
        fixed (float* p = positions)
        fixed (uint* i = indices)
        {
            desc.layout = layout;
            desc.positions = p;
            desc.vertex_count = 8;
            desc.indices = i;
            desc.triangle_count = 12;
            Expect(NativeMethods.carom_mesh_build(&desc, &mesh) == CaromStatus.Ok, "build of a cube");
        }
        return mesh;
    }

    /// <summary>Two cubes in three poses: side by side, apart, and one inside of the other.</summary>
    static void Pairs()
    {
        CaromFarPose farFirst = new CaromFarPose(), farSecond = new CaromFarPose();
        for (int k = 0; k < 3; ++k)
        {
            farFirst.rows[5 * k] = farSecond.rows[5 * k] = 1;
            farFirst.rows[4 * k + 3] = 1e9;
            farSecond.rows[4 * k + 3] = 1e9 + 0.5;
        }
        CaromPose nearFirst, nearSecond;
        double* origin = stackalloc double[3];
        CaromStatus made = NativeMethods.carom_poses_about_common_origin(&farFirst, &farSecond, (UIntPtr)1, &nearFirst, &nearSecond, origin);
        Expect(made == CaromStatus.Ok && nearFirst.rows[3] == 0 && nearSecond.rows[3] == 0.5f && origin[2] == 1e9, "poses far away");
        CaromPose[] poses = new CaromPose[3];
        float[] scales = { 1, 1, 0.5f };
        float[] x = { 1, 3, 0.25f };
        float[] yz = { 0, 0, 0.25f };
        for (int i = 0; i < poses.Length; ++i)
        {
            CaromVec3 translation = new CaromVec3();
            translation.x = x[i];
            translation.y = translation.z = yz[i];
            CaromPose pose;
            Expect(NativeMethods.carom_pose_from_quaternion(null, &translation, scales[i], &pose) == CaromStatus.Ok, "pose");
            Expect(pose.rows[0] == scales[i] && pose.rows[1] == 0 && pose.rows[3] == x[i] && pose.rows[11] == yz[i], "rows");
            poses[i] = pose;
        }
        CaromMesh* a = Cube(NativeMethods.CAROM_LAYOUT_WIDE);
        CaromMesh* b = Cube(NativeMethods.CAROM_LAYOUT_DELTA);
        byte[] touches = new byte[3];
        byte[] inside = new byte[3];
        ulong[] offsets = new ulong[4];
        CaromTrianglePair[] pairs = new CaromTrianglePair[144];
        CaromPairDistance[] near = new CaromPairDistance[3 * 144];
        CaromPairIntersection[] shared = new CaromPairIntersection[144];
        CaromMeshDistance[] distances = new CaromMeshDistance[3];
        UIntPtr count = (UIntPtr)3;
        UIntPtr written, total;
        fixed (CaromPose* where = poses)
        fixed (byte* t = touches)
        fixed (byte* s = inside)
        fixed (ulong* o = offsets)
        fixed (CaromTrianglePair* p = pairs)
        fixed (CaromPairDistance* n = near)
        fixed (CaromPairIntersection* i = shared)
        fixed (CaromMeshDistance* d = distances)
        {
            Expect(NativeMethods.carom_mesh_overlap_mesh(a, b, null, where, count, null, null, t) == CaromStatus.Ok, "overlap_mesh");
            Expect(touches[0] == 1 && touches[1] == 0 && touches[2] == 0, "which cubes touch");
            Expect(NativeMethods.carom_mesh_inside(a, b, null, where, count, s) == CaromStatus.Ok, "inside");
            Expect(inside[0] == (NativeMethods.CAROM_INSIDE_TOUCHING | NativeMethods.CAROM_INSIDE_ONLY_TOUCHING) && inside[1] == 0, "cubes that are not inside");
            Expect(inside[2] == NativeMethods.CAROM_INSIDE_B_WHOLLY, "a cube that is inside");
            Expect(NativeMethods.carom_mesh_distance(a, b, null, where, count, float.PositiveInfinity, null, null, d) == CaromStatus.Ok, "distance");
            Expect(distances[0].distance == 0 && distances[1].distance == 2 && distances[2].distance == 0.25f, "distances of cubes");
            Expect(distances[1].on_a.x == 1 && distances[1].on_b.x == 3, "closest points of cubes");

            Expect(NativeMethods.carom_mesh_overlap_mesh_all(a, b, null, where, count, null, null, o, p, (UIntPtr)144, &written, &total) == CaromStatus.Ok, "pairs");
            Expect(offsets[0] == 0 && offsets[1] == (ulong)total && offsets[3] == (ulong)total, "offsets of pairs");
            // The faces at x = 1 and x = 0 lie on each other, and their edges on those of their neighbours.
            Expect((ulong)total > 4 && (ulong)written == (ulong)total, "pairs of cubes: " + total);
            ulong found = (ulong)total;
            Expect(NativeMethods.carom_mesh_overlap_mesh_all(b, a, where, null, count, null, null, null, null, UIntPtr.Zero, &written, &total) == CaromStatus.BufferTooSmall, "no room");
            Expect((ulong)written == 0 && (ulong)total == found, "as many pairs the other way round");
            Expect(NativeMethods.carom_mesh_intersections(a, b, null, where, count, null, null, o, i, (UIntPtr)144, &written, &total) == CaromStatus.Ok, "intersections");
            Expect((ulong)total == found, "as many intersections");
            int polygons = 0;
            for (int k = 0; k < (int)found; ++k)
            {
                Expect(shared[k].a == pairs[k].a && shared[k].b == pairs[k].b, "the same pairs");
                Expect(i[k].point_count >= 2 && i[k].points[0] == 1, "what they share is where they meet");
                polygons += i[k].point_count > 2 ? 1 : 0;
                bool isPolygon = (i[k].flags & NativeMethods.CAROM_SHARED_AREA) != 0;
                Expect(isPolygon == i[k].point_count > 2, "polygons have an area");
            }
            Expect(polygons == 2, polygons + " polygons");
            Expect(NativeMethods.carom_mesh_within(a, b, null, where, count, 2, null, null, o, n, (UIntPtr)near.Length, &written, &total) == CaromStatus.Ok, "pairs within");
            Expect(offsets[2] > offsets[1] && offsets[3] - offsets[2] == 144, "pairs within 2");
            Expect(near[offsets[1]].distance == 2, "the distance of a pair");

            where[2].rows[6] = float.NaN;
            touches[0] = 7;
            CaromStatus status = NativeMethods.carom_mesh_overlap_mesh(a, b, null, where, count, null, null, t);
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(status == CaromStatus.ErrorNotFinite && touches[0] == 7, "status of a NaN: " + status);
            Expect(message == "b_poses[2].rows[1][2]: NaN is not finite", "message of a NaN: " + message);
        }
        NativeMethods.carom_mesh_destroy(a);
        NativeMethods.carom_mesh_destroy(b);
    }
}
