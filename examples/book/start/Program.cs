// ANCHOR: all
// Cooks a floor and a wall, asks them, saves them and opens them again.

using System;
using System.Numerics;
using Carom;

static class Program
{
    static int Main()
    {
        // ANCHOR: cook
        // y is up. Triangles 0 and 1 are the floor, 2 and 3 a wall at x = 2.
        Vector3[] positions =
        {
            new Vector3(-5, 0, -5), new Vector3(-5, 0, 5), new Vector3(5, 0, 5), new Vector3(5, 0, -5),
            new Vector3(2, 0, -5), new Vector3(2, 0, 5), new Vector3(2, 3, 5), new Vector3(2, 3, -5),
        };
        int[] indices = { 0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7 };
        using (Mesh mesh = Mesh.Build(positions, indices))
        {
            // ANCHOR_END: cook
            // ANCHOR: ask
            Ray ray = new Ray(new Vector3(0, 1, 0), new Vector3(1, 0, 0));
            if (mesh.Raycast(ray, out RayHit hit, out SurfacePoint surface))
            {
                Console.WriteLine("ray: triangle {0} at {1}, normal x {2}", hit.Triangle, hit.T, surface.Normal.X);
            }

            bool touches = mesh.Overlap(new Sphere(new Vector3(1.7f, 1, 0), 0.5f));
            Console.WriteLine("sphere: {0}", touches ? "touches" : "is free");

            mesh.ClosestPoint(new Vector3(0, 0.5f, 0), out ClosestPoint closest);
            Console.WriteLine("closest point: {0} away", closest.Distance);
            // ANCHOR_END: ask

            // ANCHOR: save
            mesh.SaveFile("start_cs.carom");
            using (Mesh opened = Mesh.OpenFile("start_cs.carom"))
            {
                Console.WriteLine("opened: {0} triangles", opened.TriangleCount);
                // ANCHOR_END: save
                bool ok = hit.Triangle == 2 && hit.T == 2 && surface.Normal.X == -1 && touches;
                return ok && closest.Distance == 0.5f && opened.TriangleCount == 4 ? 0 : 1;
            }
        }
    }
}
// ANCHOR_END: all
