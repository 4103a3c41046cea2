#pragma once

#include <string>

#include "engine/io/scene_library.h"

class QMainWindow;

namespace scree {

class Simulation;
class Viewport;

/// Window, simulation and viewport, for the parts of the window. It outlives all parts.
struct WindowHost {
  QMainWindow& window;
  Simulation& simulation;
  Viewport& viewport;
  const SceneLibrary& library;

  /// Shows a message over the view for some seconds.
  void notify(const std::string& text) const;
};

}  // namespace scree
