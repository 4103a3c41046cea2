#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/panel.h"
#include "app/panels/widgets.h"

namespace scree {

namespace {

void drawBar(PanelContext& context, std::string_view name, double seconds, double total) {
  const double part = total > 0.0 ? seconds / total : 0.0;
  const float font = ImGui::GetFontSize();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::Dummy({width, line});
  probe(context, fmt::format("timing.{}", name));
  tooltip(
      fmt::format("Wall time of the stage \"{}\" in a step, smoothed over about 30 steps [ms], and its part of "
                  "the step. Source: the step's own timers.",
                  name));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float barStart = at.x + font * 5.2f;
  const float barEnd = at.x + width - font * 7.4f;
  list.AddText({at.x, at.y}, theme::kText, name.data(), name.data() + name.size());
  list.AddRectFilled({barStart, at.y + 3.0f}, {barEnd, at.y + line - 3.0f}, theme::kTrack, 2.0f);
  if (part > 0.0) {
    const float end = barStart + static_cast<float>(std::min(part, 1.0)) * (barEnd - barStart);
    list.AddRectFilled({barStart, at.y + 3.0f}, {end, at.y + line - 3.0f}, theme::kAccent, 2.0f);
  }
  const auto right = [&](const std::string& shown, float edge, ImU32 colour) {
    list.AddText({edge - ImGui::CalcTextSize(shown.c_str()).x, at.y}, colour, shown.c_str());
  };
  right(fmt::format("{:.{}f} ms", seconds * 1e3, seconds < 0.1 ? 2 : 1), at.x + width - font * 2.7f, theme::kText);
  right(fmt::format("{:.0f} %", part * 100.0), at.x + width, theme::kDim);
}

}  // namespace

void drawTimingPanel(PanelContext& context) {
  const StageTimes& times = context.snapshot->smoothTimes;
  const double total = times.total();
  for (int i = 0; i < kStageCount; ++i) {
    const auto stage = static_cast<std::size_t>(i);
    drawBar(context, kStageNames[stage], times.seconds[stage], total);
  }
  ImGui::Separator();
  valueRow(context, "A step", fmt::format("{:.2f} ms", total * 1e3),
           "Wall time of all stages of a step together, smoothed [ms].");
  valueRow(context, "A frame",
           fmt::format("{:.1f} ms, {:.0f} a second", context.frame.milliseconds, context.frame.perSecond),
           "Time the window needs to draw [ms] and frames drawn in the last second. Drawing never holds up a step.");
}

}  // namespace scree
