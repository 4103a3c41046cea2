#pragma once

#include <vector>

#include "engine/analysis/force_network.h"

namespace scree {

/// Speed of each particle against what carries it [m/s]: the body, belt or aggregate that the fewest contacts lead to,
/// of equals the one found first. Members move with their aggregate: 0. What touches nothing that is carried, as in
/// flight, has its speed in the world. `contacts` are those of findForceContacts().
void carriedSpeeds(const World& world, const std::vector<ForceContact>& contacts, std::vector<float>& speeds);

}  // namespace scree
