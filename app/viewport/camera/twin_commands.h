#pragma once

#include "app/viewport/camera/view_host.h"

namespace scree {

/// Commands of the user about the twin of a run.
class TwinCommands {
 public:
  explicit TwinCommands(const ViewHost& host) : host_(host) {}

  bool hasTwin() const;
  /// Starts a twin with the choices of the Twin panel, or stops it.
  void toggle();
  /// Goes to the next TwinMode, the way in which run and twin share the view.
  void nextMode();
  /// Colours grains by the distance to their twins, or by speed if they have these colours.
  void toggleColours();

 private:
  const ViewHost& host_;
};

}  // namespace scree
