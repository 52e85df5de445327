/* A program in C99: cooks a triangle and a box, casts a ray and a ball, reads an error. Returns 0 if all is as it should be. */

#include "carom.h"

#include <stdio.h>
#include <string.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            printf("line %d: %s; last error: %s\n", __LINE__, #condition, carom_last_error_message());       \
            return 1;                                                                                        \
        }                                                                                                    \
    } while (0)

int main(void) {
    const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint16_t indices[3] = {0, 1, 2};
    const CaromRay ray = {{0.25f, 0.5f, 2.0f}, 0.0f, {0.0f, 0.0f, -1.0f}, 10.0f};
    CaromMeshDesc desc;
    CaromMesh *mesh = NULL;
    CaromRayHit hit;
    const float planes[6][4] = {{1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, -1, 0, 1}, {0, 0, 1, 1}, {0, 0, -1, 1}};
    const uint32_t plane_count = 6;
    const CaromSphereCast cast = {{-4.0f, 0.0f, 0.0f}, 1.0f, {4.0f, 0.0f, 0.0f}, 0};
    CaromBspDesc bsp_desc;
    CaromBsp *bsp = NULL;
    CaromBspCastHit contact;

    EXPECT(strlen(carom_last_error_message()) == 0);
    EXPECT(carom_mesh_desc_init(&desc) == CAROM_OK);
    desc.positions = positions;
    desc.vertex_count = 3;
    desc.indices = indices;
    desc.index_size = 2;
    desc.triangle_count = 1;
    EXPECT(carom_mesh_build(&desc, &mesh) == CAROM_OK);
    EXPECT(carom_mesh_raycast(mesh, &ray, 1, NULL, &hit, NULL) == CAROM_OK);
    EXPECT(hit.triangle == 0 && hit.t == 2.0f && hit.u == 0.25f && hit.v == 0.5f);
    EXPECT(carom_mesh_raycast(mesh, NULL, 1, NULL, &hit, NULL) == CAROM_ERROR_NULL_ARGUMENT);
    EXPECT(strcmp(carom_last_error_message(), "rays: NULL with count 1") == 0);
    EXPECT(hit.triangle == 0);
    carom_mesh_destroy(mesh);

    EXPECT(carom_bsp_desc_init(&bsp_desc) == CAROM_OK);
    bsp_desc.planes = &planes[0][0];
    bsp_desc.plane_count = plane_count;
    bsp_desc.plane_counts = &plane_count;
    bsp_desc.brush_count = 1;
    EXPECT(carom_bsp_build(&bsp_desc, &bsp) == CAROM_OK);
    EXPECT(carom_bsp_cast_sphere(bsp, &cast, 1, NULL, &contact) == CAROM_OK);
    EXPECT(contact.t == 0.5f && contact.brush == 0 && contact.normal.x == -1.0f);
    carom_bsp_destroy(bsp);
    return 0;
}
