#include <fmt/format.h>
#include <imgui.h>

#include <array>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 2> kRangeNames = {"fitted", "fixed"};
constexpr std::array<std::string_view, 2> kRangeHelp = {"The colour range follows the values of the grains.",
                                                        "The colour range stays as it is; drag its ends below."};

void drawRange(PanelContext& context, const ColourInfo& info) {
  PanelMemory& memory = context.memory;
  if (const auto pressed = segmented(context, "range", kRangeNames, memory.fitRange ? 0 : 1, kRangeHelp)) {
    memory.fitRange = *pressed == 0;
  }
  std::array<float, 2>& range = context.view.range;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const float speed = std::max(1e-6f, (range[1] - range[0]) * 0.005f);
  const std::string unit = info.unit == "%" ? "%%" : std::string(info.unit);
  const std::string format = fmt::format("%.3g {}", unit);
  if (ImGui::DragFloatRange2("##range", &range[0], &range[1], speed, 0.0f, 0.0f, format.c_str(), format.c_str())) {
    memory.fitRange = false;
  }
  probe(context, "range.ends");
  tooltip("Values at the two ends of the colour map. Drag, or double click to type; this fixes the range.");
}

}  // namespace

void drawColourPanel(PanelContext& context) {
  ViewOptions& view = context.view;
  std::array<std::string_view, kColourByCount> names;
  for (int i = 0; i < kColourByCount; ++i) {
    names[static_cast<std::size_t>(i)] = infoOf(static_cast<ColourBy>(i)).name;
  }
  const ColourInfo& info = infoOf(view.colourBy);
  int by = static_cast<int>(view.colourBy);
  if (comboRow(context, "colour_by", "Colour by", by, names,
               fmt::format("Quantity that colours the grains. Now: {} [{}].", info.meaning,
                           info.unit.empty() ? "a number" : info.unit))) {
    colourGrains(view, context.memory, static_cast<ColourBy>(by));
  }
  const ColourScale scale = infoOf(view.colourBy).scale;
  if (scale != ColourScale::own) {
    comboRow(context, "colour_map", "Colours", view.colourMap, colourMapNames(),
             "Colour map: equal steps in value look like equal steps in colour.");
  }
  if (scale == ColourScale::range) {
    drawRange(context, infoOf(view.colourBy));
  }
  checkRow(context, "legend", "Legend", context.memory.showLegend, "Show what the colours mean in the view.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f);
  checkRow(context, "spin_pattern", "Spin pattern", view.showSpinPattern,
           "A pattern on the grains that turns with them, so that rolling can be seen.");
  checkRow(context, "bodies", "Bodies", view.showBodies, "Show walls, drums and other bodies.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f);
  checkRow(context, "regions", "Regions", view.showRegions,
           "Show the outlines of emitters and sinks, and of boxes of fines and sprays.");
  NumberSpec opacity;
  opacity.name = "body_opacity";
  opacity.label = "Opacity";
  opacity.help = "How much bodies cover what is behind them: 0 clear, 1 solid (a number).";
  if (const auto wanted = numberRow(context, opacity, static_cast<double>(view.bodyOpacity),
                                    static_cast<double>(ViewOptions().bodyOpacity))) {
    view.bodyOpacity = static_cast<float>(*wanted);
  }
  int quality = static_cast<int>(view.quality);
  if (comboRow(context, "quality", "Quality", quality, kSphereQualityNames,
               "How grains are drawn: full = exact spheres with depth, fast = flat pictures of spheres for software "
               "OpenGL and large scenes, automatic = by their number and the driver.")) {
    view.quality = static_cast<SphereQuality>(quality);
  }
}

}  // namespace scree
