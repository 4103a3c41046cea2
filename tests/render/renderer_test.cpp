#include <QOpenGLFunctions_3_3_Core>
#include <QOpenGLVersionFunctionsFactory>

#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

// The renderer's life: contexts, foreign state, snapshots that follow each other.
namespace scree {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 480;

TEST(Renderer, SnapshotsOfOtherSizesFollowEachOther) {
  Offscreen screen(kWidth, kHeight);
  const Camera camera = frontCamera(3.0f);
  const ViewOptions options = plain(SphereQuality::full);
  const QImage nothing = screen.draw(camera, options);
  screen.renderer().upload(drumScene(300));
  screen.draw(camera, options);
  const auto two = cuttingPair();
  screen.renderer().upload(two);
  const QImage image = screen.draw(camera, options);
  Offscreen other(kWidth, kHeight);
  other.renderer().upload(two);
  EXPECT_EQ(image, other.draw(camera, options));
  screen.context().makeCurrent(screen.context().surface());
  other.context().doneCurrent();
}

TEST(Renderer, DoesNotMindWhatOthersLeft) {
  Offscreen screen(kWidth, kHeight);
  screen.renderer().upload(drumScene(300));
  Camera camera = frontCamera(1.6f);
  for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
    ViewOptions options;
    options.quality = quality;
    options.selected = 5;
    const QImage clean = screen.draw(camera, options);
    auto* gl = QOpenGLVersionFunctionsFactory::get<QOpenGLFunctions_3_3_Core>(&screen.context());
    ASSERT_NE(gl, nullptr);
    for (const GLenum on : {GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND, GL_STENCIL_TEST, GL_RASTERIZER_DISCARD}) {
      gl->glEnable(on);
    }
    gl->glScissor(3, 3, 5, 5);
    gl->glCullFace(GL_FRONT_AND_BACK);
    gl->glBlendFunc(GL_ZERO, GL_ONE);
    gl->glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    gl->glDepthMask(GL_FALSE);
    gl->glDepthFunc(GL_NEVER);
    gl->glStencilFunc(GL_NEVER, 1, 255);
    gl->glFrontFace(GL_CW);
    gl->glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    gl->glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    gl->glViewport(0, 0, 1, 1);
    gl->glClearDepth(0.0);
    EXPECT_EQ(clean, screen.draw(camera, options));
    EXPECT_EQ(gl->glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
}

TEST(Renderer, PictureIsOpaque) {
  Offscreen screen(kWidth, kHeight);
  screen.renderer().upload(drumScene(300));
  for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
    ViewOptions options;
    options.quality = quality;
    screen.drawOnly(frontCamera(1.6f), options);
    const QImage image = screen.target().toImage(false);
    for (int y = 0; y < kHeight; y += 11) {
      for (int x = 0; x < kWidth; x += 11) {
        ASSERT_EQ(qAlpha(image.pixel(x, y)), 255) << x << " " << y;
      }
    }
  }
}

TEST(Renderer, SelectionHasARing) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = cuttingPair();
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(5.0f);
  ViewOptions options = plain(SphereQuality::full);
  const QImage without = screen.draw(camera, options);
  options.selected = snapshot->grains.id[0];
  const QImage with = screen.draw(camera, options);
  options.selected = 12345;  // gone
  EXPECT_EQ(without, screen.draw(camera, options));
  int amber = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const QRgb p = with.pixel(x, y);
      amber += p != without.pixel(x, y) && qRed(p) > 200 && qBlue(p) < 140 ? 1 : 0;
    }
  }
  EXPECT_GT(amber, 300);
}

TEST(Renderer, RendererSurvivesANewContext) {
  std::string message;
  auto first = std::make_unique<Offscreen>(64, 64);
  EXPECT_TRUE(first->renderer().initialise(message)) << message;  // twice in the same
  first->renderer().upload(cuttingPair());
  first->draw(frontCamera(3.0f), {});
  first.reset();
  Offscreen second(64, 64);
  const std::string graphics = second.renderer().graphicsInformation();
  EXPECT_FALSE(graphics.empty());
  EXPECT_EQ(second.renderer().isSoftware(), graphics.find("llvmpipe") != std::string::npos) << graphics;
  second.renderer().upload(cuttingPair());
  const QImage before = second.draw(frontCamera(3.0f), {});
  second.renderer().release();
  second.draw(frontCamera(3.0f), {});  // does nothing, and says nothing
  ASSERT_TRUE(second.renderer().initialise(message)) << message;
  EXPECT_EQ(before, second.draw(frontCamera(3.0f), {}));  // the snapshot is remembered
}

TEST(Renderer, NoContextIsSaidPlainly) {
  Renderer renderer;
  std::string message;
  EXPECT_FALSE(renderer.initialise(message));
  EXPECT_NE(message.find("OpenGL 3.3"), std::string::npos);
  EXPECT_FALSE(renderer.pick(Camera{}, 1, 1, 10, 10).has_value());
}

}  // namespace
}  // namespace scree
