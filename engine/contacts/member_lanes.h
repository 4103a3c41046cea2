#pragma once

#include <cstdint>
#include <span>

#include "engine/contacts/near_pairs.h"
#include "engine/members/member_search.h"
#include "engine/world/world.h"

// Free particles and the members of an aggregate, many at a time.
namespace scree {

/// An aggregate in which members are searched, or an image of it in a periodic box, whose origin lies elsewhere; `turn`
/// turns vectors of the world into its frame. The references must stay valid.
struct MemberFrame {
  const World& world;
  const Aggregate& aggregate;
  Mat3 turn;
  Vec3 origin;  ///< m
  bool isImage = false;
  Bounds near = {};   ///< of an image: free particles elsewhere do not meet it
  double skin = 0.0;  ///< bridgeReach() [m]
};

/// Finds the places of the particles `slots`, MemberViews::kMost at most, in the frame of an aggregate, and their ways
/// against it in the step [m]. Ways are the reach of bridges in steps without substeps: contacts then are pairs that
/// touch as the step begins, or that liquid may join.
void viewMembers(const MemberFrame& frame, std::span<const std::uint32_t> slots, MemberViews& views,
                 MemberViews::Column<double>& ways);

/// A particle and a member.
struct MetPair {
  std::uint32_t particle = 0;  ///< slots
  std::uint32_t member = 0;
  double way = 0.0;  ///< way of the particle by viewMembers() [m]
};

/// Finds the pairs of `met`, contacts::kPairsAtOnce at most, that touch or, where `ahead` is not null, may come to
/// touch within the step. Keeps their order; the particle is the first of a pair.
void findNearMet(const MemberFrame& frame, const LookAhead* ahead, std::span<const MetPair> met, NearPairs& found);

}  // namespace scree
