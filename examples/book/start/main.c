/* ANCHOR: all */
/* Cooks a floor and a wall, asks them, saves them and opens them again. */

#include <carom.h>

#include <stdio.h>

static int fail(CaromStatus status) {
    fprintf(stderr, "%s: %s\n", carom_status_name(status), carom_last_error_message());
    return 1;
}

int main(void) {
    /* ANCHOR: cook */
    /* y is up. Triangles 0 and 1 are the floor, 2 and 3 a wall at x = 2. */
    const float positions[] = {-5, 0, -5, -5, 0, 5, 5, 0, 5, 5, 0, -5, 2, 0, -5, 2, 0, 5, 2, 3, 5, 2, 3, -5};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    CaromMeshDesc desc;
    CaromMesh *mesh = NULL;
    CaromStatus status = carom_mesh_desc_init(&desc);
    if (status < 0) return fail(status);
    desc.positions = positions;
    desc.vertex_count = 8;
    desc.indices = indices;
    desc.triangle_count = 4;
    status = carom_mesh_build(&desc, &mesh);
    if (status < 0) return fail(status);
    /* ANCHOR_END: cook */

    /* ANCHOR: ask */
    CaromRay ray;
    CaromRayHit hit;
    CaromSurfacePoint surface;
    carom_ray_init(&ray);
    ray.origin.y = 1;
    ray.direction.x = 1;
    status = carom_mesh_raycast(mesh, &ray, 1, NULL, &hit, &surface);
    if (status < 0) return fail(status);
    if (hit.triangle != CAROM_NONE)
        printf("ray: triangle %u at %g, normal x %g\n", (unsigned)hit.triangle, hit.t, surface.normal.x);

    const CaromSphere sphere = {{1.7f, 1, 0}, 0.5f};
    uint8_t touches;
    status = carom_mesh_overlap_sphere(mesh, &sphere, 1, NULL, &touches);
    if (status < 0) return fail(status);
    printf("sphere: %s\n", touches ? "touches" : "is free");
    /* ANCHOR_END: ask */

    /* ANCHOR: save */
    CaromMesh *opened = NULL;
    status = carom_mesh_save_file(mesh, "start_c.carom");
    if (status < 0) return fail(status);
    status = carom_mesh_open_file("start_c.carom", &opened);
    if (status < 0) return fail(status);
    /* ANCHOR_END: save */

    CaromRayHit again;
    status = carom_mesh_raycast(opened, &ray, 1, NULL, &again, NULL);
    if (status < 0) return fail(status);
    carom_mesh_destroy(opened);
    carom_mesh_destroy(mesh);
    return hit.triangle == 2 && hit.t == 2 && surface.normal.x == -1 && touches && again.t == 2 ? 0 : 1;
}
/* ANCHOR_END: all */
