#include "app/render/gl/sphere_buffers.h"

#include <algorithm>

namespace scree {

namespace {

constexpr std::array<GLint, 3> kComponents = {4, 4, 1};
constexpr std::size_t kAggregate = 3;

template <class T>
void stream(Gl& gl, GLuint buffer, const std::vector<T>& data) {
  streamBuffer(gl, GL_ARRAY_BUFFER, buffer, data.data(), data.size() * sizeof(T));
}

template <class T>
std::vector<T> gathered(const std::vector<T>& all, const std::vector<std::uint32_t>& indices) {
  std::vector<T> some;
  some.reserve(indices.size());
  for (const std::uint32_t i : indices) {
    some.push_back(all[i]);
  }
  return some;
}

}  // namespace

void SphereBuffers::attach(Gl& gl, GLuint array, const Buffers& buffers, SphereData data, GLuint divisor) {
  gl.glBindVertexArray(array);
  for (GLuint k = 0; k < buffers.size(); ++k) {
    const bool isAggregate = k == kAggregate;
    if (k > 0 && isAggregate != (data == SphereData::aggregates)) {
      continue;  // the program does not read this buffer, which may be too short
    }
    gl.glBindBuffer(GL_ARRAY_BUFFER, buffers[k]);
    gl.glEnableVertexAttribArray(k);
    if (isAggregate) {
      gl.glVertexAttribIPointer(k, 1, GL_UNSIGNED_INT, 0, nullptr);
    } else {
      gl.glVertexAttribPointer(k, kComponents[k], GL_FLOAT, GL_FALSE, 0, nullptr);
    }
    gl.glVertexAttribDivisor(k, divisor);
  }
}

void SphereBuffers::initialise(Gl& gl, GlObjects& objects) {
  for (Buffers* buffers : {&all_, &some_}) {
    for (GLuint& buffer : *buffers) {
      buffer = objects.buffer();
    }
  }
  indices_ = objects.buffer();
  for (const SphereData data : {SphereData::colours, SphereData::aggregates}) {
    Arrays& arrays = arrays_[static_cast<std::size_t>(data)];
    arrays = {objects.vertexArray(), objects.vertexArray(), objects.vertexArray()};
    attach(gl, arrays.quads, all_, data, 1);
    attach(gl, arrays.some, some_, data, 1);
    attach(gl, arrays.points, all_, data, 0);
    gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  }
  gl.glBindVertexArray(0);
}

void SphereBuffers::upload(Gl& gl, const Snapshot& snapshot) {
  ++uploads_;
  count_ = static_cast<GLsizei>(snapshot.particles());
  stream(gl, all_[0], snapshot.grains.positionRadius);
  stream(gl, all_[1], snapshot.grains.orientation);
  if (scalars_.size() != snapshot.particles()) {
    // uploadScalars() follows when the colouring is known; until then the buffer of scalars must be long enough.
    scalars_.assign(snapshot.particles(), 0.0f);
    stream(gl, all_[2], scalars_);
  }
}

void SphereBuffers::uploadScalars(Gl& gl, const Snapshot& snapshot, ColourBy by) {
  colourValues(snapshot, by, scalars_);
  stream(gl, all_[2], scalars_);
}

bool SphereBuffers::uploadAggregates(Gl& gl, const Snapshot& snapshot) {
  if (std::ranges::all_of(snapshot.reduction.aggregate, [](std::uint32_t identity) { return identity == 0; })) {
    return false;
  }
  aggregates_.assign(snapshot.particles(), 1);
  for (std::size_t i = 0; i < std::min(snapshot.reduction.aggregate.size(), aggregates_.size()); ++i) {
    aggregates_[i] += snapshot.reduction.aggregate[i];
  }
  stream(gl, all_[kAggregate], aggregates_);
  return true;
}

void SphereBuffers::drawQuads(Gl& gl, SphereData data) const {
  gl.glBindVertexArray(arraysOf(data).quads);
  gl.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
}

void SphereBuffers::sendOrder(Gl& gl, const std::vector<std::uint32_t>& indices) {
  points_ = static_cast<GLsizei>(indices.size());
  gl.glBindVertexArray(arraysOf(SphereData::colours).points);
  streamBuffer(gl, GL_ELEMENT_ARRAY_BUFFER, indices_, indices.data(), indices.size() * sizeof(std::uint32_t));
}

void SphereBuffers::drawPoints(Gl& gl, SphereData data) const {
  gl.glBindVertexArray(arraysOf(data).points);
  gl.glDrawElements(GL_POINTS, points_, GL_UNSIGNED_INT, nullptr);
}

void SphereBuffers::drawSomeQuads(Gl& gl, const Snapshot& snapshot, const std::vector<std::uint32_t>& indices,
                                  SphereData data) const {
  stream(gl, some_[0], gathered(snapshot.grains.positionRadius, indices));
  if (data == SphereData::aggregates) {
    stream(gl, some_[kAggregate], gathered(aggregates_, indices));
  } else {
    stream(gl, some_[1], gathered(snapshot.grains.orientation, indices));
    stream(gl, some_[2], gathered(scalars_, indices));
  }
  gl.glBindVertexArray(arraysOf(data).some);
  gl.glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(indices.size()));
}

}  // namespace scree
