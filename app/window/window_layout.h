#pragma once

#include <QByteArray>

#include "app/window/files/window_host.h"

namespace scree {

class PlotDocks;
class WindowLook;

/// Place, docks and panels of the window: as designed, or as they were when the program ended.
class WindowLayout {
 public:
  /// Gives the window its usual size, takes the docks as they are now as designed, and restores all settings of the
  /// last time, the look included.
  WindowLayout(const WindowHost& host, PlotDocks& plots, WindowLook& look);

  /// Puts all panels and docks back to their places at first.
  void reset();
  void writeSettings() const;

 private:
  void readSettings(WindowLook& look);

  const WindowHost& host_;
  PlotDocks& plots_;
  QByteArray usualDocks_;
};

}  // namespace scree
