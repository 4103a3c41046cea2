#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/collision/collision_constants.h"

namespace scree {

/// Classes of reaches that a survey counts.
constexpr std::size_t kSizes = collision::kMaxLevels * collision::kSizesPerLevel;

/// Bounds and sizes of some spheres or of all, from which the levels of a grid are planned. Reaches are those of
/// Spheres::reach().
struct SphereSurvey {
  Bounds bounds;
  double smallest = 0.0;  ///< reach [m]
  double largest = 0.0;   ///< reach [m]
  double radii = 0.0;     ///< sum of all radii [m]
  std::size_t finite = 0;
  std::array<std::uint32_t, kSizes> ofSize{};  ///< spheres by sizeOf()

  /// Sizes are counted from the largest reach, 0, in eighths of the octave: the ratio's exponent and first digits.
  std::size_t sizeOf(double reach) const;
};

/// Other levels in which the spheres of a level look for partners.
struct LevelSearch {
  double reach = 0.0;         ///< largest reach that the level may hold [m]
  std::uint32_t coarser = 0;  ///< bits of the coarser levels, cell by cell
  std::uint32_t finer = 0;    ///< bits of the finer levels, in which cells within reach are looked at
};

/// Plan of the levels, coarsest first: each holds reaches within a factor of two, the first one maybe less.
struct LevelPlan {
  std::size_t shift = 0;  ///< sizes by which the first level is shorter than the others
  std::array<std::size_t, collision::kMaxLevels> count{};
  std::array<LevelSearch, collision::kMaxLevels> searches;
  double cost = 0.0;  ///< estimated cost of a search [ns]

  std::size_t levelOf(std::size_t size) const;
};

/// The plan that costs least: most spheres just fit into the cells of their level, however large a few are, and of two
/// levels the spheres of one look for those of the other.
LevelPlan planLevels(const SphereSurvey& survey);

}  // namespace scree
