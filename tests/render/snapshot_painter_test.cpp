#include "app/render/snapshot_painter.h"

#include <malloc.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <thread>

#include "app/render/geometry/scene_fit.h"
#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

Shot drumShot() {
  Shot shot;
  shot.snapshot = drumScene(500);
  const SceneSphere whole = boundingSphere(*shot.snapshot);
  frame(shot.camera, whole.place(), whole.radius, 4.0f / 3.0f);
  shot.view.range = fitRange(*shot.snapshot, shot.view.colourBy);
  return shot;
}

RgbaImage paintedOnAThread(SnapshotPainter& painter, const Shot& shot, int width, int height, int smoothing = 1) {
  RgbaImage picture;
  picture.resize(width, height);
  std::thread([&] {
    painter.paint(shot, smoothing, picture);
    painter.leaveThread();
  }).join();
  return picture;
}

/// A filled rectangle in one colour.
Overlay rectangle(float left, float top, float right, float bottom) {
  Overlay overlay;
  auto atlas = std::make_shared<GlyphAtlas>();
  atlas->width = atlas->height = 1;
  atlas->coverage = {255};
  overlay.atlas = atlas;
  for (const auto& [x, y] : {std::array{left, top}, {right, top}, {right, bottom}, {left, bottom}}) {
    overlay.vertices.push_back({{x, y}, {0.5f, 0.5f}, {250, 20, 180, 255}});
  }
  overlay.indices = {0, 1, 2, 0, 2, 3};
  overlay.parts = {{{0.0f, 0.0f, 30.0f, 1000.0f}, 0, 6}};
  return overlay;
}

class SnapshotPainterTest : public ::testing::Test {
 protected:
  // Makes the application that Qt wants before anything else.
  Offscreen screen_{400, 300};
};

TEST_F(SnapshotPainterTest, AnotherThreadDrawsWhatAWindowWould) {
  const Shot shot = drumShot();
  screen_.renderer().upload(shot.snapshot);
  const QImage wanted = screen_.draw(shot.camera, shot.view);
  SnapshotPainter painter;
  for (int round = 0; round < 2; ++round) {  // a second thread can take over
    const RgbaImage picture = paintedOnAThread(painter, shot, 400, 300);
    int different = 0;
    for (int y = 0; y < 300; ++y) {
      for (int x = 0; x < 400; ++x) {
        const std::uint8_t* seen = picture.row(y) + 4 * x;
        const QRgb pixel = wanted.pixel(x, y);
        different += std::abs(seen[0] - qRed(pixel)) > 4 || std::abs(seen[1] - qGreen(pixel)) > 4 ||
                     std::abs(seen[2] - qBlue(pixel)) > 4;
      }
    }
    EXPECT_LT(different, 400 * 300 / 100);
  }
}

TEST_F(SnapshotPainterTest, AggregatesAreOutlinedWhereTheirColoursAre) {
  Shot shot = drumShot();
  auto merged = std::make_shared<Snapshot>(*shot.snapshot);
  for (const Eigen::Vector4f& grain : merged->grains.positionRadius) {
    merged->reduction.aggregate.push_back(grain.x() < 0.0f ? 3 : 0);
  }
  shot.snapshot = merged;
  shot.view.colourBy = ColourBy::aggregate;
  shot.view.range = fitRange(*merged, shot.view.colourBy);
  SnapshotPainter painter;
  const RgbaImage with = paintedOnAThread(painter, shot, 400, 300, 2);
  shot.view.layers.outlines = OutlineChoice::never;
  const RgbaImage without = paintedOnAThread(painter, shot, 400, 300, 2);
  int darker = 0;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 400; ++x) {
      const std::uint8_t* a = with.row(y) + 4 * x;
      const std::uint8_t* b = without.row(y) + 4 * x;
      EXPECT_LE(a[1], b[1] + 1) << x << " " << y;
      darker += a[1] < b[1] - 30 ? 1 : 0;
    }
  }
  // A line from top to bottom of the bed at least.
  EXPECT_GT(darker, 100);
  EXPECT_LT(darker, 400 * 300 / 20);
}

TEST_F(SnapshotPainterTest, SmoothingIsTheMeanOfAFinerPicture) {
  const Shot shot = drumShot();
  SnapshotPainter painter;
  const RgbaImage smooth = paintedOnAThread(painter, shot, 200, 150, 2);
  const RgbaImage fine = paintedOnAThread(painter, shot, 400, 300);
  for (int y = 0; y < 150; ++y) {
    for (int i = 0; i < 4 * 200; ++i) {
      const int x = i / 4;
      const auto finer = [&](int dx, int dy) { return fine.row(2 * y + dy)[4 * (2 * x + dx) + i % 4]; };
      const int mean = (finer(0, 0) + finer(1, 0) + finer(0, 1) + finer(1, 1) + 2) / 4;
      ASSERT_NEAR(smooth.row(y)[i], mean, 2) << x << ", " << y;
    }
  }
}

TEST_F(SnapshotPainterTest, OverlaysLieOverThePictureInsideTheirClip) {
  Shot shot = drumShot();
  SnapshotPainter painter;
  const RgbaImage plain = paintedOnAThread(painter, shot, 200, 150, 4);
  shot.overlay = rectangle(10.0f, 20.0f, 60.0f, 50.0f);
  const RgbaImage covered = paintedOnAThread(painter, shot, 200, 150, 4);
  for (int y = 0; y < 150; ++y) {
    for (int x = 0; x < 200; ++x) {
      const bool inside = x >= 10 && x < 30 && y >= 20 && y < 50;
      const std::uint8_t* seen = covered.row(y) + 4 * x;
      for (int i = 0; i < 3; ++i) {
        const int wanted = inside ? std::array{250, 20, 180}[static_cast<std::size_t>(i)] : plain.row(y)[4 * x + i];
        ASSERT_EQ(seen[i], wanted) << x << ", " << y;
      }
    }
  }
}

TEST_F(SnapshotPainterTest, TwoDrawWhileAWindowDoes) {
  // What is freed is overwritten at once: no thread may look into what another has freed.
  mallopt(M_PERTURB, 165);
  const Shot shot = drumShot();
  screen_.renderer().upload(shot.snapshot);
  const QImage window = screen_.draw(shot.camera, shot.view);
  std::array<SnapshotPainter, 2> painters;
  std::array<RgbaImage, 2> first;
  std::atomic<int> different = 0;
  std::atomic<int> painting = 2;
  std::array<std::thread, 2> threads;
  for (std::size_t i = 0; i < 2; ++i) {
    first[i] = paintedOnAThread(painters[i], shot, 200, 150);
    threads[i] = std::thread([&, i] {
      RgbaImage picture = first[i];
      for (int round = 0; round < 40; ++round) {
        painters[i].paint(shot, 1, picture);
        different += picture.pixels == first[i].pixels ? 0 : 1;
      }
      painters[i].leaveThread();
      --painting;
    });
  }
  while (painting > 0) {
    screen_.renderer().upload(shot.snapshot);
    different += screen_.draw(shot.camera, shot.view) == window ? 0 : 1;
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  mallopt(M_PERTURB, 0);
  EXPECT_EQ(first[0].pixels, first[1].pixels);
  EXPECT_EQ(different, 0);
}

TEST_F(SnapshotPainterTest, SizesBeyondTheDriverAreRefused) {
  SnapshotPainter painter;
  RgbaImage picture;
  picture.resize(60000, 2);
  try {
    painter.paint(drumShot(), 4, picture);
    ADD_FAILURE() << "240000 pixels a side were drawn";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("smaller size"), std::string::npos) << error.what();
  }
  picture.resize(64, 48);
  EXPECT_NO_THROW(painter.paint(drumShot(), 1, picture)) << "a smaller one is drawn after that";
  painter.leaveThread();
}

}  // namespace
}  // namespace scree
