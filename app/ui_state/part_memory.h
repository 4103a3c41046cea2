#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/scatter.h"
#include "engine/scene_parts/parts.h"

namespace scree {

/// Text of a scene that parts are changed in.
class PartEditor {
 public:
  virtual ~PartEditor() = default;
  /// Shows a part's line in the text; nothing: no part is selected.
  virtual void select(std::optional<std::uint32_t> index) = 0;
  /// Begins a change that is one step of undo until endChange().
  virtual void beginChange(std::uint32_t index) = 0;
  /// Moves, turns and sizes the part of beginChange(); lengths are rounded to `resolution` [m].
  virtual void change(const Pose& pose, const SensorShape& shape, double resolution) = 0;
  virtual void endChange() = 0;
  /// Takes the change under way back.
  virtual void takeBack() = 0;
  virtual void remove(std::uint32_t index) = 0;
  virtual void duplicate(std::uint32_t index) = 0;
};

/// Run beside which the parts of a text stand.
enum class TextRun : unsigned char {
  same,    ///< the text is that of the run
  hidden,  ///< the text is of another scene: its parts are shown, and the run is not
  other    ///< the text is of another scene, but a run was opened since: the run is shown
};

/// Parts of the text of the scene, drawn in the view while the text is open.
struct PartMemory {
  PartEditor* editor = nullptr;  ///< null while the text is closed
  TextRun run = TextRun::same;
  bool isStale = false;  ///< the text is broken now: these are the parts of the last one that was not
  std::vector<ScenePart> parts;
  std::optional<std::uint32_t> selected;
  std::vector<PlacedSphere> preview;  ///< grains with which the text would start
  double grain = 0.01;                ///< mean diameter of the preview's grains; 1 cm without any [m]

  bool areShown() const { return editor != nullptr && run != TextRun::other; }
  bool hideRun() const { return editor != nullptr && run == TextRun::hidden; }
  bool hasSensor(std::string_view name) const {
    for (const ScenePart& part : parts) {
      if (editor != nullptr && part.kind == PartKind::sensor && part.name == name) {
        return true;
      }
    }
    return false;
  }
  void select(std::optional<std::uint32_t> index) {
    if (editor != nullptr && selected != index) {
      editor->select(index);
    }
  }
};

}  // namespace scree
