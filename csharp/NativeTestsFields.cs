// Signed distance fields.

using System;
using Carom.Native;

public static unsafe partial class Tests
{
    static void Fields()
    {
        // A plane at x = 0.25.
        float[] values = new float[27];
        for (int i = 0; i < values.Length; ++i)
            values[i] = i % 3 - 1.25f;
        CaromSdf* sdf = null;
        CaromSdfDesc desc;
        Expect(NativeMethods.carom_sdf_desc_init(&desc) == CaromStatus.Ok, "sdf_desc_init");
        Expect(desc.struct_size == sizeof(CaromSdfDesc), "struct_size of a field");
        desc.origin.x = desc.origin.y = desc.origin.z = -1;
        desc.cell = 1;
        desc.dims[0] = desc.dims[1] = desc.dims[2] = 3;
        fixed (float* v = values)
        {
            desc.values = v;
            Expect(NativeMethods.carom_sdf_build(&desc, &sdf) == CaromStatus.Ok, "sdf_build");
        }
        CaromVec3[] points = new CaromVec3[40];
        for (int i = 0; i < points.Length; ++i)
            points[i].x = i / 64f;
        CaromSdfSample[] samples = new CaromSdfSample[points.Length];
        CaromSdfContact[] contacts = new CaromSdfContact[points.Length];
        fixed (CaromVec3* p = points)
        fixed (CaromSdfSample* s = samples)
        fixed (CaromSdfContact* c = contacts)
        {
            Expect(NativeMethods.carom_sdf_sample(sdf, p, (UIntPtr)points.Length, NativeMethods.CAROM_SDF_LINEAR, s) == CaromStatus.Ok, "sdf_sample");
            Expect(NativeMethods.carom_sdf_collide_point(sdf, p, (UIntPtr)points.Length, 0.125f, c) == CaromStatus.Ok, "sdf_collide_point");
            Expect(NativeMethods.carom_sdf_sample(sdf, p, (UIntPtr)1, 9, s) == CaromStatus.ErrorInvalidArgument, "interpolation 9");
        }
        for (int i = 0; i < points.Length; ++i)
        {
            float distance = i / 64f - 0.25f;
            Expect(samples[i].distance == distance && samples[i].gradient.x == 1, "sample " + i);
            if (distance <= 0.125f)
                Expect(contacts[i].depth == -distance && contacts[i].normal.x == 1 && contacts[i].point.x == 0.25f && contacts[i].deepest.x == i / 64f, "contact " + i);
            else
                Expect(float.IsNegativeInfinity(contacts[i].depth) && contacts[i].triangle == NativeMethods.CAROM_NONE, "no contact " + i);
        }
        CaromSdfStats stats = new CaromSdfStats();
        stats.struct_size = (uint)sizeof(CaromSdfStats);
        Expect(NativeMethods.carom_sdf_stats(sdf, &stats) == CaromStatus.Ok, "sdf_stats");
        Expect(stats.dims[2] == 3 && stats.error == 0 && stats.slope >= 1 && stats.slope < 1.001f, "stats of a field");
        NativeMethods.carom_sdf_destroy(sdf);
    }
}
