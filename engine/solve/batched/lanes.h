#pragma once

#include "engine/contacts/contact_law.h"
#include "engine/solve/batched/batched_problem.h"

// Access to packed contacts lane by lane.
namespace scree {

/// One lane of three, as a vector.
inline Vec3 lane3(const Lane* lanes, std::size_t at) {
  return {double{lanes[0].of[at]}, double{lanes[1].of[at]}, double{lanes[2].of[at]}};
}

/// Multipliers of one contact [N s, N m s]: a batch keeps rolling and twisting in one vector.
inline Multipliers multipliersOf(const Batch& batch, std::size_t at) {
  const Vec3 normal = lane3(batch.normal, at);
  const Vec3 spin = lane3(batch.lambdaSpin, at);
  const double about = normal.dot(spin);
  return {.normal = double{batch.lambdaNormal.of[at]},
          .tangential = lane3(batch.lambdaTangential, at),
          .rolling = spin - about * normal,
          .twisting = batch.twistingLimit.of[at] > 0.0F ? about : 0.0};
}

/// Number of lanes of a batch that hold a contact; these are the first ones.
inline std::size_t filledLanes(const BatchSource& source) {
  std::size_t count = 0;
  while (count < kLanes && source.contact.of[count] != kNoContact) {
    ++count;
  }
  return count;
}

/// Contacts that a walk visits: those with surfaces of bodies, or those with members.
enum class Lanes : std::uint8_t { surfaces, members };

/// Calls use(batch, source, lane) for each filled lane of the batches chosen by `which`.
template <typename Use>
void forLanes(Slab& slab, Lanes which, Use use) {
  for (const std::uint32_t i : which == Lanes::surfaces ? slab.surfaces : slab.members) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (slab.sources[i].contact.of[lane] != kNoContact) {
        use(slab.batches[i], slab.sources[i], lane);
      }
    }
  }
}

}  // namespace scree
