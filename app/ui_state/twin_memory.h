#pragma once

#include "app/ui_state/twin_history.h"
#include "engine/snapshot/twin_choice.h"

namespace scree {

/// State of the window about twins between frames.
struct TwinMemory {
  TwinChoice choice;  ///< options of the next twin
  TwinHistory history;
  bool pickedInTwin = false;  ///< the picked grain was picked in the twin's view
};

}  // namespace scree
