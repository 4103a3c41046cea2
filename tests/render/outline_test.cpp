#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tests/render/offscreen.h"

// Lines between aggregates: where they are, and where not.
namespace scree {
namespace {

constexpr int kWidth = 320;
constexpr int kHeight = 240;
constexpr int kColumns = 8;
constexpr int kRows = 6;
constexpr float kGrain = 0.1f;

/// A wall of touching grains, columns first, all free.
std::shared_ptr<Snapshot> wall() {
  auto snapshot = std::make_shared<Snapshot>();
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < kRows; ++row) {
      addSphere(*snapshot,
                {kGrain * static_cast<float>(2 * column - kColumns + 1), 0.0f,
                 kGrain * static_cast<float>(2 * row - kRows + 1)},
                kGrain);
    }
  }
  snapshot->reduction.aggregate.assign(snapshot->particles(), 0);
  return snapshot;
}

/// The left half is aggregate 7, the right one 8, and a grain in the middle of each is free.
std::shared_ptr<Snapshot> twoAggregates() {
  auto snapshot = wall();
  for (std::size_t i = 0; i < snapshot->particles(); ++i) {
    snapshot->reduction.aggregate[i] = i < snapshot->particles() / 2 ? 7 : 8;
  }
  snapshot->reduction.aggregate[kRows + 2] = 0;
  snapshot->reduction.aggregate[(kColumns - 2) * kRows + 3] = 0;
  return snapshot;
}

Camera wallCamera() { return frontCamera(2.0f); }

/// The identity seen in a pixel (y down) where the wall's grains are discs, -1 between them.
std::vector<int> identities(const Snapshot& snapshot, const Camera& camera) {
  std::vector<int> seen(std::size_t{kWidth} * kHeight, -1);
  const float perPixel = 2.0f * std::tan(0.5f * camera.fieldOfView) * camera.distance / kHeight;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const Eigen::Vector2f place(perPixel * (static_cast<float>(x) + 0.5f - 0.5f * kWidth),
                                  perPixel * (0.5f * kHeight - 0.5f - static_cast<float>(y)));
      for (std::size_t i = 0; i < snapshot.particles(); ++i) {
        const Eigen::Vector4f& p = snapshot.grains.positionRadius[i];
        if ((Eigen::Vector2f(p.x(), p.z()) - place).norm() < p.w()) {
          seen[static_cast<std::size_t>(y * kWidth + x)] = static_cast<int>(snapshot.reduction.aggregate[i]);
        }
      }
    }
  }
  return seen;
}

/// Whether two different identities are seen within `reach` pixels.
bool isBorder(const std::vector<int>& seen, int x, int y, int reach) {
  int first = -1;
  for (int v = std::max(y - reach, 0); v <= std::min(y + reach, kHeight - 1); ++v) {
    for (int u = std::max(x - reach, 0); u <= std::min(x + reach, kWidth - 1); ++u) {
      const int here = seen[static_cast<std::size_t>(v * kWidth + u)];
      if (here >= 0 && first >= 0 && here != first) {
        return true;
      }
      first = here >= 0 ? here : first;
    }
  }
  return false;
}

class Outlines : public testing::TestWithParam<SphereQuality> {
 protected:
  QImage picture(const std::shared_ptr<Snapshot>& snapshot, OutlineChoice request, ColourBy by = ColourBy::aggregate) {
    screen_.renderer().upload(snapshot);
    return screen_.draw(wallCamera(), options(request, by));
  }
  static ViewOptions options(OutlineChoice request, ColourBy by = ColourBy::aggregate) {
    ViewOptions options = plain(GetParam());
    options.layers.outlines = request;
    options.colourBy = by;
    options.range = fitRange(*twoAggregates(), by);
    return options;
  }
  Offscreen screen_{kWidth, kHeight};
};
INSTANTIATE_TEST_SUITE_P(Draw, Outlines, testing::Values(SphereQuality::full, SphereQuality::fast),
                         [](const auto& test) { return test.param == SphereQuality::full ? "full" : "fast"; });

TEST_P(Outlines, AreDarkOnBordersOfAggregatesAndNowhereElse) {
  const auto snapshot = twoAggregates();
  const QImage without = picture(snapshot, OutlineChoice::never);
  const QImage with = picture(snapshot, OutlineChoice::automatic);
  keepPicture(with, GetParam() == SphereQuality::full ? "outlines_full" : "outlines_fast");
  const std::vector<int> seen = identities(*snapshot, wallCamera());
  int dark = 0;
  int same = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const float before = lightAt(without, x, y).sum();
      const float after = lightAt(with, x, y).sum();
      EXPECT_LE(after, before + 0.01f) << x << " " << y << ": nothing gets brighter";
      // Spheres in perspective are a pixel larger than their discs at most.
      if (!isBorder(seen, x, y, 4)) {
        EXPECT_EQ(with.pixel(x, y), without.pixel(x, y)) << x << " " << y;
        same += seen[static_cast<std::size_t>(y * kWidth + x)] >= 0 ? 1 : 0;
      } else if (isBorder(seen, x, y, 1) && before > 0.1f) {
        dark += after < 0.5f * before ? 1 : 0;
      }
    }
  }
  EXPECT_GT(same, 10000);
  // Six touching pairs between the halves, four round each free grain: a few pixels each, as discs touch in points.
  EXPECT_GT(dark, 14 * 4);
}

TEST_P(Outlines, FreeGrainsHaveNoneAndTheyGoWithTheColoursUnlessWantedAlways) {
  for (const OutlineChoice request : {OutlineChoice::automatic, OutlineChoice::always}) {
    EXPECT_EQ(picture(wall(), request), picture(wall(), OutlineChoice::never));
  }
  auto unmerged = wall();
  unmerged->reduction.aggregate.clear();  // as it is while nothing was ever merged
  EXPECT_EQ(picture(unmerged, OutlineChoice::always), picture(wall(), OutlineChoice::never));
  const auto snapshot = twoAggregates();
  const QImage bySpeed = picture(snapshot, OutlineChoice::never, ColourBy::speed);
  EXPECT_EQ(picture(snapshot, OutlineChoice::automatic, ColourBy::speed), bySpeed);
  EXPECT_NE(picture(snapshot, OutlineChoice::always, ColourBy::speed), bySpeed);
  EXPECT_EQ(picture(snapshot, OutlineChoice::always), picture(snapshot, OutlineChoice::automatic));
}

TEST_P(Outlines, AreThoseOfTheSnapshotThatIsShown) {
  const QImage before = picture(twoAggregates(), OutlineChoice::always);
  auto joined = twoAggregates();
  std::ranges::fill(joined->reduction.aggregate, 7U);
  const QImage one = picture(joined, OutlineChoice::always);
  EXPECT_EQ(one, picture(joined, OutlineChoice::never)) << "one aggregate borders on nothing";
  EXPECT_EQ(picture(twoAggregates(), OutlineChoice::always), before);
}

TEST_P(Outlines, EndWhereAPartOfTheViewEnds) {
  picture(twoAggregates(), OutlineChoice::always);
  auto joined = twoAggregates();
  std::ranges::fill(joined->reduction.aggregate, 9U);
  screen_.renderer().upload(joined);
  const ViewPart left{.right = kWidth / 2 - 7};
  const auto leftPart = [&](OutlineChoice request) {
    screen_.target().bind();
    screen_.renderer().draw(wallCamera(), options(request), kWidth, kHeight, left);
    return screen_.target().toImage().copy(0, 0, left.right, kHeight);
  };
  const QImage without = leftPart(OutlineChoice::never);
  EXPECT_EQ(leftPart(OutlineChoice::always), without) << "the rest of the picture is of another time";
}

TEST_P(Outlines, DoNotBlackenGrainsOfAFewPixels) {
  const auto snapshot = twoAggregates();
  screen_.renderer().upload(snapshot);
  const auto from = [&](float distance, OutlineChoice request) {
    return screen_.draw(frontCamera(distance), options(request));
  };
  // The grains' radius is about 0.8 pixels, then 5.
  EXPECT_EQ(from(40.0f, OutlineChoice::always), from(40.0f, OutlineChoice::never));
  EXPECT_NE(from(6.0f, OutlineChoice::always), from(6.0f, OutlineChoice::never));
}

TEST_P(Outlines, AreWiderInLargePictures) {
  const auto snapshot = twoAggregates();
  screen_.renderer().upload(snapshot);
  const auto changed = [&](float lineScale) {
    std::array<QImage, 2> images;
    for (const OutlineChoice request : {OutlineChoice::never, OutlineChoice::always}) {
      screen_.target().bind();
      screen_.renderer().draw(wallCamera(), options(request), kWidth, kHeight, {}, lineScale);
      images[request == OutlineChoice::never ? 0 : 1] = screen_.target().toImage();
    }
    int count = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        count += images[0].pixel(x, y) != images[1].pixel(x, y) ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(changed(2.0f), 3 * changed(1.0f) / 2);
}

}  // namespace
}  // namespace scree
