#pragma once

#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// Appends what scenes say about contact laws and a run does not use: damping times below what a substep can hold, as a
/// note, and, as warnings, Young's moduli of materials whose pairs all give a stiffness of their own.
void adviseLaws(const World& world, std::vector<std::string>& notes, std::vector<std::string>& warnings);

}  // namespace scree
