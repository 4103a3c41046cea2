#pragma once

#include <QByteArray>

#include "app/window/files/window_host.h"

namespace scree {

class PlotDocks;
class PanelDock;
class WindowLook;

/// Place, docks and panels of the window: the default layout, or the layout when the program last ended.
class WindowLayout {
 public:
  /// Sets the default size of the window, stores the present docks as the default, and restores all settings of the
  /// last session of the program, including the look.
  WindowLayout(const WindowHost& host, PlotDocks& plots, WindowLook& look, PanelDock& dock);

  /// Moves all panels and docks back to their default places.
  void reset();
  void writeSettings() const;

 private:
  void readSettings(WindowLook& look);

  const WindowHost& host_;
  PlotDocks& plots_;
  PanelDock& dock_;
  QByteArray usualDocks_;
};

}  // namespace scree
