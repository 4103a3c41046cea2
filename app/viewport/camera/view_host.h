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

/// Data and widget that the parts of a viewport share. The viewport's object outlives all parts.
struct ViewHost {
  QOpenGLWidget& widget;  ///< widget, for its size, pixel ratio and OpenGL context
  Simulation& simulation;
  ViewOptions& options;
  PanelMemory& memory;
  PanelLayout& layout;
  UndoHistory& undo;
  std::function<void(const std::string&)> notify;  ///< shows a notice over the view
  std::function<void()> requestFrame;
  std::function<ProbeRect()>
      freeArea;  ///< part of the view between the panels [logical px]; empty before the first frame

  /// Function that posts commands so that they can be undone. Valid as long as `undo`.
  PostCommand poster() const {
    return [&history = undo](Command command) { return history.post(std::move(command)); };
  }
};

}  // namespace scree
