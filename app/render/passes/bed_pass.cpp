#include "app/render/passes/bed_pass.h"

#include <cstddef>

#include "app/render/geometry/bed_surface.h"
#include "app/view/colour_fit.h"

namespace scree {

void BedPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("bed", "bed", "", message);
  array_ = objects.vertexArray();
  vertices_ = objects.buffer();
  indices_ = objects.buffer();
  reading_.reset();
  gl.glBindVertexArray(array_);
  gl.glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  const auto attribute = [&gl](GLuint place, std::size_t offset) {
    gl.glEnableVertexAttribArray(place);
    gl.glVertexAttribPointer(place, 3, GL_FLOAT, GL_FALSE, sizeof(BedVertex),
                             reinterpret_cast<const void*>(offset));  // NOLINT: what OpenGL asks for
  };
  attribute(0, offsetof(BedVertex, position));
  attribute(1, offsetof(BedVertex, normal));
  attribute(2, offsetof(BedVertex, colour));
  gl.glBindVertexArray(0);
}

void BedPass::upload(Gl& gl, const BedNow& bed, int colours, const Vec3& origin) {
  const BedSurface surface = makeBedSurface(bed, colours, fittedRange(*bed.reading), origin);
  streamBuffer(gl, GL_ARRAY_BUFFER, vertices_, surface.vertices.data(), surface.vertices.size() * sizeof(BedVertex));
  streamBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, indices_, surface.triangles.data(),
               surface.triangles.size() * sizeof(std::uint32_t));
  count_ = static_cast<GLsizei>(surface.triangles.size());
  reading_ = bed.reading;
  way_ = bed.way;
  colours_ = colours;
}

void BedPass::draw(Gl& gl, const Snapshot& snapshot, const LayerOptions& layers, int colours) {
  if (shownBed(snapshot, layers) == nullptr) {
    return;
  }
  const BedNow& bed = snapshot.onRequest.bed;
  gl.glBindVertexArray(array_);
  if (bed.reading != reading_ || bed.way != way_ || colours != colours_) {
    upload(gl, bed, colours, snapshot.scene.origin);
  }
  if (count_ > 0) {
    gl.glUseProgram(program_);
    applyState(gl, {});
    gl.glDrawElements(GL_TRIANGLES, count_, GL_UNSIGNED_INT, nullptr);
  }
  gl.glBindVertexArray(0);
}

}  // namespace scree
