#include "engine/scene/start_falls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/collision/surface.h"

namespace scree {
namespace {

constexpr double kNowhere = -std::numeric_limits<double>::infinity();
/// Size over the smallest radius, or fall over its own diameter, from which a particle's fall counts: the grains of a
/// loose fill fall together, and hit each other more slowly than their gaps would give.
constexpr double kLarge = 3.0;
constexpr double kFarFall = 10.0;
/// Gap over the radius up to which grains touch but for rounding.
constexpr double kTouching = 1e-9;
/// Largest number of cells of the map along each axis: a scene of few particles far apart needs no more.
constexpr double kMostMapCells = 1024.0;

/// Rectangle in the plane across gravity [m].
struct Rect {
  Eigen::Vector2d lower;
  Eigen::Vector2d upper;
};

/// Height of the particles entered so far, by cells across gravity.
class HeightMap {
 public:
  HeightMap(const Rect& extent, double cell) : lower_(extent.lower) {
    const Eigen::Vector2d size = (extent.upper - extent.lower).cwiseMax(cell);
    cell_ = std::max(cell, size.maxCoeff() / kMostMapCells);
    columns_ = static_cast<long>(size.x() / cell_) + 1;
    rows_ = static_cast<long>(size.y() / cell_) + 1;
    tops_.assign(static_cast<std::size_t>(columns_ * rows_), kNowhere);
  }

  /// Highest top in the cells of a rectangle [m].
  double under(const Rect& rect) {
    double top = kNowhere;
    forCells(rect, [&](double& cell) { top = std::max(top, cell); });
    return top;
  }
  void enter(const Rect& rect, double top) {
    forCells(rect, [&](double& cell) { cell = std::max(cell, top); });
  }

 private:
  template <typename Visit>
  void forCells(const Rect& rect, Visit visit) {
    const auto place = [&](double at, double from, long count) {
      return static_cast<long>(std::clamp((at - from) / cell_, 0.0, static_cast<double>(count - 1)));
    };
    for (long row = place(rect.lower.y(), lower_.y(), rows_); row <= place(rect.upper.y(), lower_.y(), rows_); ++row) {
      const long end = place(rect.upper.x(), lower_.x(), columns_);
      for (long column = place(rect.lower.x(), lower_.x(), columns_); column <= end; ++column) {
        visit(tops_[static_cast<std::size_t>(row * columns_ + column)]);
      }
    }
  }

  Eigen::Vector2d lower_;
  double cell_ = 1.0;
  long columns_ = 1;
  long rows_ = 1;
  std::vector<double> tops_;
};

class Search {
 public:
  explicit Search(const World& world)
      : world_(world), up_(-world.parameters.gravity.normalized()), first_(up_.unitOrthogonal()) {}

  StartFalls find() const {
    const Particles& particles = world_.particles;
    std::vector<std::uint32_t> order(particles.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto bottom = [&](std::uint32_t i) { return up_.dot(particles.position[i]) - particles.radius[i]; };
    std::ranges::sort(order, {}, bottom);
    Rect extent = rectOf(order.front());
    for (const std::uint32_t i : order) {
      extent = {extent.lower.cwiseMin(rectOf(i).lower), extent.upper.cwiseMax(rectOf(i).upper)};
    }
    const double smallest = *std::ranges::min_element(particles.radius);
    HeightMap map(extent, 2.0 * smallest);
    StartFalls falls;
    for (const std::uint32_t i : order) {
      const double top = map.under(rectOf(i));
      const double fall = top > kNowhere ? bottom(i) - top : 0.0;
      const bool counts = particles.radius[i] >= kLarge * smallest || fall > kFarFall * 2.0 * particles.radius[i];
      falls.particle = std::max(falls.particle, counts && fall > kTouching * particles.radius[i] ? fall : 0.0);
      map.enter(rectOf(i), bottom(i) + 2.0 * particles.radius[i]);
    }
    for (std::uint32_t i = 0; i < world_.bodies.size(); ++i) {
      if (isLoose(world_, i)) {
        falls.body = std::max(falls.body, fallOf(world_.bodies[i], bottom, order));
      }
    }
    return falls;
  }

 private:
  Eigen::Vector2d across(const Vec3& point) const { return {first_.dot(point), up_.cross(first_).dot(point)}; }

  /// Square inside a particle's outline: a particle that is only brushed does not hold another one.
  Rect rectOf(std::uint32_t i) const {
    const Eigen::Vector2d middle = across(world_.particles.position[i]);
    const Eigen::Vector2d half = Eigen::Vector2d::Constant(world_.particles.radius[i] * std::sqrt(0.5));
    return {middle - half, middle + half};
  }

  /// Fall from a body's lowest point to the highest particle below it and in its outline [m].
  template <typename Bottom>
  double fallOf(const Body& body, const Bottom& bottom, const std::vector<std::uint32_t>& order) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Rect outline{Eigen::Vector2d::Constant(kInfinity), Eigen::Vector2d::Constant(-kInfinity)};
    double lowest = kInfinity;
    for (const ShapeInstance& shape : body.shapes) {
      const Bounds box = boundingBox(shape.shape);
      const Pose pose = body.pose * shape.local;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 local((corner & 1) != 0 ? box.upper.x() : box.lower.x(),
                         (corner & 2) != 0 ? box.upper.y() : box.lower.y(),
                         (corner & 4) != 0 ? box.upper.z() : box.lower.z());
        const Vec3 point = pose.toWorld(local);
        lowest = std::min(lowest, up_.dot(point));
        outline = {outline.lower.cwiseMin(across(point)), outline.upper.cwiseMax(across(point))};
      }
    }
    double top = kNowhere;
    for (const std::uint32_t i : order) {
      const Eigen::Vector2d at = across(world_.particles.position[i]);
      const double end = bottom(i) + 2.0 * world_.particles.radius[i];
      if (bottom(i) < lowest && (at.array() >= outline.lower.array()).all() &&
          (at.array() <= outline.upper.array()).all()) {
        top = std::max(top, end);
      }
    }
    return top > kNowhere && std::isfinite(lowest) ? std::max(0.0, lowest - top) : 0.0;
  }

  const World& world_;
  Vec3 up_;
  Vec3 first_;
};

}  // namespace

StartFalls fallsAtStart(const World& world) {
  const bool isAny = world.particles.size() > 0 && !world.parameters.gravity.isZero(0.0);
  return isAny ? Search(world).find() : StartFalls{};
}

bool isLoose(const World& world, std::uint32_t body) {
  return world.bodies[body].isDynamic() && std::ranges::all_of(world.joints, [&](const Joint& joint) {
           const bool isOf = joint.a == body || joint.b == body;
           return !isOf || (joint.kind == JointKind::prismatic && joint.motor.kind == MotorKind::none);
         });
}

}  // namespace scree
