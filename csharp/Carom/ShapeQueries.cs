// Questions to meshes and solids alike: capsules, boxes and contacts.

using System;
using System.Numerics;
using Carom.Native;

namespace Carom
{
    /// <summary>The functions of the C interface that ask with shapes, for one kind of handle.</summary>
    sealed class ShapeFunctions
    {
        public Answers OverlapCapsule;
        public Answers OverlapBox;
        public Answers CastCapsule;
        public Answers CastBox;
        public AnswerLists TouchingCapsule;
        public AnswerLists TouchingBox;
        public AnswerLists EveryCastCapsule;
        public AnswerLists EveryCastBox;
        public AnswerLists ContactsSphere;
        public AnswerLists ContactsCapsule;
        public AnswerLists ContactsBox;
    }

    /// <summary>
    /// What is asked with shapes. Queries with one answer each fill a span of yours, or ask one question; those with lists fill
    /// lists, whose memory is used again. Without a filter, all triangles or brushes are asked. A tree of solids answers these
    /// if it is one of brushes.
    /// </summary>
    public abstract unsafe class ShapeQueries : Cooked
    {
        readonly ShapeFunctions functions;

        internal ShapeQueries(CookedKind kind, ShapeFunctions functions, void* pointer)
            : base(kind, pointer)
        {
            this.functions = functions;
        }

        /// <summary>Tells whether each capsule touches anything: 1 or 0.</summary>
        public void Overlap(ReadOnlySpan<Capsule> capsules, Span<byte> answers, Filter? filter = null)
        {
            handle.Fill(functions.OverlapCapsule, capsules, answers, filter);
        }

        /// <summary>Tells whether one capsule touches anything.</summary>
        public bool Overlap(Capsule capsule, Filter? filter = null)
        {
            return handle.One<Capsule, byte>(functions.OverlapCapsule, capsule, filter) != 0;
        }

        /// <summary>The triangles or the brushes that each capsule touches itself, ascending.</summary>
        public void OverlapAll(ReadOnlySpan<Capsule> capsules, Lists<uint> elements, Filter? filter = null)
        {
            handle.List(functions.TouchingCapsule, capsules, elements, filter);
        }

        /// <summary>
        /// The first contact of each moving capsule. What touches at the start and does not move into the surface passes: it may leave,
        /// or slide along.
        /// </summary>
        public void Cast(ReadOnlySpan<CapsuleCast> casts, Span<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            handle.Fill(functions.CastCapsule, casts, hits, filter, &option, name: "hits");
        }

        /// <summary>The first contact of one moving capsule; false for a miss.</summary>
        public bool Cast(CapsuleCast cast, out ShapeHit hit, Filter? filter = null, ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            hit = handle.One<CapsuleCast, ShapeHit>(functions.CastCapsule, cast, filter, &option);
            return hit.IsHit;
        }

        /// <summary>The first contact of a capsule that moves along `displacement`; false for a miss.</summary>
        public bool Cast(Capsule capsule, Vector3 displacement, out ShapeHit hit, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            return Cast(new CapsuleCast(capsule, displacement), out hit, filter, edges);
        }

        /// <summary>The contact of each moving capsule with every triangle or brush in its way, by time.</summary>
        public void CastAll(ReadOnlySpan<CapsuleCast> casts, Lists<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            handle.List(functions.EveryCastCapsule, casts, hits, filter, &option);
        }

        /// <summary>Tells whether each box touches anything: 1 or 0.</summary>
        public void Overlap(ReadOnlySpan<Box> boxes, Span<byte> answers, Filter? filter = null)
        {
            handle.Fill(functions.OverlapBox, boxes, answers, filter);
        }

        /// <summary>Tells whether one box touches anything.</summary>
        public bool Overlap(Box box, Filter? filter = null)
        {
            return handle.One<Box, byte>(functions.OverlapBox, box, filter) != 0;
        }

        /// <summary>The triangles or the brushes that each box touches itself, ascending.</summary>
        public void OverlapAll(ReadOnlySpan<Box> boxes, Lists<uint> elements, Filter? filter = null)
        {
            handle.List(functions.TouchingBox, boxes, elements, filter);
        }

        /// <summary>
        /// The first contact of each moving box. What touches at the start and does not move into the surface passes: it may leave,
        /// or slide along.
        /// </summary>
        public void Cast(ReadOnlySpan<BoxCast> casts, Span<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            handle.Fill(functions.CastBox, casts, hits, filter, &option, name: "hits");
        }

        /// <summary>The first contact of one moving box; false for a miss.</summary>
        public bool Cast(BoxCast cast, out ShapeHit hit, Filter? filter = null, ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            hit = handle.One<BoxCast, ShapeHit>(functions.CastBox, cast, filter, &option);
            return hit.IsHit;
        }

        /// <summary>The first contact of a box that moves along `displacement`; false for a miss.</summary>
        public bool Cast(Box box, Vector3 displacement, out ShapeHit hit, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            return Cast(new BoxCast(new BoxAxes(box), displacement), out hit, filter, edges);
        }

        /// <summary>The contact of each moving box with every triangle or brush in its way, by time.</summary>
        public void CastAll(ReadOnlySpan<BoxCast> casts, Lists<ShapeHit> hits, Filter? filter = null,
            ContactEdges edges = ContactEdges.Smooth)
        {
            uint option = (uint)edges;
            handle.List(functions.EveryCastBox, casts, hits, filter, &option);
        }

        /// <summary>The contacts of each sphere, the deepest first.</summary>
        public void Contacts(ReadOnlySpan<Sphere> spheres, Lists<Contact> contacts, Filter? filter = null,
            ContactOptions options = default(ContactOptions))
        {
            CaromContactOptions raw = options.Raw();
            handle.List(functions.ContactsSphere, spheres, contacts, filter, &raw);
        }

        /// <summary>The contacts of each capsule, the deepest first.</summary>
        public void Contacts(ReadOnlySpan<Capsule> capsules, Lists<Contact> contacts, Filter? filter = null,
            ContactOptions options = default(ContactOptions))
        {
            CaromContactOptions raw = options.Raw();
            handle.List(functions.ContactsCapsule, capsules, contacts, filter, &raw);
        }

        /// <summary>The contacts of each box, the deepest first.</summary>
        public void Contacts(ReadOnlySpan<BoxAxes> boxes, Lists<Contact> contacts, Filter? filter = null,
            ContactOptions options = default(ContactOptions))
        {
            CaromContactOptions raw = options.Raw();
            handle.List(functions.ContactsBox, boxes, contacts, filter, &raw);
        }
    }
}
