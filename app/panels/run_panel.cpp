#include <fmt/format.h>

#include <algorithm>

#include "app/panels/panel.h"
#include "app/ui_state/run_state.h"
#include "app/widgets/widgets.h"

namespace scree {

void drawRunPanel(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = ImGui::GetContentRegionAvail().x;
  const float half = (width - gap) / 2.0f;
  const bool running = context.run == RunState::playing || context.run == RunState::starting;
  actionButton(context, "play_pause", running ? "Pause" : "Play", half, running);
  ImGui::SameLine();
  actionButton(context, "restart", "Restart", half);
  actionButton(context, "step", "Step", half);
  ImGui::SameLine();
  actionButton(context, "step_many", "10 steps", half);
  const float third = (width - 2.0f * gap) / 3.0f;
  actionButton(context, "slower", "Slower", third);
  ImGui::SameLine();
  actionButton(context, "real_time", "1x", third, context.targetRate == 1.0);
  ImGui::SameLine();
  actionButton(context, "faster", "Faster", third);
  valueRow(context, "Speed", rateText(context),
           "Simulated seconds per second aimed at, and in brackets what is reached when that is less.",
           isBehind(context) ? theme::kWarn : theme::kText);
  valueRow(context, "Time", fmt::format("{:.3f} s, step {}", now.run.time, grouped(now.run.step)),
           "Simulated time [s] and steps taken since the start of the scene.");
}

}  // namespace scree
