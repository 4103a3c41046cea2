#include "app/viewport/camera/twin_commands.h"

#include <optional>

#include "app/document/simulation.h"
#include "app/widgets/widgets.h"

namespace scree {

bool TwinCommands::hasTwin() const { return host_.simulation.snapshot()->twin.snapshot != nullptr; }

void TwinCommands::toggle() {
  Simulation& simulation = host_.simulation;
  PanelMemory& memory = host_.memory;
  const Snapshot& now = *simulation.snapshot();
  const std::optional<double> pending = pendingValue(memory, now, "twin");
  const bool runs = pending ? *pending != 0.0 : now.twin.snapshot != nullptr;
  if (!runs && now.particles() == 0) {
    host_.notify("There are no grains to run twice: open a scene first");
    return;
  }
  const std::uint64_t sequence = runs ? simulation.post(StopTwin{}) : simulation.post(StartTwin{memory.twin.choice});
  memory.pending.insert_or_assign("twin", PendingValue{sequence, runs ? 0.0 : 1.0});
  if (!runs) {
    host_.layout.reveal("twin");
  }
  host_.requestFrame();
}

void TwinCommands::nextMode() {
  TwinMode& mode = host_.options.twinMode;
  mode = static_cast<TwinMode>((static_cast<int>(mode) + 1) % kTwinModeCount);
  host_.requestFrame();
}

void TwinCommands::toggleColours() {
  colourGrains(host_.options, host_.memory,
               host_.options.colourBy == ColourBy::twin ? ColourBy::speed : ColourBy::twin);
  host_.requestFrame();
}

}  // namespace scree
