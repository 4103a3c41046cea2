#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/analysis/fields/field_sums.h"

// Fields of continuum mechanics at the nodes of a grid (METHOD.md 19.1).
namespace scree {

/// Fields at a node. Stresses are positive in compression. Not a number: no value, as where there is too little.
struct NodeFields {
  double density = 0.0;          ///< mass over volume, voids included [kg/m³]
  double solidFraction = 0.0;    ///< share of the volume that grains fill
  double coordination = 0.0;     ///< contacts that push, a grain
  Vec3 velocity = Vec3::Zero();  ///< momentum over mass [m/s]
  Symmetric kineticStress{};     ///< of velocities against the mean [Pa]
  Symmetric contactStress{};     ///< of forces at contacts [Pa]
  Symmetric strainRate{};        ///< symmetric part of the gradient of the velocity [1/s]
  double pressure = 0.0;         ///< a third of the trace of both stresses [Pa]
  double shearRate = 0.0;        ///< √(2 D:D) of the deviator D of the strain rate [1/s]
  double inertialNumber = 0.0;   ///< shear rate times diameter times √(density of grains / pressure)
};

/// Least solid fraction at a node with a velocity and all that follows from it.
constexpr double kLeastFieldFraction = 0.02;

/// Fields at a node from the sums of one instant or of several: means over time are those of the sums, so that the
/// velocity is that of the mean momentum.
NodeFields fieldsAt(const FieldSums& sums, std::size_t node);

/// Scalars of the fields, for colours, slices and profiles.
enum class FieldScalar : unsigned char { solidFraction, meanSpeed, pressure, shearRate, inertialNumber, coordination };
constexpr std::size_t kFieldScalarCount = 6;

double scalarOf(const NodeFields& fields, FieldScalar scalar);

/// One scalar at the nodes of a grid, for the picture.
struct FieldMap {
  FieldGrid grid;
  FieldScalar scalar = FieldScalar::solidFraction;
  std::vector<float> values;  ///< by node; not a number: no value
  double snapshots = 0.0;     ///< number of instants in the mean
  float high = 0.0f;          ///< value that 98 % of the values stay under; set by FieldLog
  /// means over the planes of nodes along x, y, z, not a number without a value; set by FieldLog
  std::array<std::vector<float>, 3> profiles;

  /// Value at a place [m] between the nodes around it, of those that have one; not a number outside.
  float at(const Vec3& place) const;
};

/// Map of a scalar.
void mapOf(const FieldSums& sums, FieldScalar scalar, ThreadPool* threads, FieldMap& map);

/// Values of the map at the centres of the particles, by slot.
void valuesAtParticles(const FieldMap& map, const Particles& particles, ThreadPool* threads,
                       std::vector<float>& values);

}  // namespace scree
