#pragma once

#include <cstdint>
#include <span>

#include "engine/contacts/near_pairs.h"
#include "engine/members/member_search.h"
#include "engine/world/world.h"

// Free particles and the members of an aggregate, many at a time.
namespace scree {

/// An aggregate that is looked at: `turn` turns what is seen from the world into its frame. References stay valid.
struct MemberFrame {
  const World& world;
  const Aggregate& aggregate;
  Mat3 turn;
};

/// Where at most MemberViews::kMost particles see an aggregate's members from, and how far each may come in the step
/// against it [m]: in steps without substeps nowhere, for then contacts are what touches as they begin.
void viewMembers(const MemberFrame& frame, std::span<const std::uint32_t> slots, MemberViews& views,
                 MemberViews::Column<double>& ways);

/// A particle and a member.
struct MetPair {
  std::uint32_t particle = 0;  ///< slots
  std::uint32_t member = 0;
  double way = 0.0;  ///< of the particle [m], by viewMembers()
};

/// Finds those of at most contacts::kPairsAtOnce pairs that touch or, where `ahead` is not null, may come to touch
/// within the step; in their order, the particle first.
void findNearMet(const MemberFrame& frame, const LookAhead* ahead, std::span<const MetPair> met, NearPairs& found);

}  // namespace scree
