#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kInset = 4.0f;  // room beside a text on its bar [px]

std::string milliseconds(double seconds) {
  const int decimals = seconds < 0.01 ? 2 : seconds < 0.1 ? 1 : 0;
  return fmt::format("{:.{}f} ms", seconds * 1e3, decimals);
}

/// Draws the name and time of a stage over a bar whose length is the stage's part of the step.
void drawStage(PanelContext& context, std::string_view name, double seconds, double total, float width) {
  const double part = total > 0.0 ? std::clamp(seconds / total, 0.0, 1.0) : 0.0;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::Dummy({width, line});
  probe(context, fmt::format("timing.{}", name));
  tooltip(
      fmt::format("Wall time of the stage \"{}\" in a step, smoothed over about 30 steps [ms]: {:.0f} % of the step. "
                  "Source: the step's own timers.",
                  name, part * 100.0));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + line}, theme::kTrack, 2.0f);
  if (part > 0.0) {
    list.AddRectFilled(at, {at.x + static_cast<float>(part) * width, at.y + line}, theme::kBar, 2.0f);
  }
  list.AddText({at.x + kInset, at.y}, theme::kText, name.data(), name.data() + name.size());
  const std::string shown = milliseconds(seconds);
  list.AddText({at.x + width - kInset - ImGui::CalcTextSize(shown.c_str()).x, at.y}, theme::kText, shown.c_str());
}

/// Width that the names and times of all stages fit into [px].
float widthOfStages() {
  float widest = 0.0f;
  for (const std::string_view name : kStageNames) {
    widest = std::max(widest, ImGui::CalcTextSize(name.data(), name.data() + name.size()).x);
  }
  return widest + ImGui::CalcTextSize("00.00 ms").x + 2.0f * kInset + ImGui::GetStyle().ItemSpacing.x;
}

/// Draws the stages in their order, down the left half of the panel and then down the right half; in a narrow panel
/// one below the other.
void drawStages(PanelContext& context, const StageTimes& times) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float room = ImGui::GetContentRegionAvail().x;
  const float half = std::floor((room - gap) * 0.5f);
  const int columns = half >= widthOfStages() ? 2 : 1;
  const int rows = (kStageCount + columns - 1) / columns;
  for (int row = 0; row < rows; ++row) {
    for (int stage = row; stage < kStageCount; stage += rows) {
      if (stage != row) {
        ImGui::SameLine(0.0f, gap);
      }
      const auto index = static_cast<std::size_t>(stage);
      drawStage(context, kStageNames[index], times.seconds[index], times.total(), columns == 2 ? half : room);
    }
  }
}

}  // namespace

void drawTimingPanel(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const double perSweep = nanosecondsPerContactSweep(now);
  valueRow(context, "A step", fmt::format("{:.2f} ms", now.solver.smoothTimes.total() * 1e3),
           "Wall time of all stages of a step together, smoothed [ms].");
  valueRow(context, "A contact", perSweep > 0.0 ? fmt::format("{:.3g} ns a sweep", perSweep) : "-",
           fmt::format("Wall time of the stage \"solve\" over contacts and sweeps, smoothed [ns]; the last step had {} "
                       "contact sweeps. All threads together: more of them make it smaller.",
                       grouped(now.solver.contactSweeps)));
  drawStages(context, now.solver.smoothTimes);
  valueRow(context, "A frame",
           fmt::format("{:.1f} ms, {:.0f} a second", context.frame.milliseconds, context.frame.perSecond),
           "Time the window needs to draw [ms] and frames drawn in the last second. Drawing never holds up a step.");
}

}  // namespace scree
