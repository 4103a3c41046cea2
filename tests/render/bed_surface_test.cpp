// The height map of a bed on its belt.
#include "app/render/geometry/bed_surface.h"

#include <gtest/gtest.h>

#include "app/view/colour_fit.h"
#include "app/view/colour_maps.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

/// A bed of 4 x 10 cells of 0.1 m on a belt of 0.4 m x 2 m along y at z = 0.5, which has gone 1 m. Its heights grow
/// across the belt, 10 mm a cell; the first row has none.
BedNow bedOnBelt() {
  auto reading = std::make_shared<BedReading>();
  reading->belt.middle = Vec3(0.0, 0.0, 0.5);
  reading->belt.along = Vec3::UnitY();
  reading->belt.across = -Vec3::UnitX();
  reading->belt.width = 0.4;
  reading->belt.length = 2.0;
  reading->wayTo = 1.0;
  reading->first = -0.5;
  reading->last = -0.3;
  reading->landings = 1;
  reading->bed = {.across = 4, .along = 10, .cell = {0.1, 0.1}, .heights = {}};
  for (int j = 0; j < 10; ++j) {
    for (int i = 0; i < 4; ++i) {
      reading->bed.heights.push_back(j == 0 ? 0.0 : 0.01 * (i + 1));
    }
  }
  reading->high = 0.04f;
  return {.hasBelt = true, .isTaken = true, .reading = reading, .way = 1.0};
}

/// Largest height over the belt of corners at a place across and along the belt [m]; -1 without one.
float heightAt(const BedSurface& surface, float across, float along) {
  float height = -1.0f;
  for (const BedVertex& v : surface.vertices) {
    if (std::abs(0.2f - v.position.x() - across) < 1e-4f && std::abs(v.position.y() - along) < 1e-4f) {
      height = std::max(height, v.position.z() - 0.5f);
    }
  }
  return height;
}

TEST(BedSurface, LiesOnThePartOfTheBeltThatWentByInTheTimeOfTheBed) {
  const BedSurface surface = makeBedSurface(bedOnBelt(), 0, {0.0f, 40.0f}, Vec3::Zero());
  ASSERT_FALSE(surface.vertices.empty());
  float low = 10.0f;
  float high = -10.0f;
  for (const BedVertex& v : surface.vertices) {
    low = std::min(low, v.position.y());
    high = std::max(high, v.position.y());
    EXPECT_LE(std::abs(v.position.x()), 0.2f + 1e-6f);
    EXPECT_NEAR(v.normal.norm(), 1.0f, 1e-5f);
    EXPECT_GT(v.normal.z(), 0.5f);
  }
  EXPECT_NEAR(low, -0.5f, 1e-6f) << "from the rear end of the landings";
  EXPECT_NEAR(high, 0.5f, 1e-6f) << "as far as the belt has gone";
  constexpr float kLift = 0.002f;  // 2 % of a cell
  // Way 1 m is one turn of the bed: the row j has its middle at -0.5 + 0.1 (j - 5 + 0.5) modulo 1 m.
  EXPECT_NEAR(heightAt(surface, 0.05f, 0.25f), 0.01f + kLift, 1e-5f);
  EXPECT_NEAR(heightAt(surface, 0.35f, 0.25f), 0.04f + kLift, 1e-5f);
  EXPECT_NEAR(heightAt(surface, 0.35f, 0.05f), kLift, 1e-5f) << "the row without heights";
}

TEST(BedSurface, GoesWithTheBeltToItsEnd) {
  BedNow bed = bedOnBelt();
  bed.way = 1.2;
  const BedSurface moved = makeBedSurface(bed, 0, {0.0f, 40.0f}, Vec3::Zero());
  EXPECT_NEAR(heightAt(moved, 0.35f, 0.25f), 0.002f, 1e-5f) << "the bare row is 0.2 m on";
  bed.way = 2.0;
  float high = -10.0f;
  for (const BedVertex& v : makeBedSurface(bed, 0, {0.0f, 40.0f}, Vec3::Zero()).vertices) {
    high = std::max(high, v.position.y());
  }
  EXPECT_NEAR(high, 1.0f, 1e-6f) << "the end of the belt";
  bed.way = 10.0;
  EXPECT_TRUE(makeBedSurface(bed, 0, {0.0f, 40.0f}, Vec3::Zero()).triangles.empty()) << "all of it has left";
  EXPECT_TRUE(makeBedSurface({}, 0, {0.0f, 1.0f}, Vec3::Zero()).vertices.empty());
}

TEST(BedSurface, ABeltThatRunsBackCarriesItTheOtherWay) {
  BedNow bed = bedOnBelt();
  auto back = std::make_shared<BedReading>(*bed.reading);
  back->wayTo = -1.0;
  bed.reading = back;
  bed.way = -1.0;
  float low = 10.0f;
  float high = -10.0f;
  for (const BedVertex& v : makeBedSurface(bed, 0, {0.0f, 40.0f}, Vec3::Zero()).vertices) {
    low = std::min(low, v.position.y());
    high = std::max(high, v.position.y());
  }
  EXPECT_NEAR(high, -0.3f, 1e-6f);
  EXPECT_NEAR(low, -1.0f, 1e-6f) << "the end of the belt";
}

TEST(BedSurface, HasTheColoursOfItsHeights) {
  const BedNow bed = bedOnBelt();
  EXPECT_EQ(fittedRange(*bed.reading), (std::array<float, 2>{0.0f, 40.0f}));
  const ColourTable table = colourTable(0);
  for (const BedVertex& v : makeBedSurface(bed, 0, {0.0f, 40.0f}, Vec3::Zero()).vertices) {
    const float height = v.position.z() - 0.5f - 0.002f;
    const auto& texel = table[static_cast<std::size_t>(std::lround(height / 0.04f * 255.0f))];
    EXPECT_NEAR(v.colour.x() * 255.0f, texel[0], 4.0f);
    EXPECT_NEAR(v.colour.z() * 255.0f, texel[2], 4.0f);
  }
}

TEST(BedSurface, IsDrawnWhereItIsAskedForAndLeavesNoStateBehind) {
  Offscreen screen(400, 300);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.0f, 0.0f, 0.2f}, 0.04f);
  snapshot->onRequest.bed = bedOnBelt();
  screen.renderer().upload(snapshot);
  ViewOptions options = plain(SphereQuality::full);
  options.layers.bedMap = BedMapChoice::never;
  Camera camera = frontCamera(2.0f);
  camera.target = {0.0, 0.0, 0.5};
  camera.elevation = 0.6f;
  const QImage without = screen.draw(camera, options);
  options.layers.bedMap = BedMapChoice::automatic;
  const QImage with = screen.draw(camera, options);
  keepPicture(with, "bed_surface");
  int changed = 0;
  for (int y = 0; y < with.height(); ++y) {
    for (int x = 0; x < with.width(); ++x) {
      changed += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
    }
  }
  EXPECT_GT(changed, 3000);
  options.layers.bedMap = BedMapChoice::never;
  EXPECT_EQ(screen.draw(camera, options), without);
}

}  // namespace
}  // namespace scree
