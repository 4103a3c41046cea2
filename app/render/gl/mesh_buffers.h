#pragma once

#include "app/render/geometry/body_mesh.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Names of the OpenGL objects that hold a mesh; GlObjects makes them.
struct MeshBuffers {
  GLuint array = 0;
  GLuint vertices = 0;
  GLuint indices = 0;
  GLuint lines = 0;
};

/// Sends a mesh to the GPU: vertices with normals for the body program, triangles, and edges as lines.
void uploadMesh(Gl& gl, const MeshBuffers& buffers, const BodyMesh& mesh);

}  // namespace scree
