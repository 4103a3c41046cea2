#include "engine/analysis/fields/field_values.h"

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/base/parallel.h"

namespace scree {

namespace {

constexpr std::size_t kValuesPiece = 2048;  // nodes or particles a piece
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
// Least determinant of the ways between centres of mass from which a gradient follows, in cubes of the spacing.
constexpr double kLeastDeterminant = 0.1;

bool isFilled(const FieldSums& sums, const GrainSum& sum) {
  return sum.volume >= kLeastFieldFraction * sums.snapshots * sums.grid.cell();
}

Vec3 vectorFrom(const std::array<double, 3>& values) { return {values[0], values[1], values[2]}; }

/// Gradient of the velocity at a node, G with v = G x: the linear map of the ways between the centres of mass at the
/// neighbours along each axis to the differences of their velocities. It is exact where the grains move so, however
/// they lie. At the border of the grains the node itself takes the place of the neighbour.
std::optional<Mat3> gradientAt(const FieldSums& sums, std::size_t node) {
  const std::array<int, 3> place = sums.grid.placeOf(node);
  const std::array<std::size_t, 3> strides = {
      1, static_cast<std::size_t>(sums.grid.size[0]),
      static_cast<std::size_t>(sums.grid.size[0]) * static_cast<std::size_t>(sums.grid.size[1])};
  Mat3 ways;
  Mat3 changes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool hasLow = place[axis] > 0 && isFilled(sums, sums.grains[node - strides[axis]]);
    const bool hasHigh = place[axis] + 1 < sums.grid.size[axis] && isFilled(sums, sums.grains[node + strides[axis]]);
    if (!hasLow && !hasHigh) {
      return std::nullopt;
    }
    const GrainSum& low = sums.grains[hasLow ? node - strides[axis] : node];
    const GrainSum& high = sums.grains[hasHigh ? node + strides[axis] : node];
    const double perHigh = 1.0 / high.mass;
    const double perLow = 1.0 / low.mass;
    Vec3 way = perHigh * vectorFrom(high.moment) - perLow * vectorFrom(low.moment);
    way[static_cast<Eigen::Index>(axis)] += sums.grid.spacing * ((hasLow ? 1.0 : 0.0) + (hasHigh ? 1.0 : 0.0));
    ways.col(static_cast<Eigen::Index>(axis)) = way;
    changes.col(static_cast<Eigen::Index>(axis)) =
        perHigh * vectorFrom(high.momentum) - perLow * vectorFrom(low.momentum);
  }
  Mat3 inverse;
  double determinant = 0.0;
  bool isInvertible = false;
  ways.computeInverseAndDetWithCheck(inverse, determinant, isInvertible, kLeastDeterminant * sums.grid.cell());
  return isInvertible ? std::optional<Mat3>(changes * inverse) : std::nullopt;
}

void setMotion(const FieldSums& sums, std::size_t node, NodeFields& fields) {
  const std::optional<Mat3> gradient = gradientAt(sums, node);
  if (!gradient) {
    fields.strainRate.fill(kNoNumber);
    fields.shearRate = fields.inertialNumber = kNoNumber;
    return;
  }
  const Mat3 rate = 0.5 * (*gradient + gradient->transpose());
  fields.strainRate = {rate(0, 0), rate(1, 1), rate(2, 2), rate(0, 1), rate(1, 2), rate(0, 2)};
  fields.shearRate = std::sqrt(2.0) * (rate - rate.trace() / 3.0 * Mat3::Identity()).norm();
  const GrainSum& sum = sums.grains[node];
  const double diameter = std::cbrt(6.0 * sum.volume / (std::numbers::pi * sum.count));
  fields.inertialNumber = fields.pressure > 0.0
                              ? fields.shearRate * diameter * std::sqrt(sum.mass / sum.volume / fields.pressure)
                              : kNoNumber;
}

}  // namespace

NodeFields fieldsAt(const FieldSums& sums, std::size_t node) {
  NodeFields fields;
  if (sums.snapshots == 0.0) {
    return fields;
  }
  const GrainSum& sum = sums.grains[node];
  const double perVolume = 1.0 / (sums.snapshots * sums.grid.cell());
  fields.density = sum.mass * perVolume;
  fields.solidFraction = sum.volume * perVolume;
  fields.coordination = sum.count > 0.0 ? sum.contacts / sum.count : kNoNumber;
  for (std::size_t c = 0; c < 6; ++c) {
    fields.contactStress[c] = sums.contacts[node].virial[c] * perVolume;
  }
  if (sum.mass > 0.0) {
    const double perMass = 1.0 / sum.mass;
    const Vec3 p = vectorFrom(sum.momentum);
    const Symmetric ofMean = {p.x() * p.x(), p.y() * p.y(), p.z() * p.z(), p.x() * p.y(), p.y() * p.z(), p.x() * p.z()};
    for (std::size_t c = 0; c < 6; ++c) {
      fields.kineticStress[c] = (sum.transport[c] - perMass * ofMean[c]) * perVolume;
    }
  }
  fields.pressure = (fields.kineticStress[0] + fields.kineticStress[1] + fields.kineticStress[2] +
                     fields.contactStress[0] + fields.contactStress[1] + fields.contactStress[2]) /
                    3.0;
  if (isFilled(sums, sum)) {
    fields.velocity = vectorFrom(sum.momentum) / sum.mass;
    setMotion(sums, node, fields);
  } else {
    fields.velocity.setConstant(kNoNumber);
    fields.strainRate.fill(kNoNumber);
    fields.shearRate = fields.inertialNumber = kNoNumber;
  }
  return fields;
}

double scalarOf(const NodeFields& fields, FieldScalar scalar) {
  switch (scalar) {
    case FieldScalar::solidFraction:
      return fields.solidFraction;
    case FieldScalar::meanSpeed:
      return fields.velocity.norm();
    case FieldScalar::pressure:
      return fields.pressure;
    case FieldScalar::shearRate:
      return fields.shearRate;
    case FieldScalar::inertialNumber:
      return fields.inertialNumber;
    case FieldScalar::coordination:
      return fields.coordination;
  }
  return kNoNumber;
}

float FieldMap::at(const Vec3& place) const {
  std::array<int, 3> low{};
  std::array<double, 3> part{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double scaled = place[static_cast<Eigen::Index>(axis)] / grid.spacing - grid.first[axis];
    const double floor = std::floor(scaled);
    if (!(floor >= 0.0 && floor + 1.0 < static_cast<double>(grid.size[axis]))) {
      return std::numeric_limits<float>::quiet_NaN();
    }
    low[axis] = static_cast<int>(floor);
    part[axis] = scaled - floor;
  }
  double sum = 0.0;
  double weights = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const std::array<int, 3> step = {corner & 1, corner >> 1 & 1, corner >> 2};
    const double value = double{values[grid.indexOf(low[0] + step[0], low[1] + step[1], low[2] + step[2])]};
    if (!std::isnan(value)) {
      double weight = 1.0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        weight *= step[axis] == 1 ? part[axis] : 1.0 - part[axis];
      }
      sum += weight * value;
      weights += weight;
    }
  }
  return weights > 0.0 ? static_cast<float>(sum / weights) : std::numeric_limits<float>::quiet_NaN();
}

void mapOf(const FieldSums& sums, FieldScalar scalar, ThreadPool* threads, FieldMap& map) {
  map.grid = sums.grid;
  map.scalar = scalar;
  map.snapshots = sums.snapshots;
  map.values.resize(sums.grid.nodes());
  const double perVolume = sums.snapshots > 0.0 ? 1.0 / (sums.snapshots * sums.grid.cell()) : 0.0;
  const auto valueAt = [&](std::size_t node) {
    // Values without stresses and gradients cost less.
    const GrainSum& sum = sums.grains[node];
    switch (scalar) {
      case FieldScalar::solidFraction:
        return sum.volume * perVolume;
      case FieldScalar::meanSpeed:
        return vectorFrom(sum.momentum).norm() / sum.mass;
      case FieldScalar::coordination:
        return sum.contacts / sum.count;
      default:
        return scalarOf(fieldsAt(sums, node), scalar);
    }
  };
  forPieces(threads, sums.grid.nodes(), kValuesPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      map.values[node] = isFilled(sums, sums.grains[node]) ? static_cast<float>(valueAt(node))
                                                           : std::numeric_limits<float>::quiet_NaN();
    }
  });
}

void valuesAtParticles(const FieldMap& map, const Particles& particles, ThreadPool* threads,
                       std::vector<float>& values) {
  values.resize(particles.size());
  forPieces(threads, particles.size(), kValuesPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      values[i] = map.at(particles.position[i]);
    }
  });
}

}  // namespace scree
