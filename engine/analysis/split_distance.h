#pragma once

#include <vector>

#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// How far each particle is from being split off, between 0 and 1: 1 minus the largest measured value over its limit
/// that the tests of front, impact and contact split find at its contacts with free particles, as the next step will
/// look at them. 1: nothing free touches it; 0: at a limit, beyond it, or free already. Members must be placed.
void splitDistances(const World& world, ThreadPool* threads, std::vector<float>& distances);

}  // namespace scree
