#pragma once

#include "app/ui_state/twin_history.h"
#include "engine/snapshot/twin_choice.h"

namespace scree {

/// What the window remembers of twins between frames.
struct TwinMemory {
  TwinChoice choice;  ///< of the next one
  TwinHistory history;
  bool pickedInTwin = false;  ///< the picked grain was picked in the twin's view
};

}  // namespace scree
