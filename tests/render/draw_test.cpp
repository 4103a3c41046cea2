#include <numbers>

#include "engine/geometry/mesh.h"
#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 480;

/// The ray through the middle of a pixel (y down), from the eye.
Eigen::Vector3f rayThrough(const Camera& camera, int x, int y, int width, int height) {
  const float t = std::tan(0.5f * camera.fieldOfView);
  const float px = (2.0f * (static_cast<float>(x) + 0.5f) - static_cast<float>(width)) / static_cast<float>(height) * t;
  const float py = (1.0f - 2.0f * (static_cast<float>(y) + 0.5f) / static_cast<float>(height)) * t;
  return (camera.axes().cast<float>().transpose() * Eigen::Vector3f(px, py, -1.0f)).normalized();
}

Eigen::Vector3f eyeOf(const Camera& camera) { return camera.eye().cast<float>(); }

struct Struck {
  int index = -1;
  float distance = INFINITY;
  float margin = INFINITY;  // from the ray to the nearest silhouette of any sphere, in its radii
};

/// The nearest sphere on a ray, computed on the CPU.
Struck strike(const Snapshot& snapshot, const Eigen::Vector3f& eye, const Eigen::Vector3f& ray) {
  Struck best;
  float margin = INFINITY;
  for (std::size_t i = 0; i < snapshot.particles(); ++i) {
    const Eigen::Vector3f c = snapshot.grains.positionRadius[i].head<3>() - eye;
    const float r = snapshot.grains.positionRadius[i].w();
    const float off = (c - c.dot(ray) * ray).norm();
    const float t = c.dot(ray) - std::sqrt(std::max(r * r - off * off, 0.0f));
    margin = std::min(margin, std::abs(1.0f - off / r));
    if (off < r && t > 0.0f && t < best.distance) {
      best = {static_cast<int>(i), t};
    }
  }
  best.margin = margin;
  return best;
}

/// Number of pixels with a colour that grey under this light does not have: yellow or violet, the ends of viridis.
int colouredPixels(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const Eigen::Vector3f light = lightAt(image, x, y);
      count += light.x() > 1.5f * light.z() || light.z() > 1.5f * light.y() ? 1 : 0;
    }
  }
  return count;
}

TEST(Draw, SpheresWithoutAValueAreGrey) {
  Offscreen screen(kWidth, kHeight);
  for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
    const auto snapshot = cuttingPair();
    ViewOptions options = plain(quality);
    options.colourBy = ColourBy::solverError;
    options.range = {0.0f, 1.0f};
    screen.renderer().upload(snapshot);
    EXPECT_EQ(colouredPixels(screen.draw(frontCamera(3.0f), options)), 0) << "nothing was measured";
    const auto measured = cuttingPair();
    const auto answer = std::make_shared<AskedSolver>();
    answer->ids = {measured->grains.id[1]};
    answer->speeds = {0.001f};
    measured->solverError = {true, answer};
    screen.renderer().upload(measured);
    const QImage image = screen.draw(frontCamera(3.0f), options);
    keepPicture(image, "solver_error");
    EXPECT_GT(colouredPixels(image), 5000);
    EXPECT_LT(colouredPixels(image), 100000) << "the other is grey";
  }
}

TEST(Draw, DepthIsRightWhereSpheresCut) {
  Offscreen screen(kWidth, kHeight);
  const auto snapshot = cuttingPair();
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(3.0f);
  const QImage image = screen.draw(camera, plain(SphereQuality::full));
  keepPicture(image, "pair");
  int compared = 0;
  for (int y = 2; y < kHeight - 2; y += 2) {
    for (int x = 2; x < kWidth - 2; x += 2) {
      // Only where the pixel and its neighbours agree: not on the rims and the curve of the cut.
      const Struck here = strike(*snapshot, eyeOf(camera), rayThrough(camera, x, y, kWidth, kHeight));
      bool inner = here.index >= 0;
      for (const auto& [dx, dy] : {std::pair{-2, 0}, {2, 0}, {0, -2}, {0, 2}}) {
        inner = inner && strike(*snapshot, eyeOf(camera), rayThrough(camera, x + dx, y + dy, kWidth, kHeight)).index ==
                             here.index;
      }
      if (!inner) {
        continue;
      }
      const Eigen::Vector3f light = lightAt(image, x, y);
      // The far end of viridis is yellow (red over blue), the low end violet.
      EXPECT_EQ(light.x() > light.z(), here.index == 1) << x << " " << y;
      ++compared;
    }
  }
  EXPECT_GT(compared, 8000);
}

TEST(Draw, FastAndFullAgree) {
  Offscreen screen(kWidth, kHeight);
  const auto snapshot = drumScene(1500);
  screen.renderer().upload(snapshot);
  Camera camera;
  frame(camera, Vec3::Zero(), 0.6f, static_cast<float>(kWidth) / kHeight);
  ViewOptions options;
  options.quality = SphereQuality::full;
  const QImage full = screen.draw(camera, options);
  options.quality = SphereQuality::fast;
  const QImage fast = screen.draw(camera, options);
  double sum = 0.0;
  int different = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const QRgb a = full.pixel(x, y);
      const QRgb b = fast.pixel(x, y);
      const int most =
          std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
      sum += most;
      different += most > 40 ? 1 : 0;
    }
  }
  // Discs differ from spheres at rims, by perspective and where grains touch.
  EXPECT_LT(sum / (kWidth * kHeight), 5.0);
  EXPECT_LT(different, kWidth * kHeight / 25);
}

class BothPaths : public testing::TestWithParam<SphereQuality> {};
INSTANTIATE_TEST_SUITE_P(Draw, BothPaths, testing::Values(SphereQuality::full, SphereQuality::fast),
                         [](const auto& test) { return test.param == SphereQuality::full ? "full" : "fast"; });

/// How many pixels inside of silhouettes lack the spheres' colour, or outside have it; rims don't count.
int wrongPixels(const QImage& image, const Snapshot& snapshot, const Camera& camera) {
  int wrong = 0;
  for (int y = 3; y < image.height(); y += 7) {
    for (int x = 3; x < image.width(); x += 7) {
      const Struck struck = strike(snapshot, eyeOf(camera), rayThrough(camera, x, y, image.width(), image.height()));
      if (struck.margin < 0.03f) {
        continue;
      }
      // Yellow: much more green than blue; the background is grey.
      const Eigen::Vector3f light = lightAt(image, x, y);
      wrong += (light.y() > 2.0f * light.z()) == (struck.index >= 0) ? 0 : 1;
    }
  }
  return wrong;
}

TEST_P(BothPaths, SpheresLargerThanAPointMayBe) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.2f, 0.0f, 0.1f}, 0.5f, 1.0f);  // about 420 pixels wide
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(1.8f);
  const QImage image = screen.draw(camera, plain(GetParam()));
  EXPECT_EQ(wrongPixels(image, *snapshot, camera), 0);
}

TEST_P(BothPaths, SpheresWhoseCentreIsOutsideThePicture) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {-1.6f, 0.0f, 0.0f}, 0.3f, 1.0f);  // the left edge is at -1.46
  addSphere(*snapshot, {0.0f, 0.0f, 1.2f}, 0.3f, 1.0f);   // the upper one at 1.095
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(3.0f);
  const QImage image = screen.draw(camera, plain(GetParam()));
  EXPECT_EQ(wrongPixels(image, *snapshot, camera), 0);
}

TEST_P(BothPaths, VeryNearSpheresAreNotCutOpen) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.0f, -2.0f, 0.0f}, 0.995f, 1.0f);  // its front is 5 mm from the eye
  addSphere(*snapshot, {0.0f, 5.0f, 0.0f}, 0.5f, 1.0f);
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(3.0f);
  const QImage image = screen.draw(camera, plain(GetParam()));
  EXPECT_EQ(wrongPixels(image, *snapshot, camera), 0);
}

TEST_P(BothPaths, FromInsideASphereOneSeesItsWall) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.0f, -2.9f, 0.0f}, 1.0f, 1.0f);
  screen.renderer().upload(snapshot);
  const QImage image = screen.draw(frontCamera(3.0f), plain(GetParam()));
  for (const int x : {1, kWidth / 2, kWidth - 2}) {
    for (const int y : {1, kHeight / 2, kHeight - 2}) {
      const Eigen::Vector3f light = lightAt(image, x, y);
      EXPECT_GT(light.y(), 2.0f * light.z()) << x << " " << y;
    }
  }
}

TEST_P(BothPaths, ColoursAreThoseOfTheTable) {
  Offscreen screen(160, 120);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, Eigen::Vector3f::Zero(), 0.3f);
  ViewOptions options = plain(GetParam());
  options.range = {1.0f, 3.0f};
  for (int map = 0; map < static_cast<int>(colourMapNames().size()); ++map) {
    options.colourMap = map;
    for (const float value : {0.0f, 0.2f, 0.5f, 0.8f, 1.0f}) {
      auto next = std::make_shared<Snapshot>(*snapshot);
      next->grains.velocity[0].x() = 1.0f + 2.0f * value;
      screen.renderer().upload(next);
      const QImage image = screen.draw(frontCamera(1.5f), options);
      // To the lower right of the middle, away from the gloss: white light leaves the hue.
      const Eigen::Vector3f light = lightAt(image, 92, 66);
      const Eigen::Vector3f base = colourOf(map, value).cwiseAbs2();
      const float bright = light.sum() / base.sum();
      EXPECT_LT((light - bright * base).cwiseAbs().maxCoeff(), 0.05f) << map << " " << value;
      EXPECT_GT(bright, 0.25f) << map << " " << value;
    }
  }
}

TEST_P(BothPaths, PatternTurnsWithTheGrain) {
  Offscreen screen(200, 200);
  Snapshot still;
  addSphere(still, Eigen::Vector3f::Zero(), 0.4f, 0.5f);
  const Camera camera = frontCamera(1.5f);
  const auto pictureOf = [&](float angle, bool pattern) {
    auto turned = std::make_shared<Snapshot>(still);
    // About the line of sight, from a start off the pattern's edges.
    const Eigen::Quaternionf q(Eigen::AngleAxisf(0.4f + angle, Eigen::Vector3f::UnitY()));
    turned->grains.orientation[0] = q.coeffs();
    screen.renderer().upload(turned);
    ViewOptions options = plain(GetParam());
    options.showSpinPattern = pattern;
    return screen.draw(camera, options);
  };
  const auto changed = [](const QImage& a, const QImage& b) {
    int count = 0;
    for (int y = 0; y < a.height(); ++y) {
      for (int x = 0; x < a.width(); ++x) {
        count += std::abs(qGreen(a.pixel(x, y)) - qGreen(b.pixel(x, y))) > 12 ? 1 : 0;
      }
    }
    return count;
  };
  const float quarter = 0.5f * std::numbers::pi_v<float>;
  const QImage start = pictureOf(0.0f, true);
  EXPECT_GT(changed(start, pictureOf(quarter, true)), 5000);  // light and dark fields change places
  EXPECT_LT(changed(start, pictureOf(2.0f * quarter, true)), 50);
  EXPECT_EQ(changed(pictureOf(0.0f, false), pictureOf(quarter, false)), 0);
}

TEST(Draw, PickFindsWhatIsSeen) {
  Offscreen screen(kWidth, kHeight);
  const auto snapshot = drumScene(1200);
  screen.renderer().upload(snapshot);
  Camera camera;
  frame(camera, Vec3::Zero(), 0.6f, static_cast<float>(kWidth) / kHeight);
  int hits = 0;
  for (int y = 5; y < kHeight; y += 19) {
    for (int x = 5; x < kWidth; x += 23) {
      const Eigen::Vector3f ray = rayThrough(camera, x, y, kWidth, kHeight);
      const Struck struck = strike(*snapshot, eyeOf(camera), ray);
      const auto picked = screen.renderer().pick(camera, x, y, kWidth, kHeight);
      const auto point = screen.renderer().pointAt(camera, x, y, kWidth, kHeight);
      if (struck.index >= 0 && struck.margin > 0.02f) {
        ASSERT_TRUE(picked.has_value());
        ASSERT_TRUE(point.has_value());
        EXPECT_EQ(static_cast<int>(*picked), struck.index);
        // Rays meet the surface at a slant: a 24 bit depth is good for 1e-5 of the distance.
        const Vec3 expected = camera.eye() + static_cast<double>(struck.distance) * ray.cast<double>();
        EXPECT_LT((*point - expected).norm(), 1e-4 * static_cast<double>(camera.distance));
        ++hits;
      }
    }
  }
  EXPECT_GT(hits, 40);
}

TEST(Draw, PickForgivesThreePixels) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, Eigen::Vector3f::Zero(), 0.02f);  // about 4.4 pixels in radius
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(3.0f);
  const int x = kWidth / 2;
  const int y = kHeight / 2;
  EXPECT_EQ(screen.renderer().pick(camera, x, y, kWidth, kHeight), std::optional<std::size_t>(0));
  EXPECT_EQ(screen.renderer().pick(camera, x + 6, y, kWidth, kHeight), std::optional<std::size_t>(0));
  EXPECT_FALSE(screen.renderer().pointAt(camera, x + 6, y, kWidth, kHeight).has_value());
  EXPECT_FALSE(screen.renderer().pick(camera, x + 12, y, kWidth, kHeight).has_value());
  EXPECT_FALSE(screen.renderer().pick(camera, -50, 9999, kWidth, kHeight).has_value());
}

TEST(Draw, DrumIsLookedThroughAndShowsItsTurning) {
  Offscreen screen(kWidth, kHeight);
  const auto scene = drumScene(600);
  Camera camera = frontCamera(1.8f);
  ViewOptions options;
  const auto pictureOf = [&](double angle) {
    auto turned = std::make_shared<Snapshot>(*scene);
    turned->scene.bodies[0].pose.orientation =
        Quat(Eigen::AngleAxisd(angle, Vec3::UnitY())) * turned->scene.bodies[0].pose.orientation;
    screen.renderer().upload(turned);
    return screen.draw(camera, options);
  };
  const QImage start = pictureOf(0.0);
  const QImage later = pictureOf(0.2);
  int changed = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      changed += std::abs(qGreen(start.pixel(x, y)) - qGreen(later.pixel(x, y))) > 20 ? 1 : 0;
    }
  }
  EXPECT_GT(changed, 300);
  options.showBodies = false;
  const QImage bare = pictureOf(0.0);
  // The bed behind the cap keeps its colours to within the cap's opacity.
  const Eigen::Vector3f behind = lightAt(start, kWidth / 2, kHeight * 3 / 4);
  EXPECT_LT((behind - lightAt(bare, kWidth / 2, kHeight * 3 / 4)).norm(), 0.25f);
}

/// A sheet across the line of sight in front of the drum's middle, folded along `folds` lines each way so sharply that
/// each fold is an edge.
MeshShape foldedSheet(int folds) {
  Triangles sheet;
  const double cell = 0.8 / folds;
  for (int i = 0; i <= folds; ++i) {
    for (int j = 0; j <= folds; ++j) {
      sheet.points.emplace_back(cell * i - 0.4, (i + j) % 2 == 0 ? 0.0 : cell, cell * j - 0.4);
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * (folds + 1) + j); };
  for (int i = 0; i < folds; ++i) {
    for (int j = 0; j < folds; ++j) {
      sheet.corners.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      sheet.corners.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return {makeMesh(std::move(sheet))};
}

TEST(Draw, EdgesOfAFineMeshDoNotHideWhatIsBehind) {
  Offscreen screen(kWidth, kHeight);
  const auto scene = drumScene(600);
  const Camera camera = frontCamera(1.8f);
  ViewOptions options;
  const auto pictureOf = [&](std::optional<int> folds) {
    auto shown = std::make_shared<Snapshot>(*scene);
    shown->scene.bodies.clear();
    if (folds) {
      SnapshotBody sheet;
      sheet.pose.position = {0.0, -0.6, 0.0};
      sheet.shapes = std::make_shared<std::vector<ShapeInstance>>(1, ShapeInstance{.shape = foldedSheet(*folds)});
      shown->scene.bodies.push_back(std::move(sheet));
    }
    screen.renderer().upload(shown);
    return screen.draw(camera, options);
  };
  const int bare = colouredPixels(pictureOf(std::nullopt));
  const QImage fine = pictureOf(300);
  keepPicture(fine, "fine_mesh");
  ASSERT_GT(bare, 3000);
  // Opaque edges everywhere left none of the colours; walls alone dim some.
  EXPECT_GT(colouredPixels(fine), 0.6 * bare);
  // Few edges are as clear as ever.
  int bright = 0;
  const QImage coarse = pictureOf(4);
  keepPicture(coarse, "coarse_mesh");
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      bright += qGreen(coarse.pixel(x, y)) > 200 ? 1 : 0;
    }
  }
  EXPECT_GT(bright, 1000);
}

}  // namespace
}  // namespace scree
