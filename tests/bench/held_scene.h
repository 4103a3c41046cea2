#pragma once

#include <string>

#include "tests/bench/hold.h"
#include "tests/bench/states.h"

namespace scree::bench {

/// A prepared state as all engines take it.
HoldScene heldScene(const std::string& state, States& states);

}  // namespace scree::bench
