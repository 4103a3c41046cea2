#pragma once

#include "engine/scene_file/errors.h"
#include "engine/world/world.h"

namespace scree {

/// Reports a time step of one solve in which the fastest particle expected (starts, falls, emitters; advice.h) moves by
/// more than a diameter of the smallest: contacts are searched once a step, so that particles would pass through each
/// other and through walls. An error at `timeStep`, or a note where the guard only warns. `world` holds the scene's
/// bodies, emitters and particles.
void checkFalls(const Mark& timeStep, const World& world, ErrorList& errors);

}  // namespace scree
