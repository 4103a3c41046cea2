#pragma once

#include <vector>

#include "engine/analysis/force_network.h"

namespace scree {

/// Fills `speeds` with the speed of each particle against its carrier [m/s]: the body, belt or aggregate at the end of
/// the shortest chain of contacts, among equals the first one found. Members move with their aggregate: 0. A particle
/// without a chain to a carrier, as in flight, has its speed in the world. `contacts` are those of findForceContacts().
void carriedSpeeds(const World& world, const std::vector<ForceContact>& contacts, std::vector<float>& speeds);

}  // namespace scree
