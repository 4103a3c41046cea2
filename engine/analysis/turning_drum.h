#pragma once

#include <optional>

#include "engine/analysis/repose.h"
#include "engine/world/world.h"

namespace scree {

/// First lying drum that a drive turns about its own axis. The axis points such that the dynamic angle of repose is
/// positive in either sense of rotation. Nothing where there is no such drum, or gravity does not point along -z.
std::optional<DrumFrame> turningDrum(const World& world);

}  // namespace scree
