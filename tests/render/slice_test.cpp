// The slice that shows a coarse-grained field.
#include <gtest/gtest.h>

#include <cmath>

#include "app/render/geometry/field_slice.h"
#include "app/view/colour_fit.h"
#include "app/view/colour_maps.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

/// A field that grows with x from 0 to 8, on a cube of 9 x 9 x 9 nodes about the origin; without values where z > 0.
std::shared_ptr<FieldMap> rising() {
  auto map = std::make_shared<FieldMap>();
  map->grid = {.spacing = 0.05, .first = {-4, -4, -4}, .size = {9, 9, 9}};
  for (std::size_t node = 0; node < map->grid.nodes(); ++node) {
    const std::array<int, 3> place = map->grid.placeOf(node);
    map->values.push_back(place[2] > 4 ? NAN : static_cast<float>(place[0]));
  }
  map->high = 8.0f;
  return map;
}

FieldLayer sliced() {
  FieldLayer layer;
  layer.slice = true;
  layer.opacity = 1.0f;
  return layer;
}

TEST(Slice, HasTheColoursOfTheFieldOnItsPlane) {
  const auto map = rising();
  const SlicePicture picture = makeSlice(*map, sliced(), 0, {0.0f, 8.0f}, Vec3::Zero());
  // The normal is along y: the plane is as large as the cube's side, through its middle.
  ASSERT_GT(picture.width, 8);
  ASSERT_EQ(picture.texels.size(), 4U * static_cast<std::size_t>(picture.width * picture.height));
  for (const Eigen::Vector3f& corner : picture.corners) {
    EXPECT_NEAR(corner.y(), 0.0f, 1e-6f);
    EXPECT_NEAR(std::abs(corner.x()), 0.2f, 1e-6f);
    EXPECT_NEAR(std::abs(corner.z()), 0.2f, 1e-6f);
  }
  const ColourTable table = colourTable(0);
  int coloured = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(picture.width);
      const float v = (static_cast<float>(y) + 0.5f) / static_cast<float>(picture.height);
      const Eigen::Vector3f place = picture.corners[0] + u * (picture.corners[1] - picture.corners[0]) +
                                    v * (picture.corners[2] - picture.corners[0]);
      const std::uint8_t* texel = &picture.texels[4 * static_cast<std::size_t>(y * picture.width + x)];
      if (place.z() > 0.051f) {
        EXPECT_EQ(texel[3], 0) << "no value there";
      } else if (place.z() < 0.0f) {
        const auto index = static_cast<std::size_t>(std::lround((place.x() + 0.2f) / 0.4f * 255.0f));
        EXPECT_NEAR(texel[1], table[index][1], 3);
        ++coloured;
      }
    }
  }
  EXPECT_GT(coloured, 100);
}

TEST(Slice, LiesWhereItIsPut) {
  const auto map = rising();
  FieldLayer layer = sliced();
  layer.placed = true;
  layer.position = Vec3(0.1, 0.0, 0.0);
  layer.azimuth = 0.0;
  for (const Eigen::Vector3f& corner : makeSlice(*map, layer, 0, {0.0f, 8.0f}, Vec3::Zero()).corners) {
    EXPECT_NEAR(corner.x(), 0.1f, 1e-6f);
  }
  layer.elevation = 0.5 * M_PI;
  layer.position = Vec3(0.0, 0.0, -0.1);
  for (const Eigen::Vector3f& corner : makeSlice(*map, layer, 0, {0.0f, 8.0f}, Vec3::Zero()).corners) {
    EXPECT_NEAR(corner.z(), -0.1f, 1e-6f);
  }
  EXPECT_TRUE(makeSlice(FieldMap(), layer, 0, {0.0f, 8.0f}, Vec3::Zero()).texels.empty());
}

TEST(Slice, IsDrawnFaintlyBehindGrains) {
  Offscreen screen(400, 300);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {0.08f, -0.2f, -0.1f}, 0.04f);
  snapshot->onRequest.fieldMap = rising();
  screen.renderer().upload(snapshot);
  ViewOptions options = plain(SphereQuality::full);
  const Camera camera = frontCamera(1.0f);
  const QImage without = screen.draw(camera, options);
  options.layers.fields = sliced();
  const QImage with = screen.draw(camera, options);
  keepPicture(with, "slice");
  int changed = 0;
  for (int y = 0; y < with.height(); ++y) {
    for (int x = 0; x < with.width(); ++x) {
      changed += with.pixel(x, y) != without.pixel(x, y) ? 1 : 0;
    }
  }
  EXPECT_GT(changed, 3000);
  EXPECT_EQ(with.pixel(5, 5), without.pixel(5, 5)) << "beyond the grid";
  options.layers.fields.slice = false;
  EXPECT_EQ(screen.draw(camera, options), without) << "and leaves no state behind";
}

TEST(Slice, RangesBeginAtZeroAndAreRoundedUp) {
  FieldMap map;
  map.high = 7.3f;
  EXPECT_EQ(fittedRange(map), (std::array<float, 2>{0.0f, 8.0f}));
}

TEST(ColourValue, OfFieldsIsThatAtTheGrain) {
  Snapshot snapshot;
  for (int i = 0; i < 3; ++i) {
    addSphere(snapshot, Eigen::Vector3f::Zero(), 0.1f, 1.0f);
  }
  for (const ColourBy by : {ColourBy::solidFraction, ColourBy::flowSpeed, ColourBy::pressure, ColourBy::shearRate,
                            ColourBy::inertialNumber}) {
    snapshot.onRequest.fieldOfGrains.clear();
    EXPECT_EQ(colourValue(snapshot, 1, by), kNoValue) << "not asked for yet";
    ASSERT_TRUE(requestFor(by, {}).fields.ofGrains.has_value());
    EXPECT_EQ(infoOf(*requestFor(by, {}).fields.ofGrains).name, infoOf(by).name);
    EXPECT_EQ(infoOf(by).scale, ColourScale::range) << "with a legend";
    snapshot.onRequest.fieldOfGrains = {1.0f, 2.5f, NAN};
    EXPECT_EQ(colourValue(snapshot, 1, by), 2.5f);
    EXPECT_EQ(colourValue(snapshot, 2, by), kNoValue);
  }
  LayerOptions layers;
  EXPECT_FALSE(requestFor(ColourBy::speed, layers).fields.any());
  layers.fields.slice = true;
  layers.fields.shows = FieldScalar::shearRate;
  layers.fields.width = 2.5f;
  const FieldRequest fields = requestFor(ColourBy::speed, layers).fields;
  EXPECT_EQ(fields.map, FieldScalar::shearRate);
  EXPECT_NEAR(fields.width(), 2.5, 1e-9);
}

}  // namespace
}  // namespace scree
