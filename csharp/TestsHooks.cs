// The tests of the log, of lines of sight, and of files of worlds.

using System;
using System.Collections.Generic;
using System.IO;
using System.Numerics;
using Carom;

static partial class LayerTests
{
    static void Logs()
    {
        List<string> heard = new List<string>();
        Action<LogLevel, string> bad = (level, message) => { throw new InvalidOperationException("mine"); };
        Action<LogLevel, string> good = (level, message) => heard.Add(level + ": " + message);
        Log.Written += bad;
        Log.Written += good;
        ExpectError(Status.InvalidArgument, "indices: 2 is not a multiple of 3", () => Mesh.Build(Square, new[] { 0, 1 }));
        Expect(heard.Count == 0, "what the classes refuse themselves is no message of the library");
        ExpectError(Status.IndexOutOfRange, "indices[2]: 9 is not below vertex_count 4", () => Mesh.Build(Square, new[] { 0, 1, 9 }));
        Expect(heard.Count == 1 && heard[0] == "Warning: indices[2]: 9 is not below vertex_count 4", "a message");
        Log.Written -= bad;
        Log.Written -= good;
        ExpectError(Status.IndexOutOfRange, null, () => Mesh.Build(Square, new[] { 0, 1, 9 }));
        Expect(heard.Count == 1, "no message after the end");
        // A function that makes calls which fail does not change what the call under way throws.
        using (Mesh mesh = Mesh.Build(Square, Corners))
        {
            int depth = 0;
            string inner = null;
            Action<LogLevel, string> asks = (level, message) =>
            {
                if (depth > 0) return;
                ++depth;
                try
                {
                    mesh.Overlap(new Sphere(Vector3.Zero, -2));
                }
                catch (CaromException error)
                {
                    inner = error.Message;
                }
                --depth;
            };
            Log.Written += asks;
            ExpectError(Status.InvalidArgument, "spheres[0].radius: -1 is negative", () => mesh.Overlap(new Sphere(Vector3.Zero, -1)));
            Expect(inner == "spheres[0].radius: -2 is negative", "the inner message");
            Log.Written -= asks;
            ExpectError(Status.InvalidArgument, "spheres[0].radius: -3 is negative", () => mesh.Overlap(new Sphere(Vector3.Zero, -3)));
        }
    }

    static void Sight()
    {
        using (Mesh mesh = Mesh.Build(Square, Corners))
        {
            Vector3 above = new Vector3(0.75f, 0.25f, 2), below = new Vector3(0.75f, 0.25f, -2), on = new Vector3(0.75f, 0.25f, 0);
            Vector3[] from = { above, above, below, on, on }, to = { below, above, above, on, above };
            byte[] visible = new byte[5];
            mesh.LineOfSight(from, to, visible);
            for (int i = 0; i < from.Length; ++i)
            {
                Expect(visible[i] == (from[i] == to[i] ? 1 : 0), "line of sight " + i);
                Expect(mesh.LineOfSight(from[i], to[i]) == (visible[i] == 1), "one line of sight " + i);
            }
            Expect(mesh.LineOfSight(above, below, new Filter(1)), "a filter");
            ExpectError(Status.InvalidArgument, "to: 1 for 5 points in from", () => mesh.LineOfSight(from, new[] { on }, visible));
            ExpectError(Status.InvalidArgument, "visible: room for 4 answers to 5 queries",
                () => mesh.LineOfSight(from, to, new byte[4]));
            ExpectError(Status.NotFinite, "to[0].y: NaN is not finite",
                () => mesh.LineOfSight(on, new Vector3(0, float.NaN, 0)));
        }
    }

    static void WorldFiles()
    {
        string folder = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"));
        string path = Path.Combine(folder, "objects.world");
        Directory.CreateDirectory(folder);
        try
        {
            using (World world = new World())
            {
                ulong id = world.Insert(new WorldObject(new Sphere(Vector3.Zero, 1), 7));
                for (int i = 0; i < 2; ++i)
                {
                    world.SaveFile(path);
                    using (World opened = World.OpenFile(path)) Expect(opened.Object(id).User == 7, "a world in a file");
                }
                Expect(Directory.GetFiles(folder).Length == 1, "nothing else is left");
                ExpectError(Status.File, null, () => world.SaveFile(Path.Combine(folder, "none", "objects.world")));
                ExpectError(Status.File, null, () => World.OpenFile(path + ".none"));
                ExpectError(Status.InvalidArgument, "path: character 1 is a zero", () => world.SaveFile("a\0b"));
                // Ids are written as programs print them.
                world.Remove(id);
                ExpectError(Status.UnknownId, "ids[0]: " + id + " was removed", () => world.Remove(id));
            }
        }
        finally
        {
            Directory.Delete(folder, true);
        }
        float[] flat = { 0, 0, 0, 1, 1, 1, 2, 0, 0, 3, 1, 1 };
        using (Bsp level = Bsp.BuildBoxes(flat))
        {
            BspContent content;
            Expect(level.BrushCount == 2 && level.Contains(new Vector3(2.5f, 0.5f, 0.5f), out content) && content.Brush == 1,
                "boxes as floats");
        }
        ExpectError(Status.InvalidArgument, "boxes: 5 floats are no multiple of 6", () => Bsp.BuildBoxes(new float[5]));
    }
}
