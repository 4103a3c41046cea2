#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/render/gl/gl_functions.h"

namespace scree {

/// Makes OpenGL objects and deletes them all together. Owns all names that its users draw with.
class GlObjects {
 public:
  explicit GlObjects(Gl& gl) : gl_(gl) {}

  GLuint buffer();
  GLuint texture();
  GLuint vertexArray();
  GLuint framebuffer();
  GLuint renderbuffer();
  /// Compiles and links shaders/<vertex>.vert with shaders/<fragment>.frag; `defines` are lines put after the version.
  /// The uniform block Frame gets binding 0. Returns 0 and adds the compiler's log to `message` on failure.
  GLuint program(std::string_view vertex, std::string_view fragment, std::string_view defines, std::string& message);

  /// Deletes all objects. The context in which they were made must be current.
  void release();

 private:
  Gl& gl_;
  std::vector<GLuint> buffers_, textures_, arrays_, framebuffers_, renderbuffers_, programs_;
};

/// Text of the driver about itself: GL_VENDOR, GL_RENDERER or GL_VERSION.
std::string glText(const Gl& gl, GLenum what);
/// True if a text of GL_RENDERER is the name of a software rasteriser.
bool isSoftwareName(const std::string& name);

/// State of the pipeline that differs between passes.
struct DrawState {
  enum class Cull : unsigned char { none, back, front };
  bool depthTest = true;
  bool depthWrite = true;
  bool blend = false;
  Cull cull = Cull::none;
  bool alphaToCoverage = false;
  bool writeAlpha = false;
};

/// Sets all state that Qt or ImGui may have changed in a shared context.
void resetState(Gl& gl);
/// Sets the state of a pass.
void applyState(Gl& gl, const DrawState& state);
/// Sets the state that Qt and ImGui expect: no vertex array, program, buffer or texture bound, depth writes and all
/// channels on.
void leaveState(Gl& gl);

/// Replaces the content of a buffer. The old storage is left to the driver (orphaning), so that the call does not wait
/// for the GPU.
void streamBuffer(Gl& gl, GLenum target, GLuint buffer, const void* data, std::size_t bytes);

}  // namespace scree
