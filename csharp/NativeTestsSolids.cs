// Solids: cooking, and 10,000 balls with the answers that C++ got.

using System;
using System.IO;
using Carom.Native;

public static unsafe partial class Tests
{
    static void BuildBsp()
    {
        float[] planes = { 1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1 };
        uint[] planeCounts = { 6 };
        ushort[] attributes = { 5 };
        CaromBsp* bsp = null;
        CaromBspDesc desc;
        CaromBspReport report = new CaromBspReport();
        report.struct_size = (uint)sizeof(CaromBspReport);
        Expect(NativeMethods.carom_bsp_desc_init(&desc) == CaromStatus.Ok, "bsp_desc_init");
        Expect(desc.struct_size == sizeof(CaromBspDesc), "struct_size of the caller");
        fixed (float* p = planes)
        fixed (uint* c = planeCounts)
        fixed (ushort* a = attributes)
        {
            desc.planes = p;
            desc.plane_count = 6;
            desc.plane_counts = c;
            desc.brush_count = 1;
            desc.attributes = a;
            desc.report = &report;
            Expect(NativeMethods.carom_bsp_build(&desc, &bsp) == CaromStatus.Ok, "bsp_build");
        }
        Expect(report.faces == 6 && report.planes == 6 && report.first_skipped == NativeMethods.CAROM_NONE, "report of a box");
        CaromVec3 point = new CaromVec3();
        CaromBspContent content;
        Expect(NativeMethods.carom_bsp_contains_point(bsp, &point, (UIntPtr)1, null, &content) == CaromStatus.Ok, "contains_point");
        Expect(content.brush == 0 && content.attributes == 5, "content of the origin");
        CaromSphereCast cast = new CaromSphereCast();
        cast.origin.x = -4;
        cast.radius = 1;
        cast.displacement.x = 4;
        CaromBspCastHit hit;
        Expect(NativeMethods.carom_bsp_cast_sphere(bsp, &cast, (UIntPtr)1, null, &hit) == CaromStatus.Ok, "cast_sphere");
        Expect(hit.t == 0.5f && hit.normal.x == -1 && hit.point.x == -1 && hit.brush == 0, "first contact");
        // Off the corner: the threshold reports too much, the exact mode does not.
        CaromSphere ball = new CaromSphere();
        ball.center.x = ball.center.y = ball.center.z = 1.9f;
        ball.radius = 1;
        byte threshold, exact;
        Expect(NativeMethods.carom_bsp_overlap_sphere(bsp, &ball, (UIntPtr)1, NativeMethods.CAROM_BSP_THRESHOLD, null, &threshold) == CaromStatus.Ok, "threshold");
        Expect(NativeMethods.carom_bsp_overlap_sphere(bsp, &ball, (UIntPtr)1, NativeMethods.CAROM_BSP_EXACT, null, &exact) == CaromStatus.Ok, "exact");
        Expect(threshold == 1 && exact == 0, "modes at a corner");
        // A capsule and a box on top, 0.25 deep; then both come down from above.
        CaromCapsule capsule = new CaromCapsule();
        capsule.a.z = 1.25f;
        capsule.b.z = 3;
        capsule.radius = 0.5f;
        byte touches = 0;
        Expect(NativeMethods.carom_bsp_overlap_capsule(bsp, &capsule, (UIntPtr)1, null, &touches) == CaromStatus.Ok && touches == 1, "capsule overlaps");
        CaromContact* contacts = stackalloc CaromContact[8];
        UIntPtr written, total;
        Expect(NativeMethods.carom_bsp_contacts_capsule(bsp, &capsule, (UIntPtr)1, null, null, null, contacts, (UIntPtr)8, &written, &total) == CaromStatus.Ok, "contacts of a capsule");
        Expect((int)written == 1 && contacts[0].depth == 0.25f && contacts[0].normal.z == 1 && contacts[0].attributes == 5, "contact of a capsule");
        CaromBoxAxes box = new CaromBoxAxes();
        box.center.z = 1.25f;
        box.half_extents.x = box.half_extents.y = box.half_extents.z = 0.5f;
        box.axes[0] = box.axes[4] = box.axes[8] = 1;
        Expect(NativeMethods.carom_bsp_contacts_box(bsp, &box, (UIntPtr)1, null, null, null, contacts, (UIntPtr)8, &written, &total) == CaromStatus.Ok, "contacts of a box");
        Expect((int)written == 4 && contacts[3].depth == 0.25f, "contacts of a box");
        CaromBoxCast moving = new CaromBoxCast();
        moving.shape = box;
        moving.shape.center.z = 2.5f;
        moving.displacement.z = -2;
        CaromShapeHit first;
        Expect(NativeMethods.carom_bsp_cast_box(bsp, &moving, (UIntPtr)1, null, 0, &first) == CaromStatus.Ok, "cast_box");
        Expect(first.t > 0.499f && first.t <= 0.5f && first.normal.z == 1 && first.triangle == 0, "first contact of a box");
        NativeMethods.carom_bsp_destroy(bsp);
    }

    static void Rooms(string directory)
    {
        CaromSphere[] balls = Read(Path.Combine(directory, "balls.bin"), sizeof(CaromSphere), reader =>
        {
            CaromSphere ball = new CaromSphere();
            ball.center = ReadVec3(reader);
            ball.radius = reader.ReadSingle();
            return ball;
        });
        byte[] contacts = File.ReadAllBytes(Path.Combine(directory, "contacts.bin"));
        byte[] blob = File.ReadAllBytes(Path.Combine(directory, "rooms.carom"));
        Expect(balls.Length == 10000 && contacts.Length == balls.Length * sizeof(CaromBspContact), "10,000 balls");

        CaromBsp* bsp = null;
        fixed (byte* bytes = blob)
        {
            CaromStatus opened = NativeMethods.carom_bsp_open(bytes, (UIntPtr)blob.Length, NativeMethods.CAROM_OPEN_COPY, &bsp);
            Expect(opened == CaromStatus.Ok, "open: " + opened + ": " + Text(NativeMethods.carom_last_error_message()));
        }
        if (bsp == null)
        {
            return;
        }
        CaromBspStats stats = new CaromBspStats();
        stats.struct_size = (uint)sizeof(CaromBspStats);
        Expect(NativeMethods.carom_bsp_stats(bsp, &stats) == CaromStatus.Ok, "stats of a BSP tree");
        Expect(stats.brush_count == 9 && stats.bytes_total == (ulong)blob.Length, "stats of the rooms");

        CaromBspContact[] found = new CaromBspContact[balls.Length];
        byte[] overlaps = new byte[balls.Length];
        fixed (CaromSphere* queries = balls)
        fixed (CaromBspContact* answers = found)
        fixed (byte* touched = overlaps)
        {
            CaromStatus status = NativeMethods.carom_bsp_collide_sphere(bsp, queries, (UIntPtr)balls.Length, null, answers);
            Expect(status == CaromStatus.Ok, "collide_sphere: " + status);
            int difference = Difference((byte*)answers, contacts, sizeof(CaromBspContact));
            Expect(difference < 0, "contacts[" + difference + "] differs from the C++ answer");
            status = NativeMethods.carom_bsp_overlap_sphere(bsp, queries, (UIntPtr)balls.Length, NativeMethods.CAROM_BSP_EXACT, null, touched);
            Expect(status == CaromStatus.Ok, "overlap_sphere: " + status);
        }
        int touching = 0;
        for (int i = 0; i < balls.Length; ++i)
        {
            bool touches = found[i].brush != NativeMethods.CAROM_NONE;
            Expect(touches == (overlaps[i] == 1), "overlaps[" + i + "] is not what contacts say");
            touching += touches ? 1 : 0;
        }
        Console.WriteLine(balls.Length + " balls, " + touching + " touch, all as in C++");

        CaromFilter filter = new CaromFilter();
        filter.struct_size = (uint)sizeof(CaromFilter);
        filter.any_of = stats.attributes_any;
        int seen = 0, unseen = 0;
        for (int round = 0; round < 2; ++round)
        {
            fixed (CaromSphere* queries = balls)
            fixed (byte* touched = overlaps)
            {
                CaromStatus status = NativeMethods.carom_bsp_overlap_sphere(bsp, queries, (UIntPtr)balls.Length, NativeMethods.CAROM_BSP_EXACT, &filter, touched);
                Expect(status == CaromStatus.Ok, "overlap_sphere with a filter: " + status);
            }
            foreach (byte overlap in overlaps)
            {
                seen += round == 0 ? overlap : 0;
                unseen += round == 1 ? overlap : 0;
            }
            // No brush has the other bits.
            filter.any_of = ~stats.attributes_any & 0xffff;
        }
        // An older version of the struct ends before any_of.
        filter.struct_size = 16;
        fixed (CaromSphere* queries = balls)
        fixed (byte* touched = overlaps)
        {
            CaromStatus status = NativeMethods.carom_bsp_overlap_sphere(bsp, queries, (UIntPtr)balls.Length, NativeMethods.CAROM_BSP_EXACT, &filter, touched);
            Expect(status == CaromStatus.Ok, "overlap_sphere with an older filter: " + status);
        }
        int older = 0;
        foreach (byte overlap in overlaps)
        {
            older += overlap;
        }
        Expect(older == touching, "an older filter lets everything through, not " + older);
        Expect(filter.any_of != 0 && seen > 0 && seen <= touching && unseen == 0, "any_of: " + seen + " and " + unseen);

        balls[17].radius = -1;
        fixed (CaromSphere* queries = balls)
        fixed (CaromBspContact* answers = found)
        {
            CaromStatus status = NativeMethods.carom_bsp_collide_sphere(bsp, queries, (UIntPtr)balls.Length, null, answers);
            string message = Text(NativeMethods.carom_last_error_message());
            Expect(status == CaromStatus.ErrorInvalidArgument, "status of a negative radius: " + status);
            Expect(message == "spheres[17].radius: -1 is negative", "message of a negative radius: " + message);
        }
        NativeMethods.carom_bsp_destroy(bsp);
    }
}
