#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/render/gl/gl_functions.h"

namespace scree {

/// Makes OpenGL objects and deletes them all together; the one owner of every name the renderer uses.
class GlObjects {
 public:
  explicit GlObjects(Gl& gl) : gl_(gl) {}

  GLuint buffer();
  GLuint texture();
  GLuint vertexArray();
  GLuint framebuffer();
  GLuint renderbuffer();
  /// Compiles and links shaders/<vertex>.vert with shaders/<fragment>.frag; `defines` are lines put after the version.
  /// Blocks named Frame get binding 0. Returns 0 and adds the compiler's log to `message` on failure.
  GLuint program(std::string_view vertex, std::string_view fragment, std::string_view defines, std::string& message);

  /// Needs the context that they were made in.
  void release();

 private:
  Gl& gl_;
  std::vector<GLuint> buffers_, textures_, arrays_, framebuffers_, renderbuffers_, programs_;
};

/// What the driver says of itself: GL_VENDOR, GL_RENDERER or GL_VERSION.
std::string glText(const Gl& gl, GLenum what);
/// Whether a GL_RENDERER is the name of a rasteriser without hardware.
bool isSoftwareName(const std::string& name);

/// What of the pipeline differs between passes.
struct DrawState {
  enum class Cull : unsigned char { none, back, front };
  bool depthTest = true;
  bool depthWrite = true;
  bool blend = false;
  Cull cull = Cull::none;
  bool alphaToCoverage = false;
  bool writeAlpha = false;
};

/// Everything that Qt or ImGui may have left otherwise in a shared context.
void resetState(Gl& gl);
void applyState(Gl& gl, const DrawState& state);
/// What Qt and ImGui expect to find: no array, program or sampler bound, depth writes and all channels on.
void leaveState(Gl& gl);

/// Replaces a buffer's content, leaving the old storage to the driver (orphaning), so that nothing waits for the GPU.
void streamBuffer(Gl& gl, GLenum target, GLuint buffer, const void* data, std::size_t bytes);

}  // namespace scree
