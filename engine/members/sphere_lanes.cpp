#include "engine/members/sphere_lanes.h"

#include "engine/base/vector_sets.h"

// Compiled for several instruction sets, of which the processor's best is taken.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/members/sphere_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE std::uint32_t meeting(const SphereLanes& spheres, float x, float y, float z, float own, float share) {
  const hn::CappedTag<float, SphereLanes::kCount> d;
  const auto cx = hn::Set(d, x);
  const auto cy = hn::Set(d, y);
  const auto cz = hn::Set(d, z);
  const auto ownReach = hn::Set(d, own);
  const auto perRadius = hn::Set(d, share);
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < SphereLanes::kCount; i += hn::Lanes(d)) {
    const auto dx = hn::Sub(hn::Load(d, spheres.x.data() + i), cx);
    const auto dy = hn::Sub(hn::Load(d, spheres.y.data() + i), cy);
    const auto dz = hn::Sub(hn::Load(d, spheres.z.data() + i), cz);
    // Not fused, or sets would round differently.
    const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
    const auto limit = hn::Add(ownReach, hn::Mul(perRadius, hn::Load(d, spheres.radius.data() + i)));
    std::array<std::uint8_t, 8> bits{};
    hn::StoreMaskBits(d, hn::Le(squared, hn::Mul(limit, limit)), bits.data());
    found |= static_cast<std::uint32_t>(bits[0] | (bits[1] << 8)) << i;
  }
  return found;
}

std::uint32_t meetingLanesHere(const SphereLanes& spheres, float x, float y, float z, float own, float share) {
  return meeting(spheres, x, y, z, own, share);
}

void meetingLanesOfEachHere(std::span<const SphereLook> looks, float share, std::uint32_t* found) {
  for (std::size_t i = 0; i < looks.size(); ++i) {
    found[i] = meeting(*looks[i].spheres, looks[i].x, looks[i].y, looks[i].z, looks[i].own, share);
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(meetingLanesHere);
HWY_EXPORT(meetingLanesOfEachHere);

std::uint32_t meetingLanes(const SphereLanes& spheres, float x, float y, float z, float own, float share) {
  return HWY_DYNAMIC_DISPATCH(meetingLanesHere)(spheres, x, y, z, own, share);
}

void meetingLanes(std::span<const SphereLook> looks, float share, std::uint32_t* meeting) {
  HWY_DYNAMIC_DISPATCH(meetingLanesOfEachHere)(looks, share, meeting);
}

}  // namespace scree
#endif
