#include "app/render/gl/gl_helpers.h"

#include <QFile>
#include <QString>
#include <algorithm>
#include <array>
#include <mutex>

// This function is outside the namespace because the macro declares a global function.
static void initialiseShaderResources() { Q_INIT_RESOURCE(scree_shaders); }

namespace scree {

namespace {

/// Text of a shader, with each line `#include "name"` replaced by that file; empty if there is no such file.
std::string shaderText(const std::string& name) {
  static std::once_flag once;
  std::call_once(once, initialiseShaderResources);
  QFile file(QString::fromStdString(":/shaders/" + name));
  if (!file.open(QIODevice::ReadOnly)) {
    return {};
  }
  std::string text;
  constexpr std::string_view kInclude = "#include \"";
  for (const QByteArray& line : file.readAll().split('\n')) {
    const std::string_view view(line.constData(), static_cast<std::size_t>(line.size()));
    if (view.starts_with(kInclude)) {
      text += shaderText(std::string(view.substr(kInclude.size(), view.rfind('"') - kInclude.size())));
    } else {
      text.append(view).append("\n");
    }
  }
  return text;
}

GLuint compile(Gl& gl, GLenum kind, const std::string& name, std::string_view defines, std::string& message) {
  const std::string text = "#version 330 core\n" + std::string(defines) + shaderText(name);
  const char* source = text.c_str();
  const GLuint shader = gl.glCreateShader(kind);
  gl.glShaderSource(shader, 1, &source, nullptr);
  gl.glCompileShader(shader);
  GLint good = GL_FALSE;
  gl.glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good == GL_FALSE) {
    std::string log(2048, '\0');
    GLsizei length = 0;
    gl.glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    message += "Shader " + name + ": " + log + "\n";
  }
  return shader;
}

}  // namespace

GLuint GlObjects::buffer() { return gl_.glGenBuffers(1, &buffers_.emplace_back(0)), buffers_.back(); }
GLuint GlObjects::texture() { return gl_.glGenTextures(1, &textures_.emplace_back(0)), textures_.back(); }
GLuint GlObjects::vertexArray() { return gl_.glGenVertexArrays(1, &arrays_.emplace_back(0)), arrays_.back(); }
GLuint GlObjects::framebuffer() {
  return gl_.glGenFramebuffers(1, &framebuffers_.emplace_back(0)), framebuffers_.back();
}
GLuint GlObjects::renderbuffer() {
  return gl_.glGenRenderbuffers(1, &renderbuffers_.emplace_back(0)), renderbuffers_.back();
}

GLuint GlObjects::program(std::string_view vertex, std::string_view fragment, std::string_view defines,
                          std::string& message) {
  const GLuint name = gl_.glCreateProgram();
  programs_.push_back(name);
  const GLuint shaders[] = {compile(gl_, GL_VERTEX_SHADER, std::string(vertex) + ".vert", defines, message),
                            compile(gl_, GL_FRAGMENT_SHADER, std::string(fragment) + ".frag", defines, message)};
  for (const GLuint shader : shaders) {
    gl_.glAttachShader(name, shader);
  }
  gl_.glLinkProgram(name);
  for (const GLuint shader : shaders) {
    gl_.glDeleteShader(shader);
  }
  GLint good = GL_FALSE;
  gl_.glGetProgramiv(name, GL_LINK_STATUS, &good);
  if (good == GL_FALSE) {
    std::string log(2048, '\0');
    GLsizei length = 0;
    gl_.glGetProgramInfoLog(name, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    message += "Shaders " + std::string(vertex) + " and " + std::string(fragment) + ": " + log + "\n";
    return 0;
  }
  const GLuint block = gl_.glGetUniformBlockIndex(name, "Frame");
  if (block != GL_INVALID_INDEX) {
    gl_.glUniformBlockBinding(name, block, 0);
  }
  return name;
}

void GlObjects::release() {
  gl_.glDeleteBuffers(static_cast<GLsizei>(buffers_.size()), buffers_.data());
  gl_.glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
  gl_.glDeleteVertexArrays(static_cast<GLsizei>(arrays_.size()), arrays_.data());
  gl_.glDeleteFramebuffers(static_cast<GLsizei>(framebuffers_.size()), framebuffers_.data());
  gl_.glDeleteRenderbuffers(static_cast<GLsizei>(renderbuffers_.size()), renderbuffers_.data());
  for (const GLuint program : programs_) {
    gl_.glDeleteProgram(program);
  }
  for (std::vector<GLuint>* names : {&buffers_, &textures_, &arrays_, &framebuffers_, &renderbuffers_, &programs_}) {
    names->clear();
  }
}

std::string glText(const Gl& gl, GLenum what) {
  const GLubyte* text = gl.glGetString(what);
  return text == nullptr ? "unknown" : reinterpret_cast<const char*>(text);
}

bool isSoftwareName(const std::string& name) {
  constexpr std::array<std::string_view, 5> kSoftware = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer",
                                                         "SwiftShader"};
  return std::any_of(kSoftware.begin(), kSoftware.end(),
                     [&](std::string_view s) { return name.find(s) != std::string::npos; });
}

void resetState(Gl& gl) {
  for (const GLenum off :
       {GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_DITHER, GL_PRIMITIVE_RESTART, GL_FRAMEBUFFER_SRGB, GL_POLYGON_OFFSET_FILL,
        GL_COLOR_LOGIC_OP, GL_SAMPLE_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_RASTERIZER_DISCARD}) {
    gl.glDisable(off);
  }
  gl.glEnable(GL_PROGRAM_POINT_SIZE);
  gl.glEnable(GL_MULTISAMPLE);
  // With depth clamp, spheres and edges at the near plane are drawn whole instead of being cut open.
  gl.glEnable(GL_DEPTH_CLAMP);
  gl.glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  gl.glFrontFace(GL_CCW);
  gl.glDepthRange(0.0, 1.0);
  gl.glDepthFunc(GL_LESS);
  gl.glBlendEquation(GL_FUNC_ADD);
  gl.glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl.glPixelStorei(GL_PACK_ALIGNMENT, 1);
  gl.glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  gl.glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  for (GLuint unit = 0; unit < 2; ++unit) {
    gl.glBindSampler(unit, 0);
  }
}

void applyState(Gl& gl, const DrawState& state) {
  const auto set = [&](GLenum what, bool on) { on ? gl.glEnable(what) : gl.glDisable(what); };
  set(GL_DEPTH_TEST, state.depthTest);
  set(GL_BLEND, state.blend);
  set(GL_SAMPLE_ALPHA_TO_COVERAGE, state.alphaToCoverage);
  set(GL_CULL_FACE, state.cull != DrawState::Cull::none);
  gl.glCullFace(state.cull == DrawState::Cull::front ? GL_FRONT : GL_BACK);
  gl.glDepthMask(state.depthWrite ? GL_TRUE : GL_FALSE);
  gl.glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, state.writeAlpha ? GL_TRUE : GL_FALSE);
}

void leaveState(Gl& gl) {
  applyState(gl, {.depthTest = false, .writeAlpha = true});
  gl.glDisable(GL_DEPTH_CLAMP);
  gl.glDisable(GL_PROGRAM_POINT_SIZE);
  gl.glBindVertexArray(0);
  gl.glUseProgram(0);
  gl.glBindBuffer(GL_ARRAY_BUFFER, 0);
  gl.glActiveTexture(GL_TEXTURE1);
  gl.glBindTexture(GL_TEXTURE_3D, 0);
  gl.glActiveTexture(GL_TEXTURE0);
  gl.glBindTexture(GL_TEXTURE_1D, 0);
  gl.glBlendFunc(GL_ONE, GL_ZERO);
  gl.glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  gl.glPixelStorei(GL_PACK_ALIGNMENT, 4);
}

void streamBuffer(Gl& gl, GLenum target, GLuint buffer, const void* data, std::size_t bytes) {
  gl.glBindBuffer(target, buffer);
  gl.glBufferData(target, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  if (bytes > 0) {
    gl.glBufferSubData(target, 0, static_cast<GLsizeiptr>(bytes), data);
  }
}

}  // namespace scree
