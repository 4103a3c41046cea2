// Springs and dashpots of smooth DEM along the normal, for the file that is compiled once an instruction set. Nothing
// is fused.
#include "engine/solve/smooth/smooth_vectors-inl.h"

// Included once a set.
#if defined(SCREE_SMOOTH_NORMALS) == defined(HWY_TARGET_TOGGLE)
#ifdef SCREE_SMOOTH_NORMALS
#undef SCREE_SMOOTH_NORMALS
#else
#define SCREE_SMOOTH_NORMALS
#endif

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {

/// Springs along the normal, which others follow.
enum class Normal { linear, hertz, stretched };

/// Spring and dashpot along the normal.
struct SmoothNormal {
  SmoothVec slope;    ///< dF/dδ
  SmoothVec damping;  ///< of the contact's own law for this slope
  SmoothVec spring;
  SmoothVec dashpot;  ///< d
};

/// A contact that comes to touch is given the stiffness that its speed asks for, no more than its own one; then it has
/// the dashpot of that, and else its own.
template <class M>
HWY_INLINE SmoothNormal stretchedNormal(const SmoothLawNumbers& law, const SmoothBatch& batch, SmoothVec overlap,
                                        SmoothVec approach, M touches, SmoothGiven& given, std::size_t at) {
  const SmoothVec own = laneOf(batch.stiffness, at);
  const SmoothVec mass = laneOf(given.mass, at);
  const SmoothVec before = laneOf(given.stiffness, at);
  const SmoothVec asked = hn::Div(hn::Mul(same(law.giving), mass), hn::Sqrt(hn::Max(approach, nothing())));
  const SmoothVec now = hn::IfThenElse(hn::Gt(before, nothing()), hn::Min(before, own), hn::Min(asked, own));
  const SmoothVec stiffness = hn::IfThenElseZero(touches, now);
  put(stiffness, given.stiffness, at);
  // From here on the spring goes on straight.
  const SmoothVec last = hn::Div(hn::Mul(same(law.straightRoot), mass), now);
  const SmoothVec whole = hn::Sqrt(overlap);
  const SmoothVec root = hn::Min(whole, last);
  SmoothNormal found;
  found.slope = hn::Mul(hn::Mul(same(law.slopeFactor), stiffness), root);
  found.damping = hn::Mul(laneOf(batch.damping, at), hn::Sqrt(found.slope));
  const SmoothVec straight = hn::Sub(hn::Mul(same(1.5), overlap), hn::Mul(same(0.5), hn::Mul(root, root)));
  const SmoothVec curved = hn::Mul(hn::Mul(stiffness, overlap), root);
  found.spring = hn::IfThenElse(hn::Gt(whole, last), hn::Mul(hn::Mul(stiffness, root), straight), curved);
  found.dashpot = hn::IfThenElse(hn::Lt(stiffness, own), hn::Mul(same(law.dashpot), mass), found.damping);
  return found;
}

template <bool kHertz>
HWY_INLINE SmoothNormal ownNormal(const SmoothLawNumbers& law, const SmoothBatch& batch, SmoothVec overlap,
                                  std::size_t at) {
  const SmoothVec stiffness = laneOf(batch.stiffness, at);
  const SmoothVec root = kHertz ? hn::Sqrt(overlap) : same(1.0);
  SmoothNormal found;
  found.slope = hn::Mul(hn::Mul(same(law.slopeFactor), stiffness), root);
  found.damping = hn::Mul(laneOf(batch.damping, at), hn::Sqrt(found.slope));
  found.spring = hn::Mul(hn::Mul(stiffness, overlap), root);
  found.dashpot = found.damping;
  return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#endif
