#pragma once

#include <vector>

#include "engine/splitting/release.h"

namespace scree {

/// Members that something meets which is no free particle: a body that moves against them, a member of an aggregate
/// that does, however slowly. Contacts between these are nobody's to solve, so the members must be free before they
/// push. What forces move is met at any speed: its contacts decide how it moves. Bodies at rest are met by what is
/// carried into them. In order of what they meet; a member may be listed more than once.
std::vector<Release> meetingReleases(const World& world);

/// Whether a body moves, or may.
bool moves(const Body& body);

/// Whether a body that touches a particle would meet it as a member of an aggregate, or the aggregate would press it
/// into that body. `normal` points from the particle to the body.
bool wouldMeet(const World& world, std::uint32_t body, const Aggregate& aggregate, const Vec3& place,
               const Vec3& normal);

}  // namespace scree
