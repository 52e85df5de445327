/* What both versions of Embree are asked through. A scene is the shim's own. */
#pragma once
#include "peer.h"

typedef struct {
  void *(*new_scene)(const PeerMesh *mesh, const char *device, uint32_t scene_flags);
  void (*free_scene)(void *scene);
  /* The bytes that Embree holds, without the shared arrays. */
  int64_t (*bytes)(const void *scene);
  void (*closest)(const void *scene, const PeerRay *rays, size_t count, bool coherent, float *t, uint32_t *ids);
  void (*closest_16)(const void *scene, const PeerRay *rays, size_t count, float *t, uint32_t *ids);
  void (*any)(const void *scene, const PeerRay *rays, size_t count, float *found);
} EmbreeTable;
