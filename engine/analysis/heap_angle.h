#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/world/particles.h"

// Angles of heaps from the mean places of their grains. A line through a radial profile follows the few highest grains
// and the choice of its ends; means over all grains of a heap do not.
namespace scree {

/// Largest group of grains that touch one another: gaps of at most `reach` [m]. Slots ascend. Grains that lie alone or
/// roll away are not in it.
std::vector<std::uint32_t> largestTouchingGroup(const Particles& particles, double reach);

/// Slope of a heap by the means of its grains [rad].
struct HeapAngle {
  double whole = 0.0;  ///< of all its grains
  double left = 0.0;   ///< of those at smaller x or y than the middle
  double right = 0.0;  ///< of the others
};

/// Slope of a cone on the floor z = 0 about the vertical through the centre of mass: tan θ = 2 <z>/<r>, as a cone with
/// straight flanks has <z> = h/4 and <r> = R/2. Its flanks are the halves on both sides of the axis along x. All 0
/// without grains.
HeapAngle coneAngle(const Particles& particles, std::span<const std::uint32_t> heap);

/// Slope of a wedge on the floor z = 0 that leans on a wall at x = `wall` and falls towards +x: tan θ = <z>/<x - wall>,
/// as a wedge with a straight slope has <z> = h/3 and <x> = L/3. Its halves are those on both sides of the middle along
/// y. All 0 without grains.
HeapAngle wedgeAngle(const Particles& particles, std::span<const std::uint32_t> heap, double wall);

/// Slope of a ridge along x on the floor z = 0: tan θ = <z>/<|y - y0|>, y0 the centre of mass, as a ridge with straight
/// flanks has <z> = h/3 and <|y - y0|> = L/3. Its flanks are the halves at smaller and at larger y. All 0 without
/// grains.
HeapAngle ridgeAngle(const Particles& particles, std::span<const std::uint32_t> heap);

}  // namespace scree
