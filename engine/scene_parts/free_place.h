#pragma once

#include <optional>
#include <span>

#include "engine/scene_parts/parts.h"

// Places of new parts among those of a scene.
namespace scree {

/// Box about a part along the axes of the world. Nothing for planes and for parts without a size.
std::optional<Bounds> boundsOf(const ScenePart& part);
/// Box about all parts but sinks, and about the way of grains from emitters down to the next plane. Nothing without a
/// part of a size.
std::optional<Bounds> boundsOfAll(std::span<const ScenePart> parts);

/// Shift of the new part `index` to the nearest free place: bodies, particles and emitters keep clear of each other and
/// of the space below planes, but may stand inside hollow bodies; other parts keep clear of their own kind. Looks for
/// it in steps of a half of `size`, first within `reach` of the part's place, then beyond [m]. Zero where there is
/// none.
Vec3 shiftToFreePlace(std::span<const ScenePart> parts, std::size_t index, double size, double reach);

}  // namespace scree
