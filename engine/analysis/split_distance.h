#pragma once

#include <vector>

#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// Fills `distances` with the distance of each particle from a split, between 0 and 1: 1 minus the largest ratio of a
/// measured value to its limit that the tests of front, impact and contact split find at its contacts with free
/// particles in the next step. 1: no free particle touches it; 0: at or beyond a limit, or free already. Members must
/// have their places.
void splitDistances(const World& world, ThreadPool* threads, std::vector<float>& distances);

}  // namespace scree
