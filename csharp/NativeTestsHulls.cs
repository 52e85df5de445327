// Convex hulls, and meshes asked by them.

using System;
using Carom.Native;

public static unsafe partial class Tests
{
    static void Hulls()
    {
        // A tetrahedron whose corner touches the only triangle, and one beside it.
        float[] points = { 0, 0, 0, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, 0.25f, 0.75f };
        float[] positions = { -1, -1, 0, 1, -1, 0, 0, 1, 0 };
        uint[] indices = { 0, 1, 2 };
        CaromHull* hull = null;
        CaromHullDesc desc;
        Expect(NativeMethods.carom_hull_desc_init(&desc) == CaromStatus.Ok && desc.struct_size == sizeof(CaromHullDesc), "hull_desc_init");
        fixed (float* p = points)
        {
            desc.points = p;
            desc.point_count = 5;
            Expect(NativeMethods.carom_hull_build(&desc, &hull) == CaromStatus.Ok, "hull_build");
        }
        CaromHullStats stats = new CaromHullStats();
        stats.struct_size = (uint)sizeof(CaromHullStats);
        Expect(NativeMethods.carom_hull_stats(hull, &stats) == CaromStatus.Ok && stats.vertex_count == 4 && stats.face_count == 4 && stats.edge_count == 6, "hull_stats");
        CaromVec3[] vertices = new CaromVec3[4];
        ulong[] offsets = new ulong[5];
        uint[] corners = new uint[12];
        UIntPtr written, total;
        fixed (CaromVec3* v = vertices)
        fixed (ulong* o = offsets)
        fixed (uint* c = corners)
        {
            Expect(NativeMethods.carom_hull_vertices(hull, v, (UIntPtr)4, &written, &total) == CaromStatus.Ok && written == (UIntPtr)4, "hull_vertices");
            Expect(NativeMethods.carom_hull_faces(hull, o, c, (UIntPtr)12, &written, &total) == CaromStatus.Ok && total == (UIntPtr)12 && offsets[4] == 12, "hull_faces");
        }
        CaromMesh* mesh = null;
        CaromMeshDesc meshDesc;
        Expect(NativeMethods.carom_mesh_desc_init(&meshDesc) == CaromStatus.Ok, "mesh_desc_init");
        fixed (float* p = positions)
        fixed (uint* i = indices)
        {
            meshDesc.positions = p;
            meshDesc.vertex_count = 3;
            meshDesc.indices = i;
            meshDesc.triangle_count = 1;
            Expect(NativeMethods.carom_mesh_build(&meshDesc, &mesh) == CaromStatus.Ok, "mesh_build");
        }
        CaromHullPose[] poses = new CaromHullPose[2];
        byte[] touched = new byte[2];
        uint[] triangles = new uint[2];
        ulong[] begins = new ulong[3];
        fixed (CaromHullPose* p = poses)
        fixed (byte* t = touched)
        fixed (uint* list = triangles)
        fixed (ulong* b = begins)
        {
            for (int i = 0; i < 2; ++i)
            {
                p[i].hull = hull;
                p[i].pose.rows[0] = p[i].pose.rows[5] = p[i].pose.rows[10] = 1;
            }
            p[1].pose.rows[11] = 1e-30f;
            Expect(NativeMethods.carom_mesh_overlap_hull(mesh, p, (UIntPtr)2, null, t) == CaromStatus.Ok, "overlap_hull");
            Expect(touched[0] == 1 && touched[1] == 0, "touching is exact");
            Expect(NativeMethods.carom_mesh_overlap_hull_all(mesh, p, (UIntPtr)2, null, b, list, (UIntPtr)2, &written, &total) == CaromStatus.Ok, "overlap_hull_all");
            Expect(total == (UIntPtr)1 && triangles[0] == 0 && begins[1] == 1 && begins[2] == 1, "lists of hulls");
            CaromContact contact;
            Expect(NativeMethods.carom_mesh_contacts_hull(mesh, p, (UIntPtr)2, null, null, b, &contact, (UIntPtr)1, &written, &total) == CaromStatus.Ok, "contacts_hull");
            Expect(written == (UIntPtr)1 && contact.triangle == 0 && contact.depth == 0 && b[1] >= 1 && b[2] == b[1], "contacts of hulls");
            CaromHullCast cast = new CaromHullCast();
            cast.shape = p[0];
            cast.shape.pose.rows[11] = 2;
            cast.displacement.z = -4;
            CaromShapeHit hit, only;
            Expect(NativeMethods.carom_mesh_cast_hull(mesh, &cast, (UIntPtr)1, null, 0, &hit) == CaromStatus.Ok, "cast_hull");
            Expect(hit.triangle == 0 && hit.t <= 0.5f && hit.t > 0.49999f && hit.normal.z == 1, "a moving hull");
            Expect(NativeMethods.carom_mesh_cast_hull_all(mesh, &cast, (UIntPtr)1, null, 0, b, &only, (UIntPtr)1, &written, &total) == CaromStatus.Ok, "cast_hull_all");
            Expect(total == (UIntPtr)1 && b[1] == 1 && only.t == hit.t && only.triangle == 0, "lists of moving hulls");
            p[1].hull = null;
            Expect(NativeMethods.carom_mesh_overlap_hull(mesh, p, (UIntPtr)2, null, t) == CaromStatus.ErrorNullArgument, "no hull");
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(message == "hulls[1].hull: NULL", "message of no hull: " + message);
        }
        NativeMethods.carom_mesh_destroy(mesh);
        NativeMethods.carom_hull_destroy(hull);
    }
}
