// ANCHOR: all
// A capsule walks over a floor, up a ramp and along a wall: it goes to the contact, drops the motion into it, goes on.

using System;
using System.Numerics;
using Carom;

sealed class Character
{
    const float Radius = 0.4f;
    const float Height = 1.8f;
    const float Frame = 1.0f / 60;

    readonly Mesh level;
    readonly Vector3[] met = new Vector3[4];
    float fall; // units a second

    public Vector3 Feet;
    public bool Grounded;

    Character(Mesh level, Vector3 feet)
    {
        this.level = level;
        Feet = feet;
    }

    // The first contact of its capsule that moves from where it is; y is up.
    bool Cast(Vector3 motion, out ShapeHit hit)
    {
        Vector3 low = Feet + new Vector3(0, Radius, 0), high = Feet + new Vector3(0, Height - Radius, 0);
        return level.Cast(new CapsuleCast(new Capsule(low, high, Radius), motion), out hit);
    }

    // ANCHOR: slide
    // Moves it: along what it meets, and along the edge where two meet.
    void Slide(Vector3 motion)
    {
        Vector3 wish = motion;
        for (int count = 0; count < met.Length && Vector3.Dot(motion, wish) > 0; ++count)
        {
            if (!Cast(motion, out ShapeHit hit))
            {
                Feet += motion;
                return;
            }
            Feet += motion * hit.T;
            motion *= 1 - hit.T;
            motion -= hit.Normal * Vector3.Dot(motion, hit.Normal);
            for (int i = 0; i < count; ++i)
            {
                if (Vector3.Dot(motion, met[i]) >= 0) continue;
                Vector3 edge = Vector3.Cross(met[i], hit.Normal);
                float square = edge.LengthSquared();
                motion = square > 1e-6f ? edge * (Vector3.Dot(motion, edge) / square) : Vector3.Zero;
            }
            met[count] = hit.Normal;
        }
    }
    // ANCHOR_END: slide

    // ANCHOR: step
    // A frame: along the floor first, then down.
    public void Step(Vector3 walk)
    {
        Slide(walk * Frame);
        fall -= 9.81f * Frame;
        Vector3 down = new Vector3(0, fall * Frame, 0);
        bool touches = Cast(down, out ShapeHit floor);
        Grounded = touches && floor.Normal.Y > 0.7f; // less than 45 degrees steep
        if (Grounded) Feet += down * floor.T;
        else Slide(down);
        if (touches) fall = 0;
    }
    // ANCHOR_END: step

    // A floor from -10 to 10, a ramp that rises by half along x from x = 2 to x = 6, and a wall at z = -3.
    static Mesh Level()
    {
        Vector3[] corners =
        {
            new Vector3(-10, 0, -10), new Vector3(-10, 0, 10), new Vector3(10, 0, 10), new Vector3(10, 0, -10),
            new Vector3(2, 0, -10), new Vector3(2, 0, 10), new Vector3(6, 2, 10), new Vector3(6, 2, -10),
            new Vector3(-10, 0, -3), new Vector3(10, 0, -3), new Vector3(10, 5, -3), new Vector3(-10, 5, -3),
        };
        int[] quads = { 0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 8, 9, 10, 8, 10, 11 };
        return Mesh.Build(corners, quads);
    }

    static int Main()
    {
        using (Mesh level = Level())
        {
            Character walker = new Character(level, new Vector3(-4, 1, 0));
            Func<float, Vector3, Vector3> walk = (seconds, velocity) =>
            {
                for (int i = 0; i < (int)(seconds / Frame); ++i) walker.Step(velocity);
                Console.WriteLine("at {0:F2} {1:F2} {2:F2}, {3}", walker.Feet.X, walker.Feet.Y, walker.Feet.Z,
                    walker.Grounded ? "on the floor" : "in the air");
                return walker.Feet;
            };
            Vector3 landed = walk(1, Vector3.Zero);
            bool ok = walker.Grounded && Math.Abs(landed.Y) < 1e-3f;
            Vector3 climbed = walk(2, new Vector3(4, 0, 0));
            ok = ok && walker.Grounded && climbed.Y > 0.5f && climbed.X > 3;
            Vector3 stopped = walk(2, new Vector3(-2, 0, -4));
            ok = ok && Math.Abs(stopped.Z - (-3 + Radius)) < 1e-3f && stopped.X < climbed.X - 3;
            return ok ? 0 : 1;
        }
    }
}
// ANCHOR_END: all
