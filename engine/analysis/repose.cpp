#include "engine/analysis/repose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace scree {

namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

/// A line y = height + slope x.
struct Line {
  double slope = 0.0;
  double height = 0.0;
};

/// Line through points by least squares; level at height 0 for fewer than three points.
Line lineThrough(const std::vector<std::array<double, 2>>& points) {
  if (points.size() < 3) {
    return {};
  }
  double x = 0.0;
  double y = 0.0;
  for (const auto& p : points) {
    x += p[0];
    y += p[1];
  }
  x /= static_cast<double>(points.size());
  y /= static_cast<double>(points.size());
  double xy = 0.0;
  double xx = 0.0;
  for (const auto& p : points) {
    xy += (p[0] - x) * (p[1] - y);
    xx += (p[0] - x) * (p[0] - x);
  }
  const double slope = xx > 0.0 ? xy / xx : 0.0;
  return {slope, y - slope * x};
}

/// Slope of the line through points by least squares.
double slopeOf(const std::vector<std::array<double, 2>>& points) { return lineThrough(points).slope; }

double meanDiameterOf(const Particles& particles) {
  double sum = 0.0;
  for (const double radius : particles.radius) {
    sum += 2.0 * radius;
  }
  return sum / static_cast<double>(particles.size());
}

/// Horizontal direction in which rotation about the axis lifts material from the bottom.
Vec3 liftingSide(const DrumFrame& frame) { return frame.axis.cross(-Vec3::UnitZ()).normalized(); }

/// Speed of one particle against the drum's rotation [m/s].
double slidingSpeed(const Particles& particles, std::size_t i, const DrumFrame& frame, double angularSpeed) {
  const Vec3 rigid = (angularSpeed * frame.axis).cross(particles.position[i] - frame.centre);
  return (particles.velocity[i] - rigid).norm();
}

Vec3 centreOfMass(const Particles& particles) {
  Vec3 sum = Vec3::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    sum += particles.mass[i] * particles.position[i];
    mass += particles.mass[i];
  }
  return sum / mass;
}

}  // namespace

double drumAngleByMass(const Particles& particles, const DrumFrame& frame) {
  if (particles.size() == 0) {
    return 0.0;
  }
  const Vec3 offset = centreOfMass(particles) - frame.centre;
  return std::atan2(offset.dot(liftingSide(frame)), -offset.z());
}

DrumSurface drumSurface(const Particles& particles, const DrumFrame& frame, double share) {
  if (particles.size() == 0) {
    return {};
  }
  const Vec3 side = liftingSide(frame);
  const double half = share * frame.radius;
  const double width = meanDiameterOf(particles);
  const auto slices = static_cast<std::size_t>(std::ceil(2.0 * half / width));
  std::vector<double> top(slices, kNone);
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 offset = particles.position[i] - frame.centre;
    const double x = offset.dot(side) + half;
    if (x >= 0.0 && x < 2.0 * half) {
      double& height = top[std::min(slices - 1, static_cast<std::size_t>(x / width))];
      height = std::max(height, offset.z());
    }
  }
  std::vector<std::array<double, 2>> points;
  for (std::size_t s = 0; s < slices; ++s) {
    if (top[s] != kNone) {
      points.push_back({(static_cast<double>(s) + 0.5) * width - half, top[s]});
    }
  }
  const Line line = lineThrough(points);
  return {.angle = std::atan(line.slope), .height = line.height};
}

double drumAngleBySurface(const Particles& particles, const DrumFrame& frame, double share) {
  return drumSurface(particles, frame, share).angle;
}

std::array<DrumLayer, kDrumLayers> drumLayers(const Particles& particles, const DrumFrame& frame, double angularSpeed,
                                              double diameter, const std::function<bool(std::size_t)>& isMember) {
  std::array<DrumLayer, kDrumLayers> layers{};
  const DrumSurface surface = drumSurface(particles, frame);
  const Vec3 side = liftingSide(frame);
  const double limit = kPlugThreshold * frame.radius * std::abs(angularSpeed);
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 offset = particles.position[i] - frame.centre;
    const double below = surface.height + std::tan(surface.angle) * offset.dot(side) - offset.z();
    const double depth = std::max(0.0, std::cos(surface.angle) * below);
    DrumLayer& layer = layers[std::min(kDrumLayers - 1, static_cast<std::size_t>(depth / diameter))];
    const double speed = slidingSpeed(particles, i, frame, angularSpeed);
    layer.grains += 1.0;
    layer.speed += speed;
    layer.plug += speed <= limit ? 1.0 : 0.0;
    layer.members += isMember(i) ? 1.0 : 0.0;
  }
  return layers;
}

double plugFraction(const Particles& particles, const DrumFrame& frame, double angularSpeed, double threshold) {
  if (particles.size() == 0) {
    return 0.0;
  }
  std::size_t plug = 0;
  const double limit = threshold * frame.radius * std::abs(angularSpeed);
  for (std::size_t i = 0; i < particles.size(); ++i) {
    plug += slidingSpeed(particles, i, frame, angularSpeed) <= limit ? 1 : 0;
  }
  return static_cast<double>(plug) / static_cast<double>(particles.size());
}

namespace {

constexpr std::size_t kSectors = 8;

/// Mean height of the surface in each ring about the axis, above the floor [m]; ends at the first ring with less than
/// half of its sectors filled.
std::vector<double> ringSurface(const Particles& particles, const Vec3& axis, double width, double floorHeight) {
  std::vector<std::array<double, kSectors>> tops;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 offset = particles.position[i] - axis;
    const auto ring = static_cast<std::size_t>(std::hypot(offset.x(), offset.y()) / width);
    const double turn = (std::atan2(offset.y(), offset.x()) / std::numbers::pi + 1.0) / 2.0;
    const auto sector = std::min(kSectors - 1, static_cast<std::size_t>(turn * kSectors));
    if (ring >= tops.size()) {
      std::array<double, kSectors> empty{};
      empty.fill(kNone);
      tops.resize(ring + 1, empty);
    }
    tops[ring][sector] = std::max(tops[ring][sector], particles.position[i].z() - floorHeight);
  }
  std::vector<double> surface;
  for (const auto& sectors : tops) {
    double sum = 0.0;
    std::size_t filled = 0;
    for (const double top : sectors) {
      if (top != kNone) {
        sum += top;
        ++filled;
      }
    }
    // The ring at the axis is too small to fill all of its sectors.
    if (!surface.empty() && filled < kSectors / 2) {
      break;
    }
    surface.push_back(filled == 0 ? 0.0 : sum / static_cast<double>(filled));
  }
  return surface;
}

double radiusOfMassShare(const Particles& particles, const Vec3& axis, double share) {
  std::vector<std::array<double, 2>> byRadius;
  double total = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 offset = particles.position[i] - axis;
    byRadius.push_back({std::hypot(offset.x(), offset.y()), particles.mass[i]});
    total += particles.mass[i];
  }
  std::sort(byRadius.begin(), byRadius.end());
  double sum = 0.0;
  for (const auto& [radius, mass] : byRadius) {
    sum += mass;
    if (sum >= share * total) {
      return radius;
    }
  }
  return 0.0;
}

double peakHeight(const Particles& particles, double floorHeight) {
  std::vector<double> tops;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    tops.push_back(particles.position[i].z() + particles.radius[i] - floorHeight);
  }
  const std::size_t count = std::min(kPeakCount, tops.size());
  std::partial_sort(tops.begin(), tops.begin() + static_cast<std::ptrdiff_t>(count), tops.end(), std::greater<>());
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += tops[i];
  }
  return sum / static_cast<double>(count);
}

}  // namespace

PileShape measurePile(const Particles& particles, double floorHeight) {
  PileShape shape;
  if (particles.size() == 0) {
    return shape;
  }
  const Vec3 axis = centreOfMass(particles);
  const double width = meanDiameterOf(particles);
  shape.height = peakHeight(particles, floorHeight);
  shape.radius = radiusOfMassShare(particles, axis, 0.9);
  const std::vector<double> surface = ringSurface(particles, axis, width, floorHeight);
  std::size_t foot = 0;
  while (foot < surface.size() && surface[foot] > width) {
    ++foot;
  }
  const double extent = static_cast<double>(foot) * width;
  std::vector<std::array<double, 2>> points;
  for (std::size_t ring = 0; ring < foot; ++ring) {
    const double radius = (static_cast<double>(ring) + 0.5) * width;
    if (radius >= 0.2 * extent && radius <= 0.8 * extent) {
      points.push_back({radius, surface[ring]});
    }
  }
  const Line line = lineThrough(points);
  shape.angle = std::atan(-line.slope);
  shape.axis = axis;
  shape.crest = line.height;
  shape.foot = points.size() < 3 ? 0.0 : extent;
  return shape;
}

namespace {

/// Mean height of the surface in each column downhill [m]; ends before the first column with less than half of its
/// cells filled.
std::vector<double> slopeSurface(const Particles& particles, const SlopeFrame& frame, double width) {
  const Vec3 across = Vec3::UnitZ().cross(frame.downhill);
  const auto cells = static_cast<std::size_t>(std::max(1.0, std::floor(2.0 * frame.halfWidth / width)));
  const double cell = 2.0 * frame.halfWidth / static_cast<double>(cells);
  std::vector<std::vector<double>> tops;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 offset = particles.position[i] - frame.origin;
    const double down = offset.dot(frame.downhill);
    const double side = offset.dot(across) + frame.halfWidth;
    if (down < 0.0 || side < 0.0 || side >= 2.0 * frame.halfWidth) {
      continue;
    }
    const auto column = static_cast<std::size_t>(down / width);
    if (column >= tops.size()) {
      tops.resize(column + 1, std::vector<double>(cells, kNone));
    }
    double& top = tops[column][std::min(cells - 1, static_cast<std::size_t>(side / cell))];
    top = std::max(top, offset.z());
  }
  std::vector<double> surface;
  for (const std::vector<double>& column : tops) {
    double sum = 0.0;
    std::size_t filled = 0;
    for (const double top : column) {
      if (top != kNone) {
        sum += top;
        ++filled;
      }
    }
    if (2 * filled < cells || filled == 0) {
      break;
    }
    surface.push_back(sum / static_cast<double>(filled));
  }
  return surface;
}

}  // namespace

double slopeAngle(const Particles& particles, const SlopeFrame& frame, double from, double to) {
  if (particles.size() == 0) {
    return 0.0;
  }
  const double width = meanDiameterOf(particles);
  const std::vector<double> surface = slopeSurface(particles, frame, width);
  const auto crest = static_cast<std::size_t>(std::max_element(surface.begin(), surface.end()) - surface.begin());
  std::size_t foot = crest;
  while (foot < surface.size() && surface[foot] > width) {
    ++foot;
  }
  const double extent = static_cast<double>(foot - crest) * width;
  std::vector<std::array<double, 2>> points;
  for (std::size_t column = crest; column < foot; ++column) {
    const double down = (static_cast<double>(column - crest) + 0.5) * width;
    if (down >= from * extent && down <= to * extent) {
      points.push_back({down, surface[column]});
    }
  }
  return std::atan(-slopeOf(points));
}

Statistics statisticsOf(std::span<const double> values) {
  Statistics statistics{.count = values.size()};
  if (values.empty()) {
    return statistics;
  }
  for (const double value : values) {
    statistics.mean += value;
  }
  statistics.mean /= static_cast<double>(values.size());
  for (const double value : values) {
    statistics.deviation += (value - statistics.mean) * (value - statistics.mean);
  }
  statistics.deviation = std::sqrt(statistics.deviation / static_cast<double>(values.size()));
  return statistics;
}

}  // namespace scree
