// ANCHOR: all
// Picks what is under the mouse: a pixel becomes a ray, and the ray asks each object in its own frame.

using System;
using System.Numerics;
using Carom;

static class Picking
{
    // A bit of triangles, as the program chooses it.
    const ushort Pickable = 2;

    // ANCHOR: camera
    // A camera at an eye that looks along -z, with y up. Pixels count from the upper left.
    static Ray Through(Vector3 eye, float fieldOfView, float width, float height, float x, float y)
    {
        float top = (float)Math.Tan(0.5 * fieldOfView);
        float right = top * width / height;
        return new Ray(eye, new Vector3((2 * x / width - 1) * right, (1 - 2 * y / height) * top, -1));
    }
    // ANCHOR_END: camera

    // ANCHOR: pick
    struct Placed
    {
        public Mesh Shape;
        public Pose Pose;
    }

    // The number of the nearest object that the ray meets, or -1. t means the same in every frame: the direction is moved
    // with the origin.
    static int Pick(Placed[] objects, Ray ray, out RayHit nearest)
    {
        nearest = default(RayHit);
        float far = float.PositiveInfinity;
        int found = -1;
        for (int i = 0; i < objects.Length; ++i)
        {
            Matrix4x4 back = objects[i].Pose.Inverse().Matrix;
            Ray local = new Ray(Vector3.Transform(ray.Origin, back), Vector3.TransformNormal(ray.Direction, back), far);
            if (!objects[i].Shape.Raycast(local, out RayHit hit, new Filter(Pickable)) || hit.T >= far) continue;
            nearest = hit;
            far = hit.T;
            found = i;
        }
        return found;
    }
    // ANCHOR_END: pick

    // A square from -1 to 1 that faces +z. Its lower left half can be picked, its upper right half cannot.
    static Mesh Square()
    {
        Vector3[] corners = { new Vector3(-1, -1, 0), new Vector3(1, -1, 0), new Vector3(1, 1, 0), new Vector3(-1, 1, 0) };
        int[] indices = { 0, 1, 3, 1, 2, 3 };
        ushort[] attributes = { Pickable, 0 };
        return Mesh.Build(corners, indices, attributes);
    }

    static int Main()
    {
        using (Mesh shape = Square())
        {
            Placed[] objects =
            {
                new Placed { Shape = shape, Pose = Pose.Identity },                                       // in front
                new Placed { Shape = shape, Pose = new Pose(Quaternion.Identity, new Vector3(0, 0, -5), 4) }, // behind it
            };
            int wrong = 0;
            Action<float, float, int> expect = (x, y, number) =>
            {
                Ray ray = Through(new Vector3(0, 0, 5), (float)Math.PI / 2, 800, 600, x, y);
                int got = Pick(objects, ray, out RayHit hit);
                Console.WriteLine("pixel {0}, {1}: object {2}", x, y, got);
                if (got != number) ++wrong;
            };
            expect(390, 310, 0);  // the lower left half of the one in front
            expect(410, 290, -1); // its upper right half, and that of the one behind it
            expect(300, 340, 1);  // beside it, on the one behind
            expect(790, 300, -1); // beside both
            return wrong;
        }
    }
}
// ANCHOR_END: all
