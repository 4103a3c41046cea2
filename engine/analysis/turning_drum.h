#pragma once

#include <optional>

#include "engine/analysis/repose.h"
#include "engine/world/world.h"

namespace scree {

/// The first lying drum that a drive turns about its own axis, for the dynamic angle of repose, which is then positive
/// whichever way it turns. Nothing where there is none, or gravity does not point along -z.
std::optional<DrumFrame> turningDrum(const World& world);

}  // namespace scree
