#include "engine/analysis/fields/field_profile.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace scree {

namespace {

/// Sums over the nodes of one plane.
struct PlaneSum {
  double mass = 0.0;  ///< of all nodes; all else is of those with a velocity
  GrainSum grains;
  Symmetric stress{};
  double nodes = 0.0;
  double shearRate = 0.0;
  double shearNodes = 0.0;
};

ProfileRow rowOf(const PlaneSum& plane, const FieldSums& sums, double place) {
  const double volume = plane.nodes * sums.snapshots * sums.grid.cell();
  ProfileRow row{.place = place,
                 .linearMass = plane.mass / (sums.snapshots * sums.grid.spacing),
                 .area = plane.nodes * sums.grid.spacing * sums.grid.spacing,
                 .density = plane.grains.mass / volume,
                 .solidFraction = plane.grains.volume / volume};
  for (std::size_t c = 0; c < 3; ++c) {
    row.velocity[static_cast<Eigen::Index>(c)] = plane.grains.momentum[c] / plane.grains.mass;
  }
  for (std::size_t c = 0; c < 6; ++c) {
    row.stress[c] = plane.stress[c] / plane.nodes;
  }
  row.pressure = (row.stress[0] + row.stress[1] + row.stress[2]) / 3.0;
  row.shearRate =
      plane.shearNodes > 0.0 ? plane.shearRate / plane.shearNodes : std::numeric_limits<double>::quiet_NaN();
  const double diameter = std::cbrt(6.0 * plane.grains.volume / (std::numbers::pi * plane.grains.count));
  row.inertialNumber =
      row.pressure > 0.0 ? row.shearRate * diameter * std::sqrt(plane.grains.mass / plane.grains.volume / row.pressure)
                         : std::numeric_limits<double>::quiet_NaN();
  return row;
}

}  // namespace

std::vector<ProfileRow> profileOf(const FieldSums& sums, int axis) {
  const auto along = static_cast<std::size_t>(axis);
  std::vector<PlaneSum> planes(static_cast<std::size_t>(sums.grid.size[along]));
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    if (sums.grains[node].mass == 0.0) {
      continue;
    }
    PlaneSum& plane = planes[static_cast<std::size_t>(sums.grid.placeOf(node)[along])];
    plane.mass += sums.grains[node].mass;
    const NodeFields fields = fieldsAt(sums, node);
    if (fields.solidFraction < kLeastFieldFraction) {
      continue;
    }
    plane.grains += sums.grains[node];
    plane.nodes += 1.0;
    for (std::size_t c = 0; c < 6; ++c) {
      plane.stress[c] += fields.kineticStress[c] + fields.contactStress[c];
    }
    if (std::isfinite(fields.shearRate)) {
      plane.shearRate += fields.shearRate;
      plane.shearNodes += 1.0;
    }
  }
  std::vector<ProfileRow> rows;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (planes[i].mass > 0.0) {
      rows.push_back(rowOf(planes[i], sums, sums.grid.spacing * (sums.grid.first[along] + static_cast<double>(i))));
    }
  }
  return rows;
}

std::vector<float> profileOf(const FieldMap& map, int axis) {
  const auto along = static_cast<std::size_t>(axis);
  std::vector<float> means(static_cast<std::size_t>(map.grid.size[along]), 0.0f);
  std::vector<float> counts(means.size(), 0.0f);
  std::array<int, 3> place{};
  std::size_t node = 0;
  for (place[2] = 0; place[2] < map.grid.size[2]; ++place[2]) {
    for (place[1] = 0; place[1] < map.grid.size[1]; ++place[1]) {
      for (place[0] = 0; place[0] < map.grid.size[0]; ++place[0], ++node) {
        if (std::isfinite(map.values[node])) {
          means[static_cast<std::size_t>(place[along])] += map.values[node];
          counts[static_cast<std::size_t>(place[along])] += 1.0f;
        }
      }
    }
  }
  for (std::size_t i = 0; i < means.size(); ++i) {
    means[i] = counts[i] > 0.0f ? means[i] / counts[i] : std::numeric_limits<float>::quiet_NaN();
  }
  return means;
}

}  // namespace scree
