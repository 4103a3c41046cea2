#pragma once

#include <string>

#include "engine/io/scene_library.h"

class QMainWindow;

namespace scree {

class Simulation;
class Viewport;

/// The window, the run in it and the view of it, as the parts of the window use them. One object of it outlives all
/// parts.
struct WindowHost {
  QMainWindow& window;
  Simulation& simulation;
  Viewport& viewport;
  const SceneLibrary& library;

  /// Shows a line over the view for some seconds.
  void notify(const std::string& text) const;
};

}  // namespace scree
