#include "app/studies/iterations/wall_pressure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "app/studies/iterations/least_squares.h"

namespace scree {

namespace {

constexpr double kStripHeight = 5.0;  // d (I, section 4.2.1)
constexpr double kUpright = 0.5;      // largest share of the normal along z of a contact with the wall
constexpr std::size_t kFewestPoints = 4;

std::size_t stripOf(double z, double diameter) {
  return static_cast<std::size_t>(std::max(0.0, z / (kStripHeight * diameter)));
}

/// Points from the surface down.
std::vector<WallPoint> pointsOf(const WallSums& sums, double width, double height, double diameter) {
  const std::vector<WallSums::Strip>& strips = sums.strips();
  const double wall = std::numbers::pi * width * kStripHeight * diameter * diameter;
  const double section = 0.25 * std::numbers::pi * width * width * diameter * diameter;
  std::vector<WallPoint> points;
  double load = 0.0;
  for (std::size_t i = strips.size(); i-- > 0;) {
    const WallSums::Strip& strip = strips[i];
    const double own = (strip.weight - strip.support) / sums.instants();
    const double depth = height - (static_cast<double>(i) + 0.5) * kStripHeight;
    // The uppermost strip may be half empty, and the floor bears the lowest.
    if (i > 0 && depth > 0.5 * kStripHeight && strip.normal > 0.0) {
      points.push_back({.depth = depth,
                        .pressure = strip.normal / sums.instants() / wall,
                        .vertical = (load + 0.5 * own) / section,
                        // A resting network is the same at all instants, so that their number makes nothing surer.
                        .scatter = std::sqrt(strip.squares * sums.instants()) / strip.normal});
    }
    load += own;
  }
  return points;
}

void fit(double width, JanssenProfile& profile) {
  const std::vector<WallPoint>& points = profile.points;
  const auto modelAt = [](const Eigen::VectorXd& x, double depth) {
    return std::exp(x[0]) * (1.0 - std::exp(-depth / std::exp(x[1])));
  };
  const auto residuals = [&](const Eigen::VectorXd& x) {
    Eigen::VectorXd r(static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
      r[static_cast<Eigen::Index>(i)] = points[i].pressure - modelAt(x, points[i].depth);
    }
    return r;
  };
  const double start = points.back().pressure;
  const LeastSquares found = leastSquares(residuals, Eigen::Vector2d(std::log(start), std::log(width)));
  profile.isFitted = found.isFound;
  profile.fittedPressure = std::exp(found.values[0]);
  profile.fittedLength = std::exp(found.values[1]);
  profile.fittedRatio = width / (4.0 * profile.mobilised * profile.fittedLength);
  profile.deviation = found.scatter / profile.fittedPressure;
}

}  // namespace

void WallSums::add(const World& world, std::span<const ForceContact> contacts) {
  const Particles& p = world.particles;
  const double gravity = world.parameters.gravity.norm();
  const auto at = [&](double z, double diameter) -> Strip& {
    const std::size_t index = stripOf(z, diameter);
    strips_.resize(std::max(strips_.size(), index + 1));
    return strips_[index];
  };
  for (std::size_t i = 0; i < p.size(); ++i) {
    at(p.position[i].z(), 2.0 * p.radius[i]).weight += p.mass[i] * gravity;
  }
  for (const ForceContact& contact : contacts) {
    if (contact.body != 0 || std::abs(contact.normal.z()) > kUpright) {
      continue;
    }
    Strip& strip = at(p.position[contact.a].z(), 2.0 * p.radius[contact.a]);
    strip.normal += contact.force;
    strip.squares += static_cast<double>(contact.force) * contact.force;
    strip.support -= contact.friction.z();
  }
  instants_ += 1.0;
}

JanssenProfile janssenProfile(const WallSums& sums, double width, double height, double diameter) {
  JanssenProfile profile;
  if (sums.instants() == 0.0) {
    return profile;
  }
  profile.points = pointsOf(sums, width, height, diameter);
  double normal = 0.0;
  double support = 0.0;
  double weight = 0.0;
  for (const WallSums::Strip& strip : sums.strips()) {
    normal += strip.normal;
    support += strip.support;
    weight += strip.weight / sums.instants();
  }
  profile.mobilised = normal > 0.0 ? support / normal : 0.0;
  const double section = 0.25 * std::numbers::pi * width * width * diameter * diameter;
  const double slope = weight / (section * height * diameter);  // ρ g [Pa/m]
  if (profile.points.empty() || profile.mobilised <= 0.0) {
    return profile;
  }
  profile.closedPressure = slope * width * diameter / (4.0 * profile.mobilised);
  profile.hydrostatic = slope * profile.points.back().depth * diameter;
  double squares = 0.0;
  for (const WallPoint& point : profile.points) {
    profile.meanRatio += point.pressure / point.vertical / static_cast<double>(profile.points.size());
    squares += std::pow(point.scatter * point.pressure, 2);
  }
  if (profile.points.size() >= kFewestPoints) {
    fit(width, profile);
    profile.expected = std::sqrt(squares / static_cast<double>(profile.points.size())) / profile.fittedPressure;
  }
  return profile;
}

}  // namespace scree
