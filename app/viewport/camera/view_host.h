#pragma once

#include <functional>
#include <string>
#include <utility>

#include "app/document/undo_history.h"
#include "app/panels/layout.h"
#include "app/ui_state/panel_context.h"
#include "app/ui_state/sensor_edits.h"

class QOpenGLWidget;

namespace scree {

class Simulation;

/// The data and the widget that the parts of a viewport work on. One object of it outlives all parts.
struct ViewHost {
  QOpenGLWidget& widget;  ///< for its size, its pixel ratio and its OpenGL context
  Simulation& simulation;
  ViewOptions& options;
  PanelMemory& memory;
  PanelLayout& layout;
  UndoHistory& undo;
  std::function<void(const std::string&)> notify;  ///< shows a line over the view
  std::function<void()> requestFrame;
  std::function<ProbeRect()> freeArea;  ///< part of the view between the panels; empty before the first frame

  /// Posts commands so that they can be undone.
  PostCommand poster() const {
    return [&history = undo](Command command) { return history.post(std::move(command)); };
  }
};

}  // namespace scree
