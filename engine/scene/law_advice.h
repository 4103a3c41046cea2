#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Appends advice on settings of contact laws that a run does not use: as a note damping times below those that a
/// substep can hold, as warnings Young's moduli of materials whose pairs all give a stiffness of their own.
void adviseLaws(const World& world, std::vector<std::string>& notes, std::vector<std::string>& warnings);

}  // namespace scree
