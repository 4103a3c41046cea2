#include "engine/collision/rounded_spheres.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

// Compiled for several instruction sets, of which the processor's best is taken. They only choose whom the exact test
// is asked about.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/collision/rounded_spheres.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#ifndef SCREE_ROUNDED_LISTS
#define SCREE_ROUNDED_LISTS
namespace scree {

/// Of the reach, and of the largest coordinate: several times what rounding to float may do.
constexpr float kRounding = 1e-6F;

/// Spheres side by side, in whole vectors.
struct RoundedLists {
  const float* x;
  const float* y;
  const float* z;
  const float* reach;
  std::size_t count;
};

}  // namespace scree
#endif

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

HWY_ATTR void listNearHere(const RoundedLists& lists, const Eigen::Vector3f& place, float own,
                           std::vector<std::uint32_t>& found) {
  const hn::CappedTag<float, 16> d;
  const auto x = hn::Set(d, place.x());
  const auto y = hn::Set(d, place.y());
  const auto z = hn::Set(d, place.z());
  const auto ownReach = hn::Set(d, own);
  const auto more = hn::Set(d, 1.0F + kRounding);
  for (std::size_t i = 0; i < lists.count; i += hn::Lanes(d)) {
    const auto dx = hn::Sub(hn::LoadU(d, lists.x + i), x);
    const auto dy = hn::Sub(hn::LoadU(d, lists.y + i), y);
    const auto dz = hn::Sub(hn::LoadU(d, lists.z + i), z);
    const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
    const auto limit = hn::Add(ownReach, hn::Mul(more, hn::LoadU(d, lists.reach + i)));
    const auto near = hn::Le(squared, hn::Mul(limit, limit));
    if (HWY_LIKELY(hn::AllFalse(d, near))) {
      continue;
    }
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(d, near, bytes.data());
    for (auto bits = std::bit_cast<std::uint64_t>(bytes); bits != 0; bits &= bits - 1) {
      found.push_back(static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(listNearHere);

namespace {

constexpr std::size_t kMostLanes = 16;

}  // namespace

void RoundedSpheres::set(const Spheres& spheres) {
  const std::size_t n = spheres.positions.size();
  const std::size_t padded = (n + kMostLanes - 1) / kMostLanes * kMostLanes;
  for (std::vector<float>* list : {&x_, &y_, &z_, &reach_}) {
    list->assign(padded, std::numeric_limits<float>::quiet_NaN());
  }
  float largest = 0.0F;
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::Vector3f place = spheres.positions[i].cast<float>();
    x_[i] = place.x();
    y_[i] = place.y();
    z_[i] = place.z();
    reach_[i] = static_cast<float>(spheres.reach(i));
    largest = std::max(largest, place.cwiseAbs().maxCoeff());
  }
  rounding_ = std::isfinite(largest) ? kRounding * largest : std::numeric_limits<float>::infinity();
}

void RoundedSpheres::findMeeting(const Spheres& spheres, std::uint32_t one, std::vector<std::uint32_t>& found) const {
  if (!std::isfinite(spheres.reach(one))) {
    return;
  }
  const float own = reach_[one] * (1.0F + kRounding) + 2.0F * rounding_;
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  HWY_DYNAMIC_DISPATCH(listNearHere)
  ({.x = x_.data(), .y = y_.data(), .z = z_.data(), .reach = reach_.data(), .count = x_.size()},
   {x_[one], y_[one], z_[one]}, own, found);
  const auto meetsNot = [&](std::uint32_t other) {
    return other == one || !std::isfinite(spheres.reach(other)) || !spheres.meet(one, other);
  };
  found.erase(std::remove_if(found.begin() + first, found.end(), meetsNot), found.end());
}

}  // namespace scree
#endif
