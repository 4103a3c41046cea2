#pragma once

#include <string>

#include "engine/world/world.h"

namespace scree {

/// What is wrong with the values of a state that was read: numbers that are not finite or out of any reason, choices
/// that do not exist, counts that do not agree. Empty when a step can go on from it. It costs a look at every particle
/// and member.
std::string damageOf(const World& world);

}  // namespace scree
