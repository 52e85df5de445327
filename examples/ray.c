/* Cooks one triangle and casts a ray at it. */

#include <carom.h>

#include <stdio.h>

int main(void) {
    const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t indices[] = {0, 1, 2};
    CaromMeshDesc desc;
    carom_mesh_desc_init(&desc);
    desc.positions = positions;
    desc.vertex_count = 3;
    desc.indices = indices;
    desc.triangle_count = 1;

    CaromMesh *mesh = NULL;
    if (carom_mesh_build(&desc, &mesh) < 0) {
        fprintf(stderr, "%s\n", carom_last_error_message());
        return 1;
    }

    const CaromRay ray = {{0.25f, 0.25f, 1.0f}, 0.0f, {0.0f, 0.0f, -1.0f}, 100.0f};
    CaromRayHit hit;
    const CaromStatus status = carom_mesh_raycast(mesh, &ray, 1, NULL, &hit, NULL);
    carom_mesh_destroy(mesh);
    if (status < 0) {
        fprintf(stderr, "%s\n", carom_last_error_message());
        return 1;
    }
    printf("triangle %u at t = %g\n", (unsigned)hit.triangle, hit.t);
    return hit.triangle == 0 && hit.t == 1.0f ? 0 : 1;
}
