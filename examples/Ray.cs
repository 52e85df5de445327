// Cooks one triangle and casts a ray at it.

using System;
using System.Numerics;
using Carom;

static class Program
{
    static int Main()
    {
        Vector3[] positions = { new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(0, 1, 0) };
        int[] indices = { 0, 1, 2 };
        using (Mesh mesh = Mesh.Build(positions, indices))
        {
            Ray ray = new Ray(new Vector3(0.25f, 0.25f, 1), new Vector3(0, 0, -1));
            if (!mesh.Raycast(ray, out RayHit hit)) return 1;
            Console.WriteLine("triangle {0} at t = {1}", hit.Triangle, hit.T);
            return hit.T == 1 ? 0 : 1;
        }
    }
}
