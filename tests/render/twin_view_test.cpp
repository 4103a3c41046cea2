#include "app/render/twin_view.h"

#include <QOpenGLFunctions>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

// A run and its twin in one picture.
namespace scree {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 480;
const FreeColumns kAll{0.0f, static_cast<float>(kWidth)};

/// Two renderers in one context, as the window has them.
class TwinScreen {
 public:
  TwinScreen(std::shared_ptr<const Snapshot> first, std::shared_ptr<const Snapshot> second) : screen_(kWidth, kHeight) {
    std::string message;
    EXPECT_TRUE(second_.initialise(message)) << message;
    screen_.renderer().upload(std::move(first));
    second_.upload(std::move(second));
  }
  ~TwinScreen() { second_.release(); }

  QImage draw(const TwinSplit& split, const Camera& camera, const ViewOptions& options) {
    screen_.target().bind();
    drawTwin({&screen_.renderer(), &second_}, split, camera, options, kWidth, kHeight);
    screen_.context().functions()->glFinish();
    return screen_.target().toImage().convertToFormat(QImage::Format_RGB888);
  }
  Renderer& renderer(std::size_t side) { return side == 0 ? screen_.renderer() : second_; }

 private:
  Offscreen screen_;
  Renderer second_;
};

Camera drumCamera() {
  Camera camera = frontCamera(1.9f);
  camera.elevation = 0.2f;
  camera.azimuth = -1.2f;
  return camera;
}

/// The drum with every grain a little higher and stretched range of speeds.
std::shared_ptr<const Snapshot> otherDrum() {
  auto other = std::make_shared<Snapshot>(*drumScene(400));
  for (std::size_t i = 0; i < other->particles(); ++i) {
    other->grains.positionRadius[i].z() += 0.03f;
    other->grains.velocity[i] *= 0.3f;
  }
  return other;
}

/// Largest difference of a channel. At the border pixels are shaded without their neighbours and may round otherwise.
int distance(QRgb a, QRgb b) {
  return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

TEST(TwinView, TheWipeShowsOneRunLeftAndTheOtherRightOfItsColumn) {
  TwinScreen screen(drumScene(400), otherDrum());
  for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
    ViewOptions options;
    options.quality = quality;
    options.selected = 7;
    const QImage first = screen.draw(splitView(TwinMode::first, 0.5f, kAll, kWidth, kHeight), drumCamera(), options);
    const QImage second = screen.draw(splitView(TwinMode::second, 0.5f, kAll, kWidth, kHeight), drumCamera(), options);
    for (const float wipe : {0.0f, 0.37f, 0.6f, 1.0f}) {
      const TwinSplit split = splitView(TwinMode::wipe, wipe, kAll, kWidth, kHeight);
      EXPECT_EQ(split.border, std::lround(wipe * kWidth));
      const QImage both = screen.draw(split, drumCamera(), options);
      keepPicture(both, "twin_wipe");
      int different = 0;
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
          const QImage& wanted = x < split.border ? first : second;
          ASSERT_LE(distance(both.pixel(x, y), wanted.pixel(x, y)), 2) << x << " " << y << " wipe " << wipe;
          different += distance(first.pixel(x, y), second.pixel(x, y)) > 20 ? 1 : 0;
        }
      }
      EXPECT_GT(different, 10000) << "else it would not matter which run is where";
    }
  }
}

TEST(TwinView, SideBySideBothAreSeenFromTheSameEye) {
  const auto drum = drumScene(400);
  TwinScreen screen(drum, drum);
  const TwinSplit split = splitView(TwinMode::sideBySide, 0.2f, kAll, kWidth, kHeight);
  ASSERT_EQ(split.border, kWidth / 2) << "the line of the wipe does not matter here";
  for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
    ViewOptions options;
    options.quality = quality;
    const QImage both = screen.draw(split, drumCamera(), options);
    keepPicture(both, "twin_side_by_side");
    int different = 0;
    int seen = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth / 2; ++x) {
        const Eigen::Vector3f left = lightAt(both, x, y);
        different += (left - lightAt(both, x + kWidth / 2, y)).cwiseAbs().maxCoeff() > 0.05f ? 1 : 0;
        seen += (left - lightAt(both, 2, y)).cwiseAbs().maxCoeff() > 0.05f ? 1 : 0;
      }
    }
    EXPECT_GT(seen, 10000);
    EXPECT_LT(different, seen / 200) << "edges of grains may round to another pixel";
  }
}

TEST(TwinView, WhatFitsTheFreePartFitsHalfOfIt) {
  // Free columns 200 to 520 of 640 x 480: a square of 320 fits, so that a half of 160 shows it at half the scale.
  const TwinSplit split = splitView(TwinMode::sideBySide, 0.5f, {200.0f, 520.0f}, kWidth, kHeight);
  EXPECT_FLOAT_EQ(split.sides[0].scale, 0.5f);
  EXPECT_FLOAT_EQ(split.sides[0].middle, 280.0f);
  EXPECT_FLOAT_EQ(split.sides[1].middle, 440.0f);
  EXPECT_EQ(split.border, 360);
  EXPECT_EQ(split.sideAt(359), 0U);
  EXPECT_EQ(split.sideAt(360), 1U);
  // In a wide view the height limits: both squares of 480 have room.
  EXPECT_FLOAT_EQ(splitView(TwinMode::sideBySide, 0.5f, {0.0f, 1000.0f}, 1000, 480).sides[0].scale, 1.0f);
  EXPECT_FLOAT_EQ(splitView(TwinMode::sideBySide, 0.5f, {0.0f, 600.0f}, 600, 480).sides[0].scale, 0.625f);
  const TwinSplit one = splitView(TwinMode::second, 0.5f, kAll, kWidth, kHeight);
  EXPECT_EQ(one.sideAt(3), 1U);
  EXPECT_EQ(undivided(kWidth).sideAt(kWidth - 1), 0U);
  EXPECT_FALSE(one.isDivided());
}

TEST(TwinView, PickingFindsTheGrainOfTheSideUnderThePointer) {
  auto first = std::make_shared<Snapshot>();
  auto second = std::make_shared<Snapshot>();
  addSphere(*first, {0.2f, 0.0f, 0.0f}, 0.1f);
  addSphere(*second, {-0.4f, 0.0f, 0.3f}, 0.1f);
  addSphere(*second, {-0.2f, 0.0f, 0.0f}, 0.1f);
  TwinScreen screen(first, second);
  const Camera camera = frontCamera(3.0f);
  const TwinSplit split = splitView(TwinMode::sideBySide, 0.5f, kAll, kWidth, kHeight);
  const double tangent = std::tan(0.5 * static_cast<double>(camera.fieldOfView));
  const auto columnOf = [&](std::size_t side, double x) {
    const double perMetre = 0.5 * kHeight / (tangent * 3.0) * static_cast<double>(split.sides[side].scale);
    return static_cast<int>(static_cast<double>(split.sides[side].middle) + perMetre * x);
  };
  const auto pick = [&](std::size_t side, int x) {
    const TwinSide& own = split.sides[side];
    return screen.renderer(side).pick(cameraOf(own, camera), x, kHeight / 2, kWidth, kHeight, own.part);
  };
  const auto left = pick(0, columnOf(0, 0.2));
  ASSERT_TRUE(left.has_value());
  EXPECT_EQ(*left, 0U);
  EXPECT_FALSE(pick(0, columnOf(0, -0.2)).has_value());
  const auto right = pick(1, columnOf(1, -0.2));
  ASSERT_TRUE(right.has_value());
  EXPECT_EQ(*right, 1U);
  EXPECT_FALSE(pick(1, columnOf(1, 0.2)).has_value());
  const TwinSide& own = split.sides[1];
  const auto point =
      screen.renderer(1).pointAt(cameraOf(own, camera), columnOf(1, -0.2), kHeight / 2, kWidth, kHeight, own.part);
  ASSERT_TRUE(point.has_value());
  EXPECT_LT((*point - Vec3(-0.2, -0.1, 0.0)).norm(), 0.01);
}

TEST(TwinView, AViewFromInsideAGrainIsWholeOnBothSides) {
  auto inside = std::make_shared<Snapshot>();
  addSphere(*inside, {0.0f, -3.0f, 0.0f}, 1.0f);
  TwinScreen screen(inside, inside);
  const QImage both = screen.draw(splitView(TwinMode::sideBySide, 0.5f, kAll, kWidth, kHeight), frontCamera(3.0f),
                                  plain(SphereQuality::full));
  // The grain's wall is violet, the background grey.
  for (const auto& [x, y] : {std::array{3, 3}, {kWidth / 2 - 3, kHeight - 3}, {kWidth / 2 + 3, 3}, {kWidth - 3, 240}}) {
    const Eigen::Vector3f light = lightAt(both, x, y);
    EXPECT_GT(light.z(), 1.5f * light.y()) << x << " " << y;
  }
}

TEST(TwinView, GrainsAreColouredByTheWayToTheirTwins) {
  Snapshot snapshot;
  addSphere(snapshot, {0.0f, 0.0f, 0.0f}, 0.1f);
  addSphere(snapshot, {0.5f, 0.0f, 0.0f}, 0.1f);
  EXPECT_EQ(colourValue(snapshot, 1, ColourBy::twin), 0.0f) << "no twin";
  snapshot.twin.apart = {0.25f, INFINITY};
  EXPECT_EQ(colourValue(snapshot, 0, ColourBy::twin), 0.25f);
  Offscreen screen(kWidth, kHeight);
  screen.renderer().upload(std::make_shared<Snapshot>(snapshot));
  ViewOptions options = plain(SphereQuality::full);
  options.colourBy = ColourBy::twin;
  options.range = {0.0f, 1.0f};
  const QImage alone = screen.draw(frontCamera(3.0f), options);
  snapshot.twin.apart[1] = 1.0f;
  screen.renderer().upload(std::make_shared<Snapshot>(snapshot));
  EXPECT_EQ(alone, screen.draw(frontCamera(3.0f), options)) << "who has no twin has the last colour";
  snapshot.twin.apart[1] = 0.0f;
  screen.renderer().upload(std::make_shared<Snapshot>(snapshot));
  EXPECT_NE(alone, screen.draw(frontCamera(3.0f), options));
}

}  // namespace
}  // namespace scree
