#pragma once

// Declarations of OpenGL, used only for their types: calls go through the functions of the current context. Qt's
// headers bring older declarations, after which this header would leave its own out.
#if defined(GL_VERSION_1_1) && !defined(GL_GLEXT_PROTOTYPES)
#error "include this before Qt's headers of OpenGL"
#endif
#ifndef GL_GLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#endif
#include <GL/glcorearb.h>

#include <memory>
#include <optional>

// List of the functions of OpenGL 3.3 that are used. A new one is a line here.
// clang-format off
#define SCREE_GL_FUNCTIONS(USE) \
  USE(glActiveTexture) \
  USE(glAttachShader) \
  USE(glBindBuffer) \
  USE(glBindBufferBase) \
  USE(glBindFramebuffer) \
  USE(glBindRenderbuffer) \
  USE(glBindSampler) \
  USE(glBindTexture) \
  USE(glBindVertexArray) \
  USE(glBlendEquation) \
  USE(glBlendFunc) \
  USE(glBlendFuncSeparate) \
  USE(glBlitFramebuffer) \
  USE(glBufferData) \
  USE(glBufferSubData) \
  USE(glCheckFramebufferStatus) \
  USE(glClear) \
  USE(glClearBufferfv) \
  USE(glClearBufferuiv) \
  USE(glClearColor) \
  USE(glClearDepth) \
  USE(glColorMask) \
  USE(glCompileShader) \
  USE(glCreateProgram) \
  USE(glCreateShader) \
  USE(glCullFace) \
  USE(glDeleteBuffers) \
  USE(glDeleteFramebuffers) \
  USE(glDeleteProgram) \
  USE(glDeleteRenderbuffers) \
  USE(glDeleteShader) \
  USE(glDeleteTextures) \
  USE(glDeleteVertexArrays) \
  USE(glDepthFunc) \
  USE(glDepthMask) \
  USE(glDepthRange) \
  USE(glDisable) \
  USE(glDrawArrays) \
  USE(glDrawArraysInstanced) \
  USE(glDrawElements) \
  USE(glDrawElementsBaseVertex) \
  USE(glEnable) \
  USE(glEnableVertexAttribArray) \
  USE(glFramebufferRenderbuffer) \
  USE(glFramebufferTexture2D) \
  USE(glFrontFace) \
  USE(glGenBuffers) \
  USE(glGenFramebuffers) \
  USE(glGenRenderbuffers) \
  USE(glGenTextures) \
  USE(glGenVertexArrays) \
  USE(glGetError) \
  USE(glGetFloatv) \
  USE(glGetIntegerv) \
  USE(glGetProgramInfoLog) \
  USE(glGetProgramiv) \
  USE(glGetShaderInfoLog) \
  USE(glGetShaderiv) \
  USE(glGetString) \
  USE(glGetUniformBlockIndex) \
  USE(glGetUniformLocation) \
  USE(glLinkProgram) \
  USE(glPixelStorei) \
  USE(glPolygonMode) \
  USE(glReadBuffer) \
  USE(glReadPixels) \
  USE(glRenderbufferStorage) \
  USE(glRenderbufferStorageMultisample) \
  USE(glScissor) \
  USE(glShaderSource) \
  USE(glStencilFunc) \
  USE(glTexImage1D) \
  USE(glTexImage2D) \
  USE(glTexImage3D) \
  USE(glTexParameteri) \
  USE(glUniform1f) \
  USE(glUniform1i) \
  USE(glUniform2f) \
  USE(glUniform3f) \
  USE(glUniform3fv) \
  USE(glUniform4f) \
  USE(glUniform4fv) \
  USE(glUniformBlockBinding) \
  USE(glUniformMatrix4fv) \
  USE(glUseProgram) \
  USE(glVertexAttribDivisor) \
  USE(glVertexAttribIPointer) \
  USE(glVertexAttribPointer) \
  USE(glViewport)
// clang-format on

namespace scree {

/// Functions of an OpenGL context, independent of the window system: of a context of Qt or of EGL.
struct Gl {
#define SCREE_GL_MEMBER(name) decltype(&::name) name = nullptr;  // NOLINT(bugprone-macro-parentheses): declares it
  SCREE_GL_FUNCTIONS(SCREE_GL_MEMBER)
#undef SCREE_GL_MEMBER
};

/// Loads the functions of the context of Qt or EGL that is current on this thread. Nothing if there is none, or if it
/// is older than OpenGL 3.3.
std::optional<Gl> loadGl();

/// Watches the context that was current when the watch was made.
class GlContextWatch {
 public:
  GlContextWatch();
  /// False if Qt has destroyed the context and all its objects. Always true for a context of EGL, which lives as long
  /// as the object that draws with it.
  bool isAlive() const;
  bool isCurrent() const;

 private:
  struct Seen;
  std::shared_ptr<const Seen> seen_;
};

}  // namespace scree
