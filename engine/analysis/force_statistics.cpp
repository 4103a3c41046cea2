#include "engine/analysis/force_statistics.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace scree {

namespace {

/// Axes of the planes of directions: x-z, y-z, x-y.
constexpr std::array<std::array<Eigen::Index, 2>, 3> kPlanes = {{{0, 2}, {1, 2}, {0, 1}}};

void countDirection(const Vec3& normal, ForceStatistics& statistics) {
  for (std::size_t plane = 0; plane < kPlanes.size(); ++plane) {
    const double along = normal[kPlanes[plane][0]];
    const double up = normal[kPlanes[plane][1]];
    // A normal and its opposite are one direction.
    const double angle = std::atan2(up, along) / std::numbers::pi;
    const double turn = angle < 0.0 ? angle + 1.0 : angle;
    const auto bin = static_cast<std::size_t>(turn * ForceStatistics::kDirections);
    statistics.directions[plane][bin % ForceStatistics::kDirections] += std::hypot(along, up);
  }
}

}  // namespace

ForceStatistics forceStatistics(std::span<const ForceContact> contacts, std::size_t particles) {
  ForceStatistics statistics;
  std::vector<std::uint16_t> touches(particles, 0);
  double sum = 0.0;
  for (const ForceContact& contact : contacts) {
    sum += double{contact.force};
    statistics.largest = std::max(statistics.largest, double{contact.force});
    statistics.kept += contact.kept ? 1U : 0U;
    ++touches[contact.a];
    if (contact.b != kNoParticle) {
      ++touches[contact.b];
    }
    const Vec3 normal = contact.normal.cast<double>();
    statistics.fabric += normal * normal.transpose();
    countDirection(normal, statistics);
  }
  double touching = 0.0;
  for (const std::uint16_t count : touches) {
    ++statistics.coordination[std::min<std::size_t>(count, ForceStatistics::kMostContacts)];
    touching += count;
  }
  statistics.meanCoordination = particles == 0 ? 0.0 : touching / static_cast<double>(particles);
  statistics.contacts = contacts.size();
  if (contacts.empty()) {
    return statistics;
  }
  statistics.mean = sum / static_cast<double>(contacts.size());
  statistics.fabric /= static_cast<double>(contacts.size());
  statistics.principal = Eigen::SelfAdjointEigenSolver<Mat3>(statistics.fabric, Eigen::EigenvaluesOnly).eigenvalues();
  const double perBin = ForceStatistics::kForceBins / (ForceStatistics::kMostForce * statistics.mean);
  for (const ForceContact& contact : contacts) {
    const auto bin = static_cast<std::size_t>(double{contact.force} * perBin);
    ++statistics.forces[std::min(bin, ForceStatistics::kForceBins - 1)];
  }
  return statistics;
}

}  // namespace scree
