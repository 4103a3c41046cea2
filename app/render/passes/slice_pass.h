#pragma once

#include <memory>

#include "app/render/geometry/field_slice.h"
#include "app/render/gl/gl_helpers.h"

namespace scree {

/// Pass that draws a coarse-grained field on a plane, faint where grains hide it.
class SlicePass {
 public:
  void initialise(Gl& gl, GlObjects& objects, std::string& message);
  /// Draws the field of the snapshot, if it has one and the layer shows it. `colours` is the map of colours.
  void draw(Gl& gl, const Snapshot& snapshot, const FieldLayer& layer, int colours);

 private:
  void upload(Gl& gl, const SlicePicture& picture);

  GLuint program_ = 0;
  GLuint array_ = 0;
  GLuint texture_ = 0;
  GLint corners_ = -1;
  GLint opacity_ = -1;
  // Source of the texture's picture.
  std::shared_ptr<const FieldMap> map_;
  FieldLayer layer_;
  int colours_ = -1;
  SlicePicture shown_;  ///< without its texels
};

}  // namespace scree
