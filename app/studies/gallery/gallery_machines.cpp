#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/studies/gallery/gallery_parts.h"

// Classes of machines: drums, boxes that move, belts, mixers and inclines.
namespace scree {

namespace {

/// Places of a lattice that surely lie in a circle, for a diameter in units of its pitch.
int placesInCircle(double diameter) {
  const double inner = std::max(0.0, diameter - 1.4);
  return static_cast<int>(0.25 * std::numbers::pi * inner * inner);
}

std::string rotation(const Vec3& point, char axis, double speed, double start, double stop = 1e3) {
  return fmt::format("{{rotate: {{point: {}, axis: {}, speed: {:.4f}, start: {:.3f}, stop: {:.3f}, ramp: 0.1}}}}",
                     galleryVector(point), axis, speed, start, stop);
}

/// Side walls in the planes y = ± depth/2, from x = `left` to `right`.
std::string sideWalls(double left, double right, double bottom, double top, double depth) {
  const Vec3 size(right - left, 0.01, top - bottom);
  const double x = 0.5 * (left + right);
  const double z = 0.5 * (bottom + top);
  const double y = 0.5 * (depth + size.y());
  return galleryBox(size, {x, -y, z}) + ", " + galleryBox(size, {x, y, z});
}

std::string flatBelt(double length, double depth, const Vec3& middle) {
  return fmt::format("{{rectangle: {{size: [{:.5f}, {:.5f}], position: {}, material: wall}}}}", length, depth,
                     galleryVector(middle));
}

std::string beltMotion(double speed) {
  return fmt::format("{{belt: {{shape: 0, direction: {}, speed: {:.4f}}}}}", speed < 0.0 ? "-x" : "x", std::abs(speed));
}

/// Paddle that turns about a horizontal axis in a slot.
GalleryScene paddleMixer(GalleryBuilder& builder) {
  const double d = builder.diameter();
  const int length = builder.random.whole(5, 8);
  const GalleryBed bed = builder.bed({.leastX = length + 6, .mostX = length + 8, .mostLayers = 16});
  const int below = length / 2 + 3;
  const int above = std::max(2, bed.layers - below);
  const double axis = builder.fillHeight(below) + 0.5 * d;
  const int grains = std::max(2, std::min(above, builder.mostGrains() / (bed.nx * bed.ny) - below));
  const double top = axis + 0.5 * d;
  builder.body("box", galleryContainer({bed.width, bed.depth, top + builder.fillHeight(grains) + 0.05}, 0.0, "+z"));
  builder.body("blade", galleryBox({length * d, bed.depth, d}, {0.0, 0.0, axis}),
               rotation({0.0, 0.0, axis}, 'y', builder.random.either(0.3, 4.0), builder.start()));
  const int layer = bed.nx * bed.ny;
  builder.fillBox(Vec3::Zero(), {bed.width, bed.depth, axis - 0.5 * d}, below * layer);
  builder.fillBox({0.0, 0.0, top}, {bed.width, bed.depth, builder.fillHeight(grains)}, grains * layer);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

/// Blade that turns about the axis of a vessel.
GalleryScene vesselMixer(GalleryBuilder& builder) {
  const double d = builder.diameter();
  const double p = builder.pitch();
  const int across = builder.random.whole(9, 13);
  const double diameter = across * p + 0.1 * d;
  const int layer = placesInCircle(across);
  const int layers = std::clamp(builder.random.whole(4, 9), 2, builder.mostGrains() / layer);
  const double blade = builder.grains(1.5, 3.0);
  const double bottom = 1.5 * d + blade;
  const double length = (layers + 2) * p;
  const double height = bottom + length + 0.02;
  builder.body("vessel",
               fmt::format("{{hollow_cylinder: {{diameter: {:.5f}, length: {:.5f}, position: {}, open: [high], "
                           "material: wall}}}}",
                           diameter, height, galleryVector({0.0, 0.0, 0.5 * height})));
  builder.body("blade", galleryBox({diameter - 4.0 * d, d, blade}, {0.0, 0.0, 1.5 * d + 0.5 * blade}),
               rotation(Vec3::Zero(), 'z', builder.random.uniform(0.5, 6.0), builder.start()));
  builder.fillCylinder({0.0, 0.0, bottom + 0.5 * length}, 'z', diameter - 0.05 * d, length, layer * layers);
  return builder.finish(-0.5 * diameter, 0.5 * diameter, 0.0);
}

}  // namespace

GalleryScene drumScene(GalleryBuilder& builder) {
  const double d = builder.diameter();
  const double across = builder.random.uniform(13.0, 22.0);
  int ny = builder.random.whole(3, 6);
  const double share = builder.random.uniform(0.3, 0.5);
  const int places = static_cast<int>(share * placesInCircle(across));
  ny = std::max(2, std::min(ny, builder.mostGrains() / places));
  const double diameter = across * builder.pitch() + 0.1 * d;
  const double length = ny * builder.pitch() + 0.1 * d;
  builder.body("drum",
               fmt::format("{{hollow_cylinder: {{diameter: {:.5f}, length: {:.5f}, axis: y, material: wall}}}}",
                           diameter, length),
               rotation(Vec3::Zero(), 'y', builder.random.uniform(0.3, 4.0), 0.5));
  builder.fillCylinder(Vec3::Zero(), 'y', diameter - 0.05 * d, length - 0.04 * d, places * ny);
  return builder.finish(-0.5 * diameter, 0.5 * diameter, -0.5 * diameter);
}

GalleryScene tiltScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 10, .mostX = 20, .mostLayers = 14});
  const double angle = builder.random.uniform(0.15, 0.9);  // rad
  const double speed = builder.random.either(0.05, 0.8);
  const double height = bed.fillHeight + builder.grains(0.0, 4.0);
  builder.body("box", galleryContainer({bed.width, bed.depth, height}, 0.0, "+z"),
               rotation(Vec3::Zero(), 'y', speed, builder.start(), builder.start() + angle / std::abs(speed)));
  builder.fillBed(bed);
  builder.sinkBelow(-0.35);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, -0.35);
}

GalleryScene shakeScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 10, .mostX = 20, .leastY = 4, .mostY = 8, .mostLayers = 14});
  const double frequency = builder.random.uniform(1.0, 6.0);
  const double acceleration = 9.81 * builder.random.uniform(0.1, 1.5);
  const double speed = acceleration / (2.0 * std::numbers::pi * frequency);
  const int swings = static_cast<int>(2.0 * frequency * (builder.duration() - builder.start()));
  std::string course = fmt::format("{{time: {:.4f}, speed: 0}}", builder.start());
  for (int i = 0; i < swings; ++i) {
    course += fmt::format(", {{time: {:.4f}, speed: {:.5f}}}", builder.start() + (0.5 * i + 0.25) / frequency,
                          i % 2 == 0 ? speed : -speed);
  }
  builder.body("box", galleryContainer({bed.width, bed.depth, 1.5 * bed.fillHeight + 0.1}, 0.0, "+z"),
               fmt::format("{{translate: {{direction: {}, smooth: true, course: [{}]}}}}",
                           builder.random.chance(0.7) ? "x" : "z", course));
  builder.fillBed(bed);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

GalleryScene transferScene(GalleryBuilder& builder) {
  const double d = builder.diameter();
  const double depth = builder.random.whole(4, 7) * d;
  const double drop = builder.grains(4.0, 9.0);
  const double first = builder.grains(18.0, 26.0);
  const double second = builder.grains(18.0, 26.0);
  const double high = drop + builder.grains(6.0, 10.0);
  const double middle = builder.random.uniform(-0.2, 0.3) * second;
  const double right = middle + 0.5 * second;
  builder.body("upper", flatBelt(first, depth, {-0.5 * first, 0.0, drop}),
               beltMotion(builder.random.uniform(0.05, 0.4)));
  builder.body("lower", flatBelt(second, depth, {middle, 0.0, 0.0}), beltMotion(builder.random.either(0.05, 0.4)));
  builder.body("skirts", sideWalls(-first, std::max(right, 4.0 * d), -d, high, depth) + ", " +
                             galleryBox({d, depth, high - drop}, {-first - 0.5 * d, 0.0, 0.5 * (drop + high)}));
  builder.emitter({-0.7 * first, 0.0, drop + 3.5 * d}, {0.4 * first, depth - 1.1 * d, 3.0 * d},
                  builder.random.uniform(100.0, 250.0), builder.mostGrains());
  builder.sinkBelow(-0.25);
  GalleryScene scene = builder.finish(-first, right, 0.0);
  scene.plane = GalleryPlane{.point = {0.0, 0.0, drop - d}};
  return scene;
}

GalleryScene mixerScene(GalleryBuilder& builder) {
  return builder.random.chance(0.5) ? paddleMixer(builder) : vesselMixer(builder);
}

GalleryScene obstacleScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 8, .mostX = 12, .leastY = 7, .mostY = 10, .mostLayers = 8});
  const double d = builder.diameter();
  const double slope = builder.random.uniform(0.3, 0.9);
  const double cosine = 1.0 / std::sqrt(1.0 + slope * slope);
  builder.setGravity({9.81 * slope * cosine, 0.0, -9.81 * cosine});
  const double left = -bed.width;
  const double right = builder.grains(20.0, 30.0);
  const double height = bed.fillHeight + 0.02;
  const double post = std::min(builder.grains(2.0, 4.0), bed.depth - 4.0 * d);
  const double place = builder.grains(5.0, 10.0);
  builder.body("chute", flatBelt(right - left, bed.depth, {0.5 * (left + right), 0.0, 0.0}) + ", " +
                            sideWalls(left, right, 0.0, height, bed.depth) + ", " +
                            galleryBox({d, bed.depth, height}, {left - 0.5 * d, 0.0, 0.5 * height}));
  builder.body("post",
               fmt::format("{{solid_cylinder: {{diameter: {:.5f}, length: {:.5f}, position: {}, material: wall}}}}",
                           post, height, galleryVector({place, 0.0, 0.5 * height})));
  builder.body("gate", galleryBox({d, bed.depth, height}, {0.5 * d, 0.0, 0.5 * height}),
               galleryMove("z", 3.0, builder.start(), builder.start() + 0.3));
  builder.fillBed(bed, 0.0, 0.5 * left);
  builder.sinkBelow(-0.25);
  GalleryScene scene = builder.finish(left, right, 0.0);
  scene.plane = GalleryPlane{.point = {place + 0.5 * post, 0.0, 0.0}, .normal = Vec3::UnitX()};
  return scene;
}

}  // namespace scree
