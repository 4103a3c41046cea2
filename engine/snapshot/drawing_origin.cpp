#include "engine/snapshot/drawing_origin.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/collision/surface.h"
#include "engine/world/world.h"

namespace scree {

namespace {

// Rounding of a place that is not seen, over the radius of the smallest grain: less than a pixel for a grain that fills
// a screen. Without grains, over the size of the world.
constexpr double kUnseenRounding = 1e-3;
constexpr double kUnseenRoundingOfBodies = 1e-5;
constexpr double kFarAway =
    4.0;  // least distance of the middle from the origin that is worth a shift, in half diagonals

using PlaceBox = Eigen::AlignedBox3d;

void addBodies(const World& world, PlaceBox& box) {
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& instance : body.shapes) {
      if (!std::holds_alternative<Plane>(instance.shape)) {
        const Pose pose = body.pose * instance.local;
        const Bounds bounds = boundingBox(instance.shape);
        box.extend(pose.toWorld(bounds.lower));
        box.extend(pose.toWorld(bounds.upper));
      }
    }
  }
}

}  // namespace

Vec3 drawingOrigin(const World& world) {
  const Particles& particles = world.particles;
  PlaceBox box;
  double finest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < particles.size(); ++i) {
    box.extend(particles.position[i]);
    finest = std::min(finest, kUnseenRounding * particles.radius[i]);
  }
  for (const Emitter& emitter : world.emitters) {
    box.extend(emitter.pose.position);
  }
  addBodies(world, box);
  if (box.isEmpty()) {
    return Vec3::Zero();
  }
  const double half = 0.5 * box.diagonal().norm();
  if (particles.size() == 0) {
    finest = kUnseenRoundingOfBodies * half;
  }
  const Vec3 middle = box.center();
  const double rounding = middle.cwiseAbs().maxCoeff() * double{std::numeric_limits<float>::epsilon()};
  if (!middle.allFinite() || !(rounding > finest) || !(middle.norm() > kFarAway * half)) {
    return Vec3::Zero();
  }
  // A multiple of a power of two of about the world's size: the shift rounds nothing.
  const double unit = std::exp2(std::ceil(std::log2(std::max(half, finest / kUnseenRounding))));
  return unit * (middle / unit).array().round().matrix();
}

}  // namespace scree
