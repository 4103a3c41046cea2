#include "app/render/passes/pick_pass.h"

#include <Eigen/LU>
#include <array>
#include <limits>

namespace scree {

namespace {

constexpr int kSize = 7;  // edge of the square around the pixel [px]
constexpr std::size_t kPixels = std::size_t{kSize} * kSize;

struct Pixels {
  std::array<GLuint, kPixels> found{};  // index of the particle + 1; 0: none
  std::array<GLfloat, kPixels> depth{};
};

/// Place of the pixel with a particle that is nearest to the middle of the square; nothing if no pixel has one.
std::optional<int> nearestToMiddle(const Pixels& pixels) {
  std::optional<int> best;
  int bestDistance = std::numeric_limits<int>::max();
  for (int i = 0; i < static_cast<int>(kPixels); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const int dx = i % kSize - kSize / 2;
    const int dy = i / kSize - kSize / 2;
    const int distance = dx * dx + dy * dy;
    const bool closer = distance < bestDistance || (distance == bestDistance && best &&
                                                    pixels.depth[k] < pixels.depth[static_cast<std::size_t>(*best)]);
    if (pixels.found[k] != 0 && closer) {
      best = i;
      bestDistance = distance;
    }
  }
  return best;
}

Eigen::Vector3f drawnPoint(const FrameUniforms& frame, float px, float py, float depth) {
  const Eigen::Vector4d seen(2.0 * px * frame.viewport.z() - 1.0, 2.0 * py * frame.viewport.w() - 1.0,
                             2.0 * depth - 1.0, 1.0);
  const Eigen::Vector4d world = (frame.projection * frame.view).cast<double>().inverse() * seen;
  return (world.head<3>() / world.w()).cast<float>();
}

}  // namespace

void PickPass::initialise(Gl& gl, GlObjects& objects, std::string& message) {
  program_ = objects.program("sphere_quad", "sphere_pick",
                             "#extension GL_ARB_conservative_depth : enable\n#define NUMBERS\n#define PICK\n", message);
  framebuffer_ = objects.framebuffer();
  const GLuint numbers = objects.texture();
  const GLuint depth = objects.renderbuffer();
  gl.glBindTexture(GL_TEXTURE_2D, numbers);
  gl.glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  gl.glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, kSize, kSize, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  gl.glBindTexture(GL_TEXTURE_2D, 0);
  gl.glBindRenderbuffer(GL_RENDERBUFFER, depth);
  gl.glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, kSize, kSize);
  gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl.glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, numbers, 0);
  gl.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
  if (gl.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    message += "The driver can't draw whole numbers, which picking needs.\n";
  }
}

std::optional<PickHit> PickPass::pick(Gl& gl, const SphereBuffers& spheres, FrameUniforms frame, GLuint uniforms, int x,
                                      int y) {
  const int left = x - kSize / 2;
  const int lowest = y - kSize / 2;
  frame.clip = narrowed(frame.projection, left, lowest, kSize, static_cast<int>(frame.viewport.x()),
                        static_cast<int>(frame.viewport.y()));
  streamBuffer(gl, GL_UNIFORM_BUFFER, uniforms, &frame, sizeof(frame));
  gl.glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl.glViewport(0, 0, kSize, kSize);
  applyState(gl, {.writeAlpha = true});
  const std::array<GLuint, 4> nothing{};
  gl.glClearBufferuiv(GL_COLOR, 0, nothing.data());
  const GLfloat farthest = 1.0f;
  gl.glClearBufferfv(GL_DEPTH, 0, &farthest);
  gl.glUseProgram(program_);
  spheres.drawQuads(gl);
  Pixels pixels;
  gl.glReadBuffer(GL_COLOR_ATTACHMENT0);
  gl.glReadPixels(0, 0, kSize, kSize, GL_RED_INTEGER, GL_UNSIGNED_INT, pixels.found.data());
  gl.glReadPixels(0, 0, kSize, kSize, GL_DEPTH_COMPONENT, GL_FLOAT, pixels.depth.data());
  const std::optional<int> best = nearestToMiddle(pixels);
  if (!best) {
    return std::nullopt;
  }
  const int column = *best % kSize;
  const int row = *best / kSize;
  const float px = static_cast<float>(left + column) + 0.5f;
  const float py = static_cast<float>(lowest + row) + 0.5f;
  const auto k = static_cast<std::size_t>(*best);
  return PickHit{pixels.found[k] - 1, drawnPoint(frame, px, py, pixels.depth[k]),
                 *best == static_cast<int>(kPixels / 2)};
}

}  // namespace scree
