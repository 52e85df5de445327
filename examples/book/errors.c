/* ANCHOR: all */
/* How calls fail in C: a negative status, and a message of the calling thread. */

#include <carom.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t indices[] = {0, 1, 9000};
    CaromMeshDesc desc;
    CaromMesh *mesh = NULL;
    int ok = 1;
    if (carom_mesh_desc_init(&desc) < 0) return 1;
    desc.positions = positions;
    desc.vertex_count = 3;
    desc.indices = indices;
    desc.triangle_count = 1;

    /* ANCHOR: status */
    const CaromStatus status = carom_mesh_build(&desc, &mesh);
    if (status < 0) {
        const char *message = carom_last_error_message();
        printf("%s: %s\n", carom_status_name(status), message);
        ok = strcmp(message, "indices[2]: 9000 is not below vertex_count 3") == 0;
    }
    /* ANCHOR_END: status */

    /* ANCHOR: raise */
    /* Each error can be had on purpose, to test how a binding handles it. */
    const CaromStatus raised = carom_debug_raise(CAROM_ERROR_OUT_OF_MEMORY);
    /* ANCHOR_END: raise */
    ok = ok && status == CAROM_ERROR_INDEX_OUT_OF_RANGE && mesh == NULL;
    return ok && raised == CAROM_ERROR_OUT_OF_MEMORY ? 0 : 1;
}
/* ANCHOR_END: all */
