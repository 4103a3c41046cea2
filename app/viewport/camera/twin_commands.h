#pragma once

#include "app/viewport/camera/view_host.h"

namespace scree {

/// Commands about the twin of a run.
class TwinCommands {
 public:
  explicit TwinCommands(const ViewHost& host) : host_(host) {}

  bool hasTwin() const;
  /// Starts a twin of the run as the Twin panel says, or stops it.
  void toggle();
  /// Takes the next way in which both share the view.
  void nextMode();
  /// Colours by the difference to the twin, or by speed again.
  void toggleColours();

 private:
  const ViewHost& host_;
};

}  // namespace scree
