#include "engine/step/slab_layout.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/parallel.h"

namespace scree {

namespace {

constexpr std::size_t kMaxSlabs = 128;
constexpr double kContactsPerSlab = 1000.0;  // fewer, and the empty lanes of the last batches begin to cost
constexpr std::size_t kFitInCache = 20000;   // contacts, with what is made of them
constexpr std::size_t kSample = 512;         // particles
constexpr std::size_t kChunk = 1024;         // particles

/// What the free particles take up, with the sum of their radii.
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

Extent extentOf(const World& world, const StepData& data) {
  const Particles& particles = world.particles;
  return sumPieces<Extent>(data.threads, data.active.size(), kChunk, [&](std::size_t begin, std::size_t end) {
    Extent extent;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t slot = data.active[i];
      extent += {particles.position[slot], particles.position[slot], particles.radius[slot]};
    }
    return extent;
  });
}

/// Mean distance along each axis between particles that are about a twentieth of the list apart, from some of them [m].
Vec3 strayOf(const World& world, const StepData& data) {
  const std::vector<Vec3>& position = world.particles.position;
  const std::size_t n = data.active.size();
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < kSample; ++i) {
    // Different ones: rows of a lattice that was filled come back at the same place.
    const std::size_t apart = (n * (kSample + i)) / (32 * kSample);
    const std::size_t at = i * (n - apart) / kSample;
    sum += (position[data.active[at + apart]] - position[data.active[at]]).cwiseAbs();
  }
  return sum / double{kSample};
}

/// The longest axis makes most slabs. What does not fit into the cache goes faster where a slab's particles are near
/// each other in memory as well: along the axis that they were filled in last, if it is not much shorter.
int slabAxis(const World& world, const StepData& data, const Vec3& extent) {
  int axis = 0;
  const double longest = extent.maxCoeff(&axis);
  if (data.contacts.size() < kFitInCache) {
    return axis;
  }
  const Vec3 stray = strayOf(world, data).cwiseQuotient(extent);
  for (int other = 0; other < 3; ++other) {
    if (extent[other] >= 0.4 * longest && stray[other] < 0.5 * stray[axis]) {
      axis = other;
    }
  }
  return axis;
}

}  // namespace

SlabLayout chooseLayout(const World& world, const StepData& data) {
  const auto count = static_cast<double>(data.active.size());
  SlabLayout layout;
  const Extent all = extentOf(world, data);
  const Vec3 extent = all.upper - all.lower;
  const int axis = slabAxis(world, data, extent);
  layout.origin = all.lower;
  layout.axes = {axis, (axis + 1) % 3, (axis + 2) % 3};

  double longest = 0.0;
  for (const FoundContacts& found : data.found) {
    longest = std::max(longest, found.longest[axis]);
  }
  const double length = extent[axis];
  const auto contacts = static_cast<double>(data.contacts.size());
  const double wanted = std::clamp(std::floor(contacts / kContactsPerSlab), 1.0, double{kMaxSlabs});
  // A little wider than the longest contact, so that rounding cannot put its ends two slabs apart.
  layout.width = std::max({longest * (1.0 + 1e-6), length / wanted, 1e-9});
  const double slabs = length / layout.width;
  // What is no number comes of a place that is none; the particle is taken out in the next step.
  layout.slabs = slabs >= 0.0 ? static_cast<std::size_t>(std::min(slabs, double{kMaxSlabs})) + 1 : 1;

  const double mean = 2.0 * all.radii / count;
  const double wider = std::max(extent[layout.axes[1]], extent[layout.axes[2]]);
  const double across = wider > 0.0 ? wider : 0.0;
  layout.cell = std::max(1.5 * mean, 1e-9);
  const double most = std::sqrt(4.0 * count / static_cast<double>(layout.slabs)) + 4.0;
  layout.bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(std::min(across / layout.cell, most))));
  layout.bits = std::min(layout.bits, 12U);
  layout.cell = std::max(layout.cell, across / static_cast<double>((1U << layout.bits)) * (1.0 + 1e-9));
  return layout;
}

}  // namespace scree
