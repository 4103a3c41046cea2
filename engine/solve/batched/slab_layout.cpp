#include "engine/solve/batched/slab_layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/solve/batched/batched_constants.h"

namespace scree {

namespace {

/// Bounding box of the centres of the free particles, and the sum of their radii.
struct Extent {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());
  double radii = 0.0;  ///< m

  Extent& operator+=(const Extent& other) {
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
    radii += other.radii;
    return *this;
  }
};

Extent extentOf(const World& world, const StepContext& context, const ContactList& list) {
  const Particles& particles = world.particles;
  return sumPieces<Extent>(context.threads, list.active.size(), batched::kSummedAPiece,
                           [&](std::size_t begin, std::size_t end) {
                             Extent extent;
                             for (std::size_t i = begin; i < end; ++i) {
                               const std::uint32_t slot = list.active[i];
                               extent += {particles.position[slot], particles.position[slot], particles.radius[slot]};
                             }
                             return extent;
                           });
}

/// Mean distance along each axis between particles that are about a twentieth of the list apart, from some of them [m].
Vec3 strayOf(const World& world, const ContactList& list) {
  const std::vector<Vec3>& position = world.particles.position;
  const std::size_t n = list.active.size();
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < batched::kSample; ++i) {
    // Different ones: rows of a lattice that was filled come back at the same place.
    const std::size_t apart = (n * (batched::kSample + i)) / (batched::kStrayParts * batched::kSample);
    const std::size_t at = i * (n - apart) / batched::kSample;
    sum += (position[list.active[at + apart]] - position[list.active[at]]).cwiseAbs();
  }
  return sum / double{batched::kSample};
}

/// The longest axis makes most slabs. What does not fit into the cache goes faster where a slab's particles are near
/// each other in memory as well: along the axis that they were filled in last, if it is not much shorter.
int slabAxis(const World& world, const ContactList& list, const Vec3& extent) {
  int axis = 0;
  const double longest = extent.maxCoeff(&axis);
  if (list.contacts.size() < batched::kFitInCache) {
    return axis;
  }
  const Vec3 stray = strayOf(world, list).cwiseQuotient(extent);
  for (int other = 0; other < 3; ++other) {
    if (extent[other] >= batched::kOtherAxis * longest && stray[other] < batched::kNearerInMemory * stray[axis]) {
      axis = other;
    }
  }
  return axis;
}

/// Numbers of free particles by slice. Contacts are not counted: their number changes a little even at rest, and other
/// slabs in each step would lose the order of the last one.
struct SliceCounts {
  std::array<std::uint32_t, SlabLayout::kSlices> of{};

  SliceCounts& operator+=(const SliceCounts& other) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      of[i] += other.of[i];
    }
    return *this;
  }
};

SliceCounts countSlices(const World& world, const StepContext& context, const ContactList& list,
                        const SlabLayout& layout) {
  return sumPieces<SliceCounts>(context.threads, list.active.size(), batched::kCountedAPiece,
                                [&](std::size_t begin, std::size_t end) {
                                  SliceCounts counts;
                                  for (std::size_t i = begin; i < end; ++i) {
                                    ++counts.of[layout.sliceOf(world.particles.position[list.active[i]])];
                                  }
                                  return counts;
                                });
}

/// Makes slabs of slices, `wanted` at most with about as many particles each; all but the first and the last are at
/// least `thinnest` slices thick.
void cutSlabs(const SliceCounts& counts, std::size_t particles, std::size_t wanted, double thinnest,
              SlabLayout& layout) {
  std::size_t slab = 0;
  std::size_t begin = 0;  // slice
  double before = 0.0;    // particles, of the slabs before
  double until = 0.0;     // particles, of these and of the slab at hand
  for (std::size_t slice = 0; slice < SlabLayout::kSlices; ++slice) {
    const double own = counts.of[slice];
    const double share = (static_cast<double>(particles) - before) / static_cast<double>(wanted - slab);
    const bool isFull = until + 0.5 * own >= before + share;
    const bool isThick = slab == 0 || static_cast<double>(slice - begin) >= thinnest;
    if (slab + 1 < wanted && slice > 0 && isFull && isThick) {
      ++slab;
      begin = slice;
      before = until;
    }
    layout.slabOfSlice[slice] = static_cast<std::uint8_t>(slab);
    until += own;
  }
  layout.slabs = slab + 1;
}

}  // namespace

SlabLayout chooseLayout(const World& world, const StepContext& context, const ContactList& list) {
  const auto count = static_cast<double>(list.active.size());
  SlabLayout layout;
  const Extent all = extentOf(world, context, list);
  const Vec3 extent = all.upper - all.lower;
  Vec3 folded = extent;  // as slabs count it
  for (int i = 0; i < 3; ++i) {
    folded[i] = world.periodic.isAlong(i) ? 0.5 * world.periodic.length[i] : extent[i];
  }
  const int axis = slabAxis(world, list, folded);
  layout.origin = all.lower;
  layout.axes = {axis, (axis + 1) % 3, (axis + 2) % 3};
  layout.side = world.periodic.length[axis];
  if (layout.side > 0.0) {
    layout.origin[axis] = world.periodic.lower[axis];
  }

  double longest = 0.0;
  for (const FoundContacts& found : list.found) {
    longest = std::max(longest, found.longest[axis]);
  }
  const double length = folded[axis];
  const auto contacts = static_cast<double>(list.contacts.size());
  // Two by two, as a thread has one to sweep while the next waits for it.
  const double wanted =
      std::clamp(2.0 * std::round(contacts / (2.0 * batched::kContactsPerSlab)), 1.0, double{batched::kMaxSlabs});
  layout.slice = std::max(length / double{SlabLayout::kSlices} * (1.0 + batched::kSlicePlay), batched::kThinnestSlice);
  // A little more than the longest contact, so that rounding cannot put its ends two slabs apart.
  const double thinnest = std::ceil(longest * (1.0 + batched::kContactPlay) / layout.slice) + 1.0;
  // A length that is not finite comes from a place that is not; the particle is taken out in the next step.
  if (std::isfinite(length) && std::isfinite(thinnest)) {
    cutSlabs(countSlices(world, context, list, layout), list.active.size(), static_cast<std::size_t>(wanted), thinnest,
             layout);
  }

  const double mean = 2.0 * all.radii / count;
  const double wider = std::max(extent[layout.axes[1]], extent[layout.axes[2]]);
  const double across = wider > 0.0 ? wider : 0.0;
  layout.cell = std::max(batched::kColumn * mean, batched::kThinnestColumn);
  const double most =
      std::sqrt(batched::kColumnsPerParticle * count / static_cast<double>(layout.slabs)) + batched::kFewestColumns;
  layout.bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(std::min(across / layout.cell, most))));
  layout.bits = std::min(layout.bits, batched::kMostColumnBits);
  layout.cell = std::max(layout.cell, across / static_cast<double>((1U << layout.bits)) * (1.0 + batched::kSlicePlay));
  return layout;
}

}  // namespace scree
