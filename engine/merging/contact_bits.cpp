#include "engine/merging/contact_bits.h"

#include "engine/base/base_constants.h"
#include "engine/base/vector_sets.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/merging/merge_criterion.h"
#include "engine/merging/merging_constants.h"

#include <algorithm>
#include <limits>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/merging/contact_bits.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, 8>;

HWY_INLINE std::uint64_t bitsOf(hn::Mask<Lanes> mask, std::size_t at) {
  std::array<std::uint8_t, 8> bits{};
  hn::StoreMaskBits(Lanes(), mask, bits.data());
  return std::uint64_t{bits[0]} << at;
}

HWY_ATTR ContactBits findBitsHere(const ContactSlips& slips, const ContactTraits& traits, const ClearLimits& clear) {
  const Lanes d;
  ContactBits bits;
  for (std::size_t i = 0; i < contacts::kSlipsAtOnce; i += hn::Lanes(d)) {
    const auto velocity = hn::Load(d, slips.squaredVelocity.data() + i);
    const auto spin = hn::Load(d, slips.squaredSpin.data() + i);
    const auto along = hn::Load(d, slips.along.data() + i);
    const auto radius = hn::Load(d, traits.radius.data() + i);
    const auto pushes = hn::Gt(hn::Load(d, traits.push.data() + i), hn::Zero(d));
    const auto rubs = hn::And(pushes, hn::Gt(hn::Load(d, traits.friction.data() + i), hn::Zero(d)));
    const auto isSlow = hn::And(hn::Le(velocity, hn::Set(d, clear.velocity)), hn::Le(spin, hn::Set(d, clear.spin)));
    const auto stays = hn::And(hn::Ge(along, hn::Set(d, clear.in)), hn::Le(along, hn::Set(d, clear.out)));
    const auto mayBeQuiet = hn::And(hn::And(pushes, isSlow), stays);
    const auto across = hn::Sub(hn::Mul(hn::Set(d, 1.0 + kFewRoundings), velocity), hn::Mul(along, along));
    const auto isClear = hn::And(hn::Le(across, hn::Set(d, clear.sliding)), hn::Le(spin, hn::Set(d, clear.rolling)));
    const auto fastest = hn::Max(velocity, hn::Mul(hn::Mul(radius, radius), spin));
    const auto isFast = hn::Gt(fastest, hn::Set(d, clear.front));
    const auto mayBeFast = hn::Ge(fastest, hn::Set(d, clear.noFront));
    bits.pushing |= bitsOf(pushes, i);
    bits.rubbing |= bitsOf(rubs, i);
    bits.quiet |= bitsOf(hn::And(mayBeQuiet, isClear), i);
    bits.unclear |= bitsOf(hn::AndNot(isClear, mayBeQuiet), i);
    bits.fast |= bitsOf(hn::And(rubs, isFast), i);
    bits.nearFast |= bitsOf(hn::AndNot(isFast, hn::And(rubs, mayBeFast)), i);
  }
  return bits;
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

namespace {

/// Squares beyond which a number is greater than its limit whatever rounding did to either.
double clearlyBeyond(double squaredLimit) { return (1.0 + kFewRoundings) * squaredLimit; }
/// And below which it is not.
double clearlyBelow(double squaredLimit) { return (1.0 - kFewRoundings) * squaredLimit; }

}  // namespace

HWY_EXPORT(findBitsHere);

ClearLimits::ClearLimits(const ReductionLimits& limits) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double normal = std::max(limits.normalIn, limits.normalOut);
  const double tangential = limits.tangential * limits.tangential;
  velocity = clearlyBeyond(normal * normal + tangential);
  const double least = std::min({limits.normalIn, limits.normalOut, limits.tangential});
  spin = clearlyBeyond(limits.rolling * limits.rolling);
  in = -limits.normalIn;
  out = limits.normalOut;
  const bool hasMore = limits.limitsAccelerations();
  calm = hasMore ? -kNone : clearlyBelow(least * least);
  sliding = hasMore ? -kNone : clearlyBelow(tangential);
  rolling = clearlyBelow(limits.rolling * limits.rolling);
  const bool isOn = limits.hasFront;
  const double squared = mostBeside(limits) * mostBeside(limits);
  front = isOn ? clearlyBeyond(squared) : kNone;
  noFront = isOn ? clearlyBelow(squared) : kNone;
}

ContactBits findBits(const ContactSlips& slips, const ContactTraits& traits, const ClearLimits& clear,
                     std::size_t count) {
  ContactBits bits = HWY_DYNAMIC_DISPATCH(findBitsHere)(slips, traits, clear);
  const std::uint64_t all = count < contacts::kSlipsAtOnce ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
  for (std::uint64_t* one : {&bits.pushing, &bits.rubbing, &bits.quiet, &bits.unclear, &bits.fast, &bits.nearFast}) {
    *one &= all;
  }
  return bits;
}

}  // namespace scree
#endif
