#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/base/types.h"
#include "engine/collision/collision_constants.h"

namespace scree {

/// Classes of reaches that a survey counts.
constexpr std::size_t kSizes = collision::kMaxLevels * collision::kSizesPerLevel;

/// What the levels of a grid depend on, of some spheres or of all. Reaches are those of partners.h.
struct SphereSurvey {
  Bounds bounds;
  double smallest = 0.0;  ///< reach [m]
  double largest = 0.0;   ///< reach [m]
  double radii = 0.0;     ///< their sum [m]
  std::size_t finite = 0;
  std::array<std::uint32_t, kSizes> ofSize{};  ///< how many there are, by sizeOf()

  /// Sizes are counted from the largest reach, 0, in eighths of the octave: the ratio's exponent and first digits.
  std::size_t sizeOf(double reach) const;
};

/// What the spheres of a level look for partners in, besides their own level.
struct LevelSearch {
  double reach = 0.0;         ///< of the largest sphere that the level may hold [m]
  std::uint32_t coarser = 0;  ///< bits of the coarser levels, cell by cell
  std::uint32_t finer = 0;    ///< bits of finer levels, each as far as it is within reach
};

/// Which spheres share a level, coarsest first: each holds reaches within a factor of two, the first one maybe less.
struct LevelPlan {
  std::size_t shift = 0;  ///< sizes by which the first level is shorter than the others
  std::array<std::size_t, collision::kMaxLevels> count{};
  std::array<LevelSearch, collision::kMaxLevels> searches;
  double cost = 0.0;  ///< of a search, about [ns]

  std::size_t levelOf(std::size_t size) const;
};

/// The plan that costs least: most spheres just fit into the cells of their level, however large a few are, and of two
/// levels the spheres of one look for those of the other.
LevelPlan planLevels(const SphereSurvey& survey);

}  // namespace scree
