#pragma once

#include <optional>

#include "engine/geometry/made_mesh.h"
#include "engine/state/archive.h"

// Numbers that meshes are made from: both a saved state and the commands of a recording hold them. A change here
// changes kStateVersion.
namespace scree {

// clang-format off
template <class Ar> void archive(Ar& ar, std::optional<double>& v) {
  bool isGiven = v.has_value();
  double value = v.value_or(0.0);
  archive(ar, isGiven, value);
  if constexpr (Ar::kReading) { v = isGiven ? std::optional(value) : std::nullopt; }
}
template <class Ar> void archive(Ar& ar, HopperMesh& m) { archive(ar, m.diameter, m.height, m.outlet, m.angle, m.sides); }
template <class Ar> void archive(Ar& ar, WallBumps& b) { archive(ar, b.height, b.lowest, b.width, b.density, b.seed); }
template <class Ar> void archive(Ar& ar, DrumMesh& m) {
  archive(ar, m.diameter, m.length, m.sides, m.lifters, m.lifterHeight, m.bumps, m.closedLow, m.closedHigh);
}
template <class Ar> void archive(Ar& ar, RotorMesh& m) {
  archive(ar, m.diameter, m.height, m.shaft, m.blades, m.bladeHeight, m.pitch);
}
template <class Ar> void archive(Ar& ar, GapWidths& w) { archive(ar, w.first, w.last, w.widths, w.at, w.file); }
template <class Ar> void archive(Ar& ar, OutletMesh& m) {
  archive(ar, m.diameter, m.length, m.gaps, m.beta, m.alpha, m.widths, m.spiral, m.rim, m.sides, m.bumps);
}
template <class Ar> void archive(Ar& ar, BoxMesh& m) { archive(ar, m.size, m.cuts, m.open); }
// clang-format on

}  // namespace scree
