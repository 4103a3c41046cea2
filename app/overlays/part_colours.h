#pragma once

#include <imgui.h>

#include "engine/scene_parts/parts.h"

namespace scree {

/// Colour of the outlines and handles of a kind of parts.
ImU32 colourOfPart(PartKind kind);

}  // namespace scree
