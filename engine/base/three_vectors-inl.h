// Vectors of space in the first three of four lanes, for the files that are compiled once an instruction set. All round
// as Eigen does.
#include <cstdint>

#include "engine/base/types.h"
#include "hwy/highway.h"

// Included once a set.
#if defined(SCREE_THREE_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef SCREE_THREE_VECTORS
#undef SCREE_THREE_VECTORS
#else
#define SCREE_THREE_VECTORS
#endif

// Sets of shorter vectors have nothing to gain.
#undef SCREE_HAS_THREE_VECTORS
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
#define SCREE_HAS_THREE_VECTORS 1

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::CappedTag<double, 4>;
using FourFloats = hn::Rebind<float, Four>;
using FourVec = hn::Vec<Four>;

/// Nothing is read behind it.
HWY_INLINE FourVec loaded(const Vec3& v) {
  const Four d;
  return hn::MaskedLoad(hn::FirstN(d, 3), d, v.data());
}

/// y, z, x of x, y, z.
HWY_INLINE FourVec turned(FourVec v) {
  const Four d;
  alignas(32) static constexpr std::int64_t kNext[4] = {1, 2, 0, 3};
  return hn::TableLookupLanes(v, hn::SetTableIndices(d, kNext));
}

HWY_INLINE FourVec cross(FourVec a, FourVec b) { return turned(hn::Sub(hn::Mul(a, turned(b)), hn::Mul(turned(a), b))); }

/// Summed in Eigen's order: first the first two.
HWY_INLINE double dot(FourVec a, FourVec b) {
  const FourVec products = hn::Mul(a, b);
  const FourVec next = turned(products);
  return hn::GetLane(hn::Add(hn::Add(products, next), turned(next)));
}

/// Rounded, and something in the fourth place.
HWY_INLINE void store(FourVec v, float* to) {
  const FourFloats f;
  hn::StoreU(hn::DemoteTo(f, v), f, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#endif
#endif
