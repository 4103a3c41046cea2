#include "app/render/gl/mesh_buffers.h"

#include <cstddef>

namespace scree {

void uploadMesh(Gl& gl, const MeshBuffers& buffers, const BodyMesh& mesh) {
  const auto offset = [](std::size_t bytes) {
    return reinterpret_cast<const void*>(bytes);  // NOLINT: what OpenGL asks for
  };
  gl.glBindVertexArray(buffers.array);
  gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers.indices);
  streamBuffer(gl, GL_ARRAY_BUFFER, buffers.vertices, mesh.vertices.data(), mesh.vertices.size() * sizeof(MeshVertex));
  streamBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, buffers.indices, mesh.triangles.data(),
               mesh.triangles.size() * sizeof(std::uint32_t));
  gl.glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices);
  gl.glEnableVertexAttribArray(0);
  gl.glEnableVertexAttribArray(1);
  gl.glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offset(offsetof(MeshVertex, position)));
  gl.glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offset(offsetof(MeshVertex, normal)));
  streamBuffer(gl, GL_ARRAY_BUFFER, buffers.lines, mesh.edges.data(), mesh.edges.size() * sizeof(LineSegment));
  gl.glBindVertexArray(0);
}

}  // namespace scree
