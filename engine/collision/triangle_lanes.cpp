#include "engine/collision/triangle_lanes.h"

#include <algorithm>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/collision/triangle_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Number = hn::CappedTag<double, 8>;
using Place = hn::RebindToUnsigned<Number>;
using Gathering = hn::RebindToSigned<Number>;
using Numbers = hn::Vec<Number>;
using Places = hn::Vec<Place>;
using Where = hn::Mask<Number>;
constexpr std::size_t kTriangleLanes = hn::MaxLanes(Number());

struct Points {
  Numbers x, y, z;
};

HWY_INLINE Points from(const Points& a, const Points& b) {
  return {hn::Sub(b.x, a.x), hn::Sub(b.y, a.y), hn::Sub(b.z, a.z)};
}
HWY_INLINE Points along(const Points& a, Numbers share, const Points& way) {
  return {hn::Add(a.x, hn::Mul(share, way.x)), hn::Add(a.y, hn::Mul(share, way.y)),
          hn::Add(a.z, hn::Mul(share, way.z))};
}
HWY_INLINE Points chosen(Where where, const Points& a, const Points& b) {
  return {hn::IfThenElse(where, a.x, b.x), hn::IfThenElse(where, a.y, b.y), hn::IfThenElse(where, a.z, b.z)};
}
/// Summed up in the order in which Eigen does.
HWY_INLINE Numbers product(const Points& a, const Points& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Numbers difference(Numbers a, Numbers b, Numbers c, Numbers d) {
  return hn::Sub(hn::Mul(a, b), hn::Mul(c, d));
}

/// Places of some lanes; zeros behind the end.
HWY_INLINE Places placesFrom(std::span<const std::uint32_t> places, std::size_t at) {
  const hn::Rebind<std::uint32_t, Number> words;
  return hn::PromoteTo(Place(), hn::MaskedLoad(hn::FirstN(words, places.size() - at), words, places.data() + at));
}

/// From triangle to triangle, counted in numbers.
constexpr int kStrideBits = 4;
static_assert(sizeof(TreeTriangle) == sizeof(double) << kStrideBits);

/// Corners of triangles by where their numbers begin.
HWY_INLINE Points cornersAt(const MeshTree& tree, std::size_t corner, Places numbersAt) {
  const auto at = hn::BitCast(Gathering(), numbersAt);
  const double* const numbers = tree.triangles.data()->corners.data() + 3 * corner;
  return {hn::GatherIndex(Number(), numbers, at), hn::GatherIndex(Number(), numbers + 1, at),
          hn::GatherIndex(Number(), numbers + 2, at)};
}

/// Place on a triangle as base + (share/whole) way, and the part that it is on. Divided once, when the region is known.
struct Nearest {
  Points base, way;
  Numbers share, whole;
  Places part;

  HWY_INLINE void take(Where where, const Points& from, const Points& along, Numbers numerator, Numbers denominator,
                       std::uint64_t of) {
    base = chosen(where, from, base);
    way = chosen(where, along, way);
    share = hn::IfThenElse(where, numerator, share);
    whole = hn::IfThenElse(where, denominator, whole);
    part = hn::BitCast(Place(),
                       hn::IfThenElse(where, hn::BitCast(Number(), hn::Set(Place(), of)), hn::BitCast(Number(), part)));
  }
};

struct OnTriangle {
  Points point;
  Places part;
};

/// Ericson, Real-Time Collision Detection, 5.1.5, as nearestOnTriangle() does; the region that is asked for first is
/// taken last, so that it stays.
HWY_INLINE OnTriangle nearestOn(const Points& a, const Points& b, const Points& c, const Points& p) {
  const auto zero = hn::Zero(Number());
  const auto one = hn::Set(Number(), 1.0);
  const Points ab = from(a, b);
  const Points ac = from(a, c);
  const Points ap = from(a, p);
  const Points bp = from(b, p);
  const Points cp = from(c, p);
  const Numbers d1 = product(ab, ap);
  const Numbers d2 = product(ac, ap);
  const Numbers d3 = product(ab, bp);
  const Numbers d4 = product(ac, bp);
  const Numbers d5 = product(ab, cp);
  const Numbers d6 = product(ac, cp);
  const Numbers vc = difference(d1, d4, d3, d2);
  const Numbers vb = difference(d5, d2, d1, d6);
  const Numbers va = difference(d3, d6, d5, d4);
  const Numbers sum = hn::Add(hn::Add(va, vb), vc);
  Nearest nearest{a, ab, vb, sum, hn::Set(Place(), 6)};
  const Numbers beyondB = hn::Sub(d4, d3);
  const Numbers beyondC = hn::Sub(d5, d6);
  const Where onBC = hn::And(hn::Le(va, zero), hn::And(hn::Ge(beyondB, zero), hn::Ge(beyondC, zero)));
  nearest.take(onBC, b, from(b, c), beyondB, hn::Add(beyondB, beyondC), 4);
  const Where onAC = hn::And(hn::Le(vb, zero), hn::And(hn::Ge(d2, zero), hn::Le(d6, zero)));
  nearest.take(onAC, a, ac, d2, hn::Sub(d2, d6), 5);
  const Where atC = hn::And(hn::Ge(d6, zero), hn::Le(d5, d6));
  nearest.take(atC, c, ab, zero, one, 2);
  const Where onAB = hn::And(hn::Le(vc, zero), hn::And(hn::Ge(d1, zero), hn::Le(d3, zero)));
  nearest.take(onAB, a, ab, d1, hn::Sub(d1, d3), 3);
  const Where atB = hn::And(hn::Ge(d3, zero), hn::Le(d4, d3));
  nearest.take(atB, b, ab, zero, one, 1);
  const Where atA = hn::And(hn::Le(d1, zero), hn::Le(d2, zero));
  nearest.take(atA, a, ab, zero, one, 0);
  const Where inside = hn::Not(hn::Or(hn::Or(hn::Or(onBC, onAC), hn::Or(atC, onAB)), hn::Or(atB, atA)));
  const Points point = along(nearest.base, hn::Div(nearest.share, nearest.whole), nearest.way);
  const Points second = along(point, hn::Div(vc, sum), ac);
  return {chosen(inside, second, point), nearest.part};
}

HWY_ATTR std::uint64_t nearestOnTrianglesHere(const MeshTree& tree, std::span<const std::uint32_t> places,
                                              const Vec3& centre, double limit, NearestLanes& found) {
  const Number d;
  const Points p = {hn::Set(d, centre.x()), hn::Set(d, centre.y()), hn::Set(d, centre.z())};
  std::uint64_t within = 0;
  for (std::size_t i = 0; i < places.size(); i += kTriangleLanes) {
    const Places at = hn::ShiftLeft<kStrideBits>(placesFrom(places, i));
    const OnTriangle nearest = nearestOn(cornersAt(tree, 0, at), cornersAt(tree, 1, at), cornersAt(tree, 2, at), p);
    const Points way = from(p, nearest.point);
    const Numbers squared = product(way, way);
    hn::StoreU(nearest.point.x, d, found.x.data() + i);
    hn::StoreU(nearest.point.y, d, found.y.data() + i);
    hn::StoreU(nearest.point.z, d, found.z.data() + i);
    hn::StoreU(squared, d, found.squared.data() + i);
    hn::StoreU(nearest.part, Place(), found.parts.data() + i);
    // Written so that a distance that is no number is within.
    const Where isWithin = hn::And(hn::Not(hn::Gt(squared, hn::Set(d, limit))), hn::FirstN(d, places.size() - i));
    std::array<std::uint8_t, 8> bits{};
    hn::StoreMaskBits(d, isWithin, bits.data());
    within |= std::uint64_t{bits[0]} << i;
  }
  return within;
}

}  // namespace
}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(nearestOnTrianglesHere);

std::uint64_t nearestOnTriangles(const MeshTree& tree, std::span<const std::uint32_t> places, const Vec3& centre,
                                 double limit, NearestLanes& found) {
  return HWY_DYNAMIC_DISPATCH(nearestOnTrianglesHere)(tree, places, centre, limit, found);
}

}  // namespace scree
#endif
