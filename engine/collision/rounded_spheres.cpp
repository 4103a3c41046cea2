#include "engine/collision/rounded_spheres.h"

#include "engine/base/parallel.h"
#include "engine/base/vector_sets.h"
#include "engine/collision/collision_constants.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

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

/// Spheres side by side, in whole vectors.
struct RoundedLists {
  const float* x;
  const float* y;
  const float* z;
  const float* reach;
  std::size_t begin;  ///< first sphere that is looked at
  std::size_t end;    ///< some behind it may be looked at as well
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
  const auto more = hn::Set(d, 1.0F + collision::kSphereRoundOff);
  for (std::size_t i = lists.begin; i < lists.end; i += hn::Lanes(d)) {
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

/// With what rounding the place may do.
double roundedReach(const Spheres& spheres, std::size_t slot) {
  return spheres.reach(slot) + double{collision::kSphereRoundOff} * spheres.positions[slot].cwiseAbs().maxCoeff();
}

}  // namespace

/// The slice of a place rises with it, so that spheres between two places are in their slices or between them. A place
/// that is no number is in the first slice.
std::size_t RoundedSpheres::sliceOf(float along) const {
  const auto last = static_cast<float>(starts_.size() - 2);
  const float at = (along - lower_) * perLength_;
  return at > 0.0F ? static_cast<std::size_t>(std::min(at, last)) : 0;
}

void RoundedSpheres::chooseSlices(const Spheres& spheres) {
  const std::size_t n = spheres.positions.size();
  const double infinity = std::numeric_limits<double>::infinity();
  Bounds bounds = {Vec3::Constant(infinity), Vec3::Constant(-infinity)};
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double reach = roundedReach(spheres, i);
    if (spheres.positions[i].allFinite() && std::isfinite(reach)) {
      bounds.lower = bounds.lower.cwiseMin(spheres.positions[i]);
      bounds.upper = bounds.upper.cwiseMax(spheres.positions[i]);
      largest = std::max(largest, reach);
    }
  }
  if (bounds.lower.x() > bounds.upper.x()) {
    bounds = {Vec3::Zero(), Vec3::Zero()};
  }
  largestReach_ = static_cast<float>(largest);
  const std::size_t slices = std::clamp<std::size_t>(n / collision::kInSlice, 1, collision::kMostSlices);
  const double length = (bounds.upper - bounds.lower).maxCoeff(&axis_);
  lower_ = static_cast<float>(bounds.lower[axis_]);
  const auto perLength = static_cast<float>(static_cast<double>(slices) / length);
  perLength_ = std::isfinite(perLength) ? perLength : 0.0F;
  starts_.assign(slices + 1, 0);
}

void RoundedSpheres::put(const Spheres& spheres, std::size_t slot, std::size_t at) {
  const Eigen::Vector3f place = spheres.positions[slot].cast<float>();
  x_[at] = place.x();
  y_[at] = place.y();
  z_[at] = place.z();
  reach_[at] = static_cast<float>(roundedReach(spheres, slot));
  slots_[at] = static_cast<std::uint32_t>(slot);
}

void RoundedSpheres::set(const Spheres& spheres, std::size_t asked, ThreadPool* threads) {
  const std::size_t n = spheres.positions.size();
  for (std::vector<float>* list : {&x_, &y_, &z_, &reach_}) {
    list->resize(n + kMostLanes);
    std::fill(list->begin() + static_cast<std::ptrdiff_t>(n), list->end(), std::numeric_limits<float>::quiet_NaN());
  }
  slots_.resize(n);
  if (asked < collision::kWorthSlicing) {
    starts_ = {0, static_cast<std::uint32_t>(n)};
    forPieces(threads, n, collision::kSpheresAPiece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        put(spheres, i, i);
      }
    });
    return;
  }
  chooseSlices(spheres);
  slices_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    slices_[i] = static_cast<std::uint32_t>(sliceOf(static_cast<float>(spheres.positions[i][axis_])));
    ++starts_[slices_[i]];
  }
  // Where each slice ends, which sinks to where it begins as its spheres are put there.
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  starts_.back() = static_cast<std::uint32_t>(n);
  for (std::size_t i = 0; i < n; ++i) {
    put(spheres, i, --starts_[slices_[i]]);
  }
}

void RoundedSpheres::findMeeting(const Spheres& spheres, std::uint32_t one, std::vector<std::uint32_t>& found) const {
  if (!spheres.positions[one].allFinite() || !std::isfinite(spheres.reach(one))) {
    return;
  }
  const Eigen::Vector3f place = spheres.positions[one].cast<float>();
  const float own = static_cast<float>(roundedReach(spheres, one)) * (1.0F + collision::kSphereRoundOff);
  const float reach = own + largestReach_ * (1.0F + collision::kSphereRoundOff);
  const bool isOne = starts_.size() == 2;
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  HWY_DYNAMIC_DISPATCH(listNearHere)
  ({.x = x_.data(),
    .y = y_.data(),
    .z = z_.data(),
    .reach = reach_.data(),
    .begin = isOne ? 0 : starts_[sliceOf(place[axis_] - reach)],
    .end = isOne ? starts_.back() : starts_[sliceOf(place[axis_] + reach) + 1]},
   place, own, found);
  for (auto at = found.begin() + first; at != found.end(); ++at) {
    *at = slots_[*at];
  }
  const auto meetsNot = [&](std::uint32_t other) {
    return other == one || !std::isfinite(spheres.reach(other)) || !spheres.meet(one, other);
  };
  found.erase(std::remove_if(found.begin() + first, found.end(), meetsNot), found.end());
  std::sort(found.begin() + first, found.end());
}

}  // namespace scree
#endif
