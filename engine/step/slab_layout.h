#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Slabs along one axis, and a grid of columns across it that brings neighbours near each other in memory.
struct SlabLayout {
  Vec3 origin = Vec3::Zero();
  std::array<int, 3> axes{};  ///< the slabs' axis first
  double width = 1.0;         ///< of a slab [m]
  double cell = 1.0;          ///< across [m]
  std::size_t slabs = 1;
  unsigned bits = 0;  ///< the columns across are 2^bits by 2^bits
};

/// The layout for the free particles and the contacts of the step. No contact reaches beyond the next slab.
SlabLayout chooseLayout(const World& world, const StepData& data);

/// Where a position is: the slab's number, then the column's in its lower 2 * layout.bits bits.
std::uint32_t keyOf(const SlabLayout& layout, const Vec3& position);

}  // namespace scree
