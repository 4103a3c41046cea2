#pragma once

#include <vector>

#include "engine/splitting/split_members.h"

namespace scree {

/// Members that meet a body, or a member of another aggregate, which moves against them (METHOD.md 10.7). The solver
/// has no contacts between such bodies, so the members must be free before they push. A body or an aggregate that
/// forces move is met at any speed: its contacts decide its motion. A body at rest is met where an aggregate carries
/// members into it. Ordered by member, largest speed first; a member may be listed more than once.
std::vector<Release> sweptReleases(const World& world);

/// Speed up to which a body stands still for the members that it touches [m/s].
double stillSpeed(const World& world);

/// True if a body moves or forces may move it.
bool moves(const Body& body);

/// True if a body that touches a particle would meet it as a member of the aggregate, or the aggregate would press it
/// into the body. `place` is the point of contact [m]; `normal` points from the particle to the body.
bool wouldMeet(const World& world, std::uint32_t body, const Aggregate& aggregate, const Vec3& place,
               const Vec3& normal);

}  // namespace scree
