#include "engine/measures/repose_line.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/repose.h"
#include "engine/analysis/turning_drum.h"

namespace scree {

namespace {

double lowestOf(const Particles& particles) {
  double floor = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < particles.size(); ++i) {
    floor = std::min(floor, particles.position[i].z() - particles.radius[i]);
  }
  return floor;
}

ReposeLine lineInDrum(const Particles& particles, const DrumFrame& frame) {
  constexpr double kShare = 0.5;
  const DrumSurface surface = drumSurface(particles, frame, kShare);
  const double uphill = surface.angle < 0.0 ? -1.0 : 1.0;
  const Vec3 side = uphill * frame.axis.cross(-Vec3::UnitZ()).normalized();
  const double half = kShare * frame.radius;
  ReposeLine line;
  line.angle = std::abs(surface.angle);
  line.downhill = -side;
  line.length = 2.0 * half;
  line.top = frame.centre + half * side + (surface.height + half * std::tan(line.angle)) * Vec3::UnitZ();
  return line;
}

}  // namespace

std::optional<ReposeLine> bedLine(const World& world) {
  const Particles& particles = world.particles;
  if (particles.size() == 0) {
    return std::nullopt;
  }
  if (const std::optional<DrumFrame> frame = turningDrum(world)) {
    return lineInDrum(particles, *frame);
  }
  if (hasBelt(world)) {
    return std::nullopt;
  }
  const double floor = lowestOf(particles);
  const PileShape pile = measurePile(particles, floor);
  if (pile.foot <= 0.0) {
    return std::nullopt;
  }
  ReposeLine line;
  line.angle = pile.angle;
  line.top = {pile.axis.x(), pile.axis.y(), floor + pile.crest};
  line.length = pile.foot;
  return line;
}

std::optional<ReposeLine> boxLine(const World& world, const MeasureRepose& box) {
  const Particles& particles = world.particles;
  const SensorShape shape = SensorBox{box.halfExtents};
  std::vector<std::size_t> inside;
  double width = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    if (contains(shape, box.pose.toLocal(particles.position[i]))) {
      inside.push_back(i);
      width += 2.0 * particles.radius[i];
    }
  }
  if (inside.size() < kLeastColumns) {
    return std::nullopt;
  }
  width /= static_cast<double>(inside.size());
  std::map<std::pair<long, long>, Vec3> tops;
  for (const std::size_t i : inside) {
    const Vec3& place = particles.position[i];
    const auto cell = std::pair(std::lround(place.x() / width), std::lround(place.y() / width));
    const auto [top, isNew] = tops.try_emplace(cell, place);
    if (!isNew && place.z() > top->second.z()) {
      top->second = place;
    }
  }
  Vec3 centre = Vec3::Zero();
  for (const auto& [cell, top] : tops) {
    centre += top;
  }
  centre /= static_cast<double>(tops.size());
  Eigen::Matrix2d square = Eigen::Matrix2d::Zero();
  Eigen::Vector2d rise = Eigen::Vector2d::Zero();
  for (const auto& [cell, top] : tops) {
    const Eigen::Vector2d way = (top - centre).head<2>();
    square += way * way.transpose();
    rise += (top.z() - centre.z()) * way;
  }
  constexpr double kInOneLine = 1e-3;  // ratio of the extents across and along below which the columns are one line
  const double trace = square.trace();
  if (tops.size() < kLeastColumns || square.determinant() < kInOneLine * trace * trace) {
    return std::nullopt;
  }
  const Eigen::Vector2d slope = square.ldlt().solve(rise);
  ReposeLine line;
  line.angle = std::atan(slope.norm());
  const Eigen::Vector2d down = slope.norm() > 0.0 ? Eigen::Vector2d(-slope.normalized()) : Eigen::Vector2d::UnitX();
  line.downhill = {down.x(), down.y(), 0.0};
  double half = 0.0;
  for (const auto& [cell, top] : tops) {
    half = std::max(half, std::abs(down.dot((top - centre).head<2>())));
  }
  line.length = 2.0 * half;
  line.top = centre - half * line.downhill + half * slope.norm() * Vec3::UnitZ();
  return line;
}

std::optional<ReposeLine> reposeLine(const World& world, const MeasureRepose& repose) {
  return repose.inBox ? boxLine(world, repose) : bedLine(world);
}

}  // namespace scree
