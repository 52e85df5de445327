// Worlds.

using System;
using Carom.Native;

public static unsafe partial class Tests
{
    static void World()
    {
        CaromWorld* world = null;
        CaromWorldDesc desc;
        Expect(NativeMethods.carom_world_desc_init(&desc) == CaromStatus.Ok && desc.struct_size == sizeof(CaromWorldDesc), "world_desc_init");
        Expect(NativeMethods.carom_world_create(&desc, &world) == CaromStatus.Ok, "world_create");
        CaromWorldObject[] objects = new CaromWorldObject[3];
        for (int i = 0; i < 3; ++i)
        {
            objects[i].user = (ulong)(7 + i);
            objects[i].filter.group = 1;
            objects[i].filter.mask = 0xffffffff;
            objects[i].volume.shape = i == 1 ? NativeMethods.CAROM_VOLUME_SPHERE : NativeMethods.CAROM_VOLUME_BOX;
            objects[i].volume.radius = 1;
            objects[i].volume.min.x = 2 * i;
            objects[i].volume.max.x = 2 * i + 1;
        }
        ulong[] ids = new ulong[3];
        CaromWorldPair[] begun = new CaromWorldPair[4];
        CaromWorldPair[] ended = new CaromWorldPair[4];
        UIntPtr begunCount, begunTotal, endedCount, endedTotal;
        fixed (CaromWorldObject* o = objects)
        fixed (ulong* i = ids)
        fixed (CaromWorldPair* b = begun)
        fixed (CaromWorldPair* e = ended)
        {
            Expect(NativeMethods.carom_world_insert(world, o, (UIntPtr)3, i) == CaromStatus.Ok, "world_insert");
            Expect(NativeMethods.carom_world_pair_changes(world, b, (UIntPtr)4, &begunCount, &begunTotal, e, (UIntPtr)4, &endedCount, &endedTotal) == CaromStatus.Ok, "pair_changes");
            Expect((uint)begunTotal == 1 && b[0].a == i[0] && b[0].b == i[1] && (uint)endedTotal == 0, "a box and a sphere touch");
            CaromAabb box = new CaromAabb();
            box.min.x = 2.5f;
            box.max.x = 3;
            Expect(NativeMethods.carom_world_update_boxes(world, i + 2, &box, (UIntPtr)1) == CaromStatus.Ok, "update_boxes");
            Expect(NativeMethods.carom_world_remove(world, i, (UIntPtr)1) == CaromStatus.Ok, "remove");
            Expect(NativeMethods.carom_world_pair_changes(world, b, (UIntPtr)4, &begunCount, &begunTotal, e, (UIntPtr)4, &endedCount, &endedTotal) == CaromStatus.Ok, "pair_changes");
            Expect((uint)begunTotal == 1 && b[0].a == i[1] && b[0].b == i[2], "the box has come to the sphere");
            Expect((uint)endedTotal == 1 && e[0].a == i[0] && e[0].b == i[1], "the other box is gone");
            Expect(NativeMethods.carom_world_remove(world, i, (UIntPtr)1) == CaromStatus.ErrorUnknownId, "a stale id");
            Expect(NativeMethods.carom_world_compact(world) == CaromStatus.Ok, "compact");
            CaromRay ray = new CaromRay();
            ray.origin.x = -5;
            ray.direction.x = 1;
            ray.t_max = 100;
            CaromWorldHit hit;
            Expect(NativeMethods.carom_world_raycast(world, &ray, (UIntPtr)1, null, UIntPtr.Zero, &hit) == CaromStatus.Ok, "world_raycast");
            Expect(hit.t == 6 && hit.@object == i[1] && hit.user == 8, "the ray meets the sphere");
            CaromWorldFilter filter = new CaromWorldFilter();
            filter.groups.group = 0xffffffff;
            filter.groups.mask = 0xffffffff;
            filter.ignore = i[1];
            Expect(NativeMethods.carom_world_raycast(world, &ray, (UIntPtr)1, &filter, (UIntPtr)1, &hit) == CaromStatus.Ok, "world_raycast but one");
            Expect(hit.@object == i[2], "the ray meets the box");
        }
        CaromWorldStats stats = new CaromWorldStats();
        stats.struct_size = (uint)sizeof(CaromWorldStats);
        Expect(NativeMethods.carom_world_stats(world, &stats) == CaromStatus.Ok && stats.object_count == 2, "world_stats");
        NativeMethods.carom_world_destroy(world);
    }
}
