#pragma once

#include "engine/scene_file/description.h"
#include "engine/world/world.h"

namespace scree {

/// Reports pairs of bodies, at least one of them with mass, that overlap so far at the start that their contacts would
/// throw the lighter one by more than half a diameter of its shape; without gravity by more than a hundredth of that
/// diameter. Bodies that a joint holds together may overlap.
void checkBodies(const SceneDescription& description, const World& world, ErrorList& errors);

/// Notes shapes that end at a side of the periodic box, or begin there and end in it: bodies do not repeat, so that
/// particles would fall past their ends.
void noteEndsOfBodies(const SceneDescription& description, const std::vector<Particle>& particles, const World& world,
                      ErrorList& errors);

/// Notes bounds that end within a periodic axis, and planes across one: particles would be lost at every passage, or
/// come in inside of a wall.
void noteCutAxes(const SceneDescription& description, const World& world, ErrorList& errors);

}  // namespace scree
