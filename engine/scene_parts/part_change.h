#pragma once

#include "engine/scene_parts/parts.h"

// Changes of parts in the text of a scene, which leave all other text as written.
namespace scree {

/// Text after a change, or the reason why it stays as it was.
struct PartText {
  std::optional<std::string> text;
  std::string problem;
};

/// Moves, turns and sizes a part of the text. Lengths that change are rounded to `resolution` [m]; 0: not at all. A
/// motion about a fixed axis goes with the part.
PartText withPart(const std::string& text, const ScenePart& part, const Pose& pose, const SensorShape& shape,
                  double resolution);
PartText withoutPart(const std::string& text, const ScenePart& part);
/// Names a part anew, also where sensors and joints name it.
PartText withNameOf(const std::string& text, const ScenePart& part, const std::string& name);
/// Adds a copy of the part's entry, with an unused name and moved by `shift` [m].
PartText withCopyOf(const std::string& text, const ScenePart& part, const Vec3& shift);

/// Kind of part that can be added.
struct NewPart {
  std::string_view id;
  std::string_view title;
  std::string_view section;
};
std::span<const NewPart> newParts();
/// Adds a part in the middle `place`, about `size` large [m], with grains of `diameter` [m]; `file` is that of a mesh,
/// as the scene names it. The part takes the first material and, for a joint, the first bodies.
PartText withNewPart(const std::string& text, std::string_view id, const Vec3& place, double size, double diameter,
                     const std::string& file = {});
/// Name like `wanted` that a section does not have yet.
std::string unusedName(const std::string& text, std::string_view section, const std::string& wanted);

}  // namespace scree
