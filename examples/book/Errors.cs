// ANCHOR: all
// How calls fail in C#: an exception with a status and carom's message.

using System;
using System.Numerics;
using Carom;

static class Program
{
    static int Main()
    {
        Vector3[] positions = { new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(0, 1, 0) };
        // ANCHOR: catch
        try
        {
            Mesh.Build(positions, new[] { 0, 1, 9000 }).Dispose();
            return 1;
        }
        catch (CaromException error)
        {
            Console.WriteLine("{0}: {1}", error.Status, error.Message);
            if (error.Status != Status.IndexOutOfRange) return 1;
        }
        // ANCHOR_END: catch
        using (Mesh mesh = Mesh.Build(positions, new[] { 0, 1, 2 }))
        {
            // ANCHOR: miss
            // A miss is no error: the answer is false.
            if (!mesh.Raycast(new Ray(Vector3.UnitZ, Vector3.UnitZ), out RayHit hit)) Console.WriteLine("nothing there");
            // ANCHOR_END: miss
            return hit.IsHit ? 1 : 0;
        }
    }
}
// ANCHOR_END: all
