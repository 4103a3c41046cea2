#pragma once

#include "engine/world/world.h"

namespace scree {

/// Two grains falling onto a plane in a turning drum, a third in a sink; two materials. Names hold characters that XML
/// and CSV must escape.
World sampleWorld();

}  // namespace scree
