#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/panel.h"
#include "app/ui_state/histogram.h"
#include "app/widgets/widgets.h"

// Numbers of grains by the quantity that colours them.
namespace scree {

namespace {

constexpr float kHeightInLetters = 7.0f;

void drawBars(PanelContext& context, const Histogram& histogram, const ColourInfo& info) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, std::round(kHeightInLetters * ImGui::GetFontSize()));
  ImGui::InvisibleButton("histogram", size);
  probe(context, "histogram");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, theme::kGround);
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(histogram.counts));
  const float width = size.x / static_cast<float>(Histogram::kBins);
  for (std::size_t i = 0; i < Histogram::kBins; ++i) {
    const float height = size.y * static_cast<float>(histogram.counts[i]) / static_cast<float>(most);
    const float x = low.x + width * static_cast<float>(i);
    list.AddRectFilled({x + 1.0f, low.y + size.y - height}, {x + width - 1.0f, low.y + size.y}, theme::kAccent);
  }
  if (ImGui::IsItemHovered()) {
    const float part = (ImGui::GetMousePos().x - low.x) / width;
    const std::size_t bin = std::min(static_cast<std::size_t>(std::max(part, 0.0f)), Histogram::kBins - 1);
    const double step = static_cast<double>(histogram.high - histogram.low) / Histogram::kBins;
    const double from = static_cast<double>(histogram.low) + step * static_cast<double>(bin);
    tooltip(fmt::format("{} from {} to {}: {}", info.name, quantity(from, info.unit), quantity(from + step, info.unit),
                        counted(histogram.counts[bin], "grain")));
  }
  text(quantity(static_cast<double>(histogram.low), info.unit), theme::kDim);
  ImGui::SameLine();
  rightText(quantity(static_cast<double>(histogram.high), info.unit), theme::kDim);
}

}  // namespace

void drawHistogramPanel(PanelContext& context) {
  const ColourBy by = context.view.colourBy;
  const ColourInfo& info = infoOf(by);
  if (info.scale == ColourScale::own) {
    wrappedText(fmt::format("{} has no scale: colour by speed, overlap or another number.", info.name),
                ImGui::GetContentRegionAvail().x, theme::kDim);
    return;
  }
  const Histogram histogram = histogramOf(*context.snapshot, by, context.view.range);
  drawBars(context, histogram, info);
  valueRow(context, "Mean", quantity(histogram.mean, info.unit),
           fmt::format("Mean of {} over the grains; the ends of the picture are those of the colours.", info.name));
  valueRow(context, "Deviation", quantity(histogram.deviation, info.unit), "Standard deviation over the grains.");
  valueRow(context, "Outside", fmt::format("{} below, {} above", grouped(histogram.below), grouped(histogram.above)),
           "Grains beyond the ends.");
  if (histogram.unknown > 0) {
    valueRow(context, "Without", grouped(histogram.unknown), "Grains without a value.");
  }
  if (ImGui::Button("Copy as table", {ImGui::GetContentRegionAvail().x, 0.0f})) {
    ImGui::SetClipboardText(histogram.csv().c_str());
  }
  probe(context, "histogram.copy");
  tooltip("Puts ends and counts of the bars on the clipboard as CSV.");
}

}  // namespace scree
