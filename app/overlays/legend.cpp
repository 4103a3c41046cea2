#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/overlays/overlays.h"
#include "app/view/colour_fit.h"
#include "app/widgets/asked_text.h"
#include "app/widgets/solver_error_text.h"
#include "app/widgets/widgets.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

ImU32 mapColour(int map, float value) { return packed(colourOf(map, value)); }

/// Number of parts of the scale: 4, 5 or 3, the first whose ticks are short numbers; 2 on a narrow scale, 1 on one that
/// has room for the ends only.
int ticksFor(const std::array<float, 2>& range, float width) {
  if (width < ImGui::GetFontSize() * 8.0f) {
    return 1;
  }
  if (width < ImGui::GetFontSize() * 16.0f) {
    return 2;
  }
  for (const int ticks : {4, 5, 3}) {
    const double step = static_cast<double>(range[1] - range[0]) / ticks;
    const double decade = std::pow(10.0, std::floor(std::log10(step)));
    if (std::abs(step / decade - std::round(step / decade)) < 1e-3) {
      return ticks;
    }
  }
  return 4;
}

void drawScale(ImDrawList& list, int map, const std::array<float, 2>& range, const ProbeRect& bar) {
  constexpr int kPieces = 64;
  const float step = (bar.x1 - bar.x0) / kPieces;
  for (int i = 0; i < kPieces; ++i) {
    const ImU32 from = mapColour(map, static_cast<float>(i) / kPieces);
    const ImU32 to = mapColour(map, static_cast<float>(i + 1) / kPieces);
    const float x = bar.x0 + static_cast<float>(i) * step;
    list.AddRectFilledMultiColor({x, bar.y0}, {x + step, bar.y1}, from, to, to, from);
  }
  const int ticks = ticksFor(range, bar.x1 - bar.x0);
  for (int i = 0; i <= ticks; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(ticks);
    const std::string label = quantity(static_cast<double>(range[0] + part * (range[1] - range[0])), "");
    const float x = bar.x0 + part * (bar.x1 - bar.x0);
    list.AddLine({x, bar.y1}, {x, bar.y1 + 4.0f}, theme::kText);
    list.AddText({x - ImGui::CalcTextSize(label.c_str()).x * 0.5f, bar.y1 + 5.0f}, theme::kText, label.c_str());
  }
}

/// Colour with its meaning.
struct Swatch {
  ImU32 colour = 0;
  std::string label;  ///< meaning of the colour; empty: the next swatch follows closely
};

/// Swatches of the materials, in the colours of the grains: the map at the material's index within the range.
std::vector<Swatch> materialSwatches(const PanelContext& context) {
  const ViewOptions& view = context.view;
  const SharedList<std::string>& names = context.snapshot->scene.materialNames;
  const float span = std::max(view.range[1] - view.range[0], 1e-6f);
  std::vector<Swatch> swatches;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const float value = (static_cast<float>(i) - view.range[0]) / span;
    swatches.push_back({mapColour(view.colourMap, std::clamp(value, 0.0f, 1.0f)), names[i]});
  }
  return swatches;
}

std::vector<Swatch> causeSwatches() {
  std::vector<Swatch> swatches;
  for (std::size_t idea = 1; idea < kSplitIdeaCount; ++idea) {
    swatches.push_back({packed(colourOfIdea(static_cast<SplitIdea>(idea))), std::string(kSplitIdeaNames[idea])});
  }
  swatches.push_back({packed(colourOfIdea(SplitIdea::none)), "longer free"});
  swatches.push_back({packed(colourOfQuietMember()), "member"});
  return swatches;
}

double meanDiameterOf(const Snapshot& snapshot) {
  double sum = 0.0;
  for (const Eigen::Vector4f& grain : snapshot.grains.positionRadius) {
    sum += 2.0 * double{grain.w()};
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, snapshot.particles()));
}

/// Swatches of members that would move, by speed from the merge limit on, then those of the other grains.
std::vector<Swatch> askedSwatches(const Snapshot& snapshot) {
  const double limit = snapshot.asked.answer != nullptr
                           ? snapshot.asked.answer->limit
                           : reductionLimits(snapshot.scene.parameters, meanDiameterOf(snapshot)).tangential;
  std::vector<Swatch> swatches;
  for (int step = 0; step < kAskedClassCount - static_cast<int>(AskedClass::slow); ++step) {
    const auto asked = static_cast<AskedClass>(static_cast<int>(AskedClass::slow) + step);
    swatches.push_back({packed(colourOfAsked(asked)), askedSpeeds(limit, step)});
  }
  swatches.push_back({packed(colourOfAsked(AskedClass::stays)), "stays"});
  swatches.push_back({packed(colourOfAsked(AskedClass::unasked)), "not asked yet"});
  swatches.push_back({packed(colourOfAsked(AskedClass::free)), "free"});
  return swatches;
}

/// Swatches for the way of colouring; empty where a scale shows the colours.
std::vector<Swatch> swatchesOf(const PanelContext& context) {
  switch (context.view.colourBy) {
    case ColourBy::material:
      return materialSwatches(context);
    case ColourBy::aggregate: {
      std::vector<Swatch> swatches = {{packed(colourOfAggregate(0)), "free"}};
      constexpr std::uint32_t kSamples = 5;
      for (std::uint32_t id = 1; id <= kSamples; ++id) {
        swatches.push_back({packed(colourOfAggregate(id)), id < kSamples ? "" : "aggregates"});
      }
      return swatches;
    }
    case ColourBy::state:
      return {{packed(colourOfRole(GrainRole::free)), "free"},
              {packed(colourOfRole(GrainRole::boundary)), "boundary member"},
              {packed(colourOfRole(GrainRole::member)), "member"}};
    case ColourBy::splitCause:
      return causeSwatches();
    case ColourBy::wouldMove:
      return askedSwatches(*context.snapshot);
    default:
      return {};
  }
}

/// Place of a swatch: line, and distance from the left edge [px].
struct SwatchPlace {
  int line = 0;
  float x = 0.0f;
};

/// Places of swatches line by line. A label and the swatches that it ends stay in one line.
std::vector<SwatchPlace> placesOf(std::span<const Swatch> swatches, float width) {
  const float font = ImGui::GetFontSize();
  std::vector<SwatchPlace> places;
  SwatchPlace next;
  for (std::size_t first = 0; first < swatches.size();) {
    std::size_t last = first;
    while (last + 1 < swatches.size() && swatches[last].label.empty()) {
      ++last;
    }
    const float run = static_cast<float>(last - first) * 1.1f * font;
    const float label = ImGui::CalcTextSize(swatches[last].label.c_str()).x + 1.4f * font;
    if (next.x > 0.0f && next.x + run + label > width) {
      next = {next.line + 1, 0.0f};
    }
    for (; first <= last; ++first) {
      places.push_back(next);
      next.x += 1.1f * font;
    }
    next.x += label;
  }
  return places;
}

void drawSwatches(PanelContext& context, std::span<const Swatch> swatches, std::span<const SwatchPlace> places,
                  ImVec2 at, float right) {
  const float font = ImGui::GetFontSize();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < swatches.size(); ++i) {
    const ImVec2 low(at.x + places[i].x, at.y + static_cast<float>(places[i].line) * 1.4f * font);
    list.AddRectFilled(low, {low.x + font, low.y + font}, swatches[i].colour, 3.0f);
    const std::string label = elided(swatches[i].label, right - low.x - 1.4f * font);
    list.AddText({low.x + 1.4f * font, low.y}, theme::kText, label.c_str());
    context.probes.record(fmt::format("legend.swatch.{}", i), {low.x, low.y, low.x + font, low.y + font});
  }
}

/// Room for a legend [px], which hangs from the line `y` or stands on it.
struct Slot {
  float left = 0.0f;
  float right = 0.0f;
  float y = 0.0f;
  LegendEdge edge = LegendEdge::top;  ///< edge of the legend on the line
};

constexpr float kSide = 2.7f;         // margin of a plate beside its scale, in font sizes: room for half a number
constexpr float kNarrowSide = 0.8f;   // the same beside swatches
constexpr float kScaleHeight = 4.3f;  // height of a plate with a scale, in font sizes

/// Draws a plate with its title, which begins `side` font sizes from its left edge where it has room to do so.
ProbeRect drawLegendPlate(const Slot& slot, float height, const std::string& title, float side) {
  const float font = ImGui::GetFontSize();
  const float top = slot.edge == LegendEdge::top ? slot.y : slot.y - height;
  const ProbeRect plate{slot.left, top, slot.right, top + height};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({plate.x0, plate.y0}, {plate.x1, plate.y1}, theme::kSoftPlate, 7.0f);
  const float least = kNarrowSide * font;
  const std::string shown = elided(title, plate.x1 - plate.x0 - 2.0f * least);
  const float room = plate.x1 - plate.x0 - least - ImGui::CalcTextSize(shown.c_str()).x;
  list.AddText({plate.x0 + std::max(least, std::min(side * font, room)), plate.y0 + font * 0.35f}, theme::kText,
               shown.c_str());
  return plate;
}

/// Rectangle of the scale on a plate.
ProbeRect scaleOn(const ProbeRect& plate) {
  const float font = ImGui::GetFontSize();
  return {plate.x0 + kSide * font, plate.y0 + font * 1.65f, plate.x1 - kSide * font, plate.y0 + font * 2.55f};
}

bool hasChainLegend(const PanelContext& context) {
  return context.view.layers.chains && context.layerStatistics.chains > 0;
}

/// Draws a legend with a scale from 0 to `full`, whose colours `colourAt` gives from 0 to 1.
void drawForceLegend(PanelContext& context, const Slot& slot, const std::string& title, std::string_view name,
                     Eigen::Vector3f (*colourAt)(float), float full) {
  const ProbeRect plate = drawLegendPlate(slot, kScaleHeight * ImGui::GetFontSize(), title, kSide);
  const ProbeRect bar = scaleOn(plate);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  constexpr int kPieces = 64;
  const float step = (bar.x1 - bar.x0) / kPieces;
  for (int i = 0; i < kPieces; ++i) {
    const ImU32 from = packed(colourAt(static_cast<float>(i) / kPieces));
    const ImU32 to = packed(colourAt(static_cast<float>(i + 1) / kPieces));
    const float x = bar.x0 + static_cast<float>(i) * step;
    list.AddRectFilledMultiColor({x, bar.y0}, {x + step, bar.y1}, from, to, to, from);
  }
  for (const float part : {0.0f, 0.5f, 1.0f}) {
    const std::string label = quantity(static_cast<double>(part * full), "");
    const float x = bar.x0 + part * (bar.x1 - bar.x0);
    list.AddLine({x, bar.y1}, {x, bar.y1 + 4.0f}, theme::kText);
    list.AddText({x - ImGui::CalcTextSize(label.c_str()).x * 0.5f, bar.y1 + 5.0f}, theme::kText, label.c_str());
  }
  context.probes.record(name, plate);
}

void drawChainLegend(PanelContext& context, const Slot& slot) {
  drawForceLegend(context, slot, "Contact force [N]", "chain_legend", chainColour, context.layerStatistics.fullForce);
}

bool hasBridgeLegend(const PanelContext& context) {
  return context.view.layers.bridges && context.layerStatistics.bridges > 0;
}

void drawBridgeLegend(PanelContext& context, const Slot& slot) {
  // In mN, as bridges of water between grains of millimetres pull with less than one.
  drawForceLegend(context, slot, "Pull of bridges [mN]", "bridge_legend", bridgeColour,
                  1e3f * context.layerStatistics.fullPull);
}

/// Map of the slice that is drawn; null without one.
const FieldMap* slicedMap(const PanelContext& context) {
  const FieldMap* map = context.snapshot->onRequest.fieldMap.get();
  return context.view.layers.fields.slice && map != nullptr && map->grid.nodes() > 0 ? map : nullptr;
}

void drawSliceLegend(PanelContext& context, const Slot& slot) {
  const FieldMap& map = *slicedMap(context);
  const ColourInfo& info = infoOf(map.scalar);
  const std::string title = fmt::format(
      "Slice: {}{}", info.unit.empty() ? std::string(info.name) : fmt::format("{} [{}]", info.name, info.unit),
      context.view.layers.fields.mean
          ? fmt::format(", mean of {}", counted(static_cast<std::uint64_t>(map.snapshots), "state"))
          : "");
  const ProbeRect plate = drawLegendPlate(slot, kScaleHeight * ImGui::GetFontSize(), title, kSide);
  drawScale(*ImGui::GetBackgroundDrawList(), sliceColours(context.view), fittedRange(map), scaleOn(plate));
  context.probes.record("slice_legend", plate);
}

/// Bed on a belt of which the heights are drawn; null without one.
const BedReading* mappedBed(const PanelContext& context) {
  const BedReading* bed = shownBed(*context.snapshot, context.view.layers);
  return bed != nullptr && !bed->bed.heights.empty() ? bed : nullptr;
}

void drawBedLegend(PanelContext& context, const Slot& slot) {
  const BedReading& bed = *mappedBed(context);
  const std::string title = fmt::format("Bed height [mm], {}", quantity(bed.to - bed.from, "s"));
  const ProbeRect plate = drawLegendPlate(slot, kScaleHeight * ImGui::GetFontSize(), title, kSide);
  drawScale(*ImGui::GetBackgroundDrawList(), sliceColours(context.view), fittedRange(bed), scaleOn(plate));
  context.probes.record("bed_legend", plate);
}

/// Remark for the title where colours show the reduction but merging is off: all grains have one colour.
std::string_view remarkOn(const PanelContext& context) {
  const bool ofReduction = infoOf(context.view.colourBy).scale == ColourScale::own;
  const bool isOff = context.snapshot->scene.parameters.reduction.merging == Switch::off;
  return ofReduction && isOff && context.snapshot->reduction.level.free == context.snapshot->reduction.level.particles
             ? ": merging is off"
             : "";
}

/// Remark for the title where colours show an answer: its age.
std::string remarkOnAge(const PanelContext& context) {
  if (context.view.colourBy == ColourBy::solverError) {
    return ", " + solverErrorAge(*context.snapshot);
  }
  const bool isShown = context.view.colourBy == ColourBy::wouldMove && remarkOn(context).empty();
  return isShown ? ", " + askedAge(*context.snapshot) : "";
}

/// Remark for the title where aggregates are outlined.
std::string_view remarkOnOutlines(const PanelContext& context) {
  const ReductionLevel& level = context.snapshot->reduction.level;
  if (!showsOutlines(context.view) || level.free == level.particles) {
    return "";
  }
  return context.view.colourBy == ColourBy::aggregate ? ", outlined" : ", aggregates outlined";
}

/// Draws the legend of the grains' colours. Returns its edge away from the slot's line [px].
float drawColourLegend(PanelContext& context, const Slot& slot) {
  const ViewOptions& view = context.view;
  const float font = ImGui::GetFontSize();
  const float width = slot.right - slot.left - 2.0f * kNarrowSide * font;
  const std::vector<Swatch> swatches = swatchesOf(context);
  const std::vector<SwatchPlace> places = placesOf(swatches, width);
  const int lines = places.empty() ? 1 : places.back().line + 1;
  const float height = font * (swatches.empty() ? kScaleHeight : 1.9f + 1.4f * static_cast<float>(lines));
  const ColourInfo& info = infoOf(view.colourBy);
  const std::string title =
      fmt::format("{}{}{}{}", info.unit.empty() ? std::string(info.name) : fmt::format("{} [{}]", info.name, info.unit),
                  remarkOnAge(context), remarkOnOutlines(context), remarkOn(context));
  const ProbeRect plate = drawLegendPlate(slot, height, title, swatches.empty() ? kSide : kNarrowSide);
  const ProbeRect bar = scaleOn(plate);
  if (swatches.empty()) {
    drawScale(*ImGui::GetBackgroundDrawList(), view.colourMap, view.range, bar);
  } else {
    drawSwatches(context, swatches, places, {plate.x0 + kNarrowSide * font, bar.y0}, plate.x1);
  }
  context.probes.record("legend_plate", plate);
  return slot.edge == LegendEdge::top ? plate.y1 : plate.y0;
}

}  // namespace

void drawLegend(PanelContext& context, const ProbeRect& freeArea, LegendEdge edge) {
  const float font = ImGui::GetFontSize();
  const float margin = 2.0f * font;
  const float room = freeArea.x1 - freeArea.x0 - 2.0f * margin;
  // With large letters in a small view a legend would cover the grains that it explains.
  constexpr float kMostPart = 0.34f;  // of the height
  const float highest = kMostPart * (freeArea.y1 - freeArea.y0);
  if (!context.memory.showLegend || room < 8.0f * font || kScaleHeight * font > highest) {
    return;
  }
  const float most = (24.0f + 2.0f * kSide) * font;
  const float least = (10.0f + 2.0f * kSide) * font;
  const float gap = 0.6f * font;
  const float centre = (freeArea.x0 + freeArea.x1) * 0.5f;
  const float inwards = edge == LegendEdge::top ? 1.0f : -1.0f;
  const float line = (edge == LegendEdge::top ? freeArea.y0 : freeArea.y1) + inwards * 0.7f * font;
  std::vector<void (*)(PanelContext&, const Slot&)> others;
  if (hasChainLegend(context)) {
    others.push_back(drawChainLegend);
  }
  if (hasBridgeLegend(context)) {
    others.push_back(drawBridgeLegend);
  }
  if (slicedMap(context) != nullptr) {
    others.push_back(drawSliceLegend);
  }
  if (mappedBed(context) != nullptr) {
    others.push_back(drawBedLegend);
  }
  // Legends stand side by side, so that they cover little of the picture; in a narrow view they are stacked.
  const auto count = static_cast<float>(1 + others.size());
  const float each = std::min((room - gap * (count - 1.0f)) / count, most);
  if (others.empty() || each >= least) {
    float left = centre - 0.5f * (count * each + (count - 1.0f) * gap);
    drawColourLegend(context, {left, left + each, line, edge});
    for (const auto& draw : others) {
      left += each + gap;
      draw(context, {left, left + each, line, edge});
    }
    return;
  }
  const float half = 0.5f * std::min(room, most);
  float end = drawColourLegend(context, {centre - half, centre + half, line, edge});
  for (const auto& draw : others) {
    const float next = end + inwards * (gap + kScaleHeight * font);
    if (std::abs(next - line) > highest) {
      return;
    }
    draw(context, {centre - half, centre + half, end + inwards * gap, edge});
    end = next;
  }
}

void drawNotice(PanelContext& context, const ProbeRect& freeArea, const std::string& notice) {
  if (notice.empty()) {
    return;
  }
  const float font = ImGui::GetFontSize();
  const float width = std::max(font * 8.0f, freeArea.x1 - freeArea.x0 - 4.0f * font);
  // Only words that are longer than a line, such as paths, are broken by ImGui.
  const std::string lines = brokenAtSpaces(notice, width);
  const ImVec2 size = ImGui::CalcTextSize(lines.c_str(), nullptr, false, width);
  const float left = (freeArea.x0 + freeArea.x1 - size.x) * 0.5f;
  const float top = freeArea.y0 + font;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled({left - font, top - font * 0.5f}, {left + size.x + font, top + size.y + font * 0.5f},
                     theme::kPlate, 7.0f);
  list.AddText(ImGui::GetFont(), font, {left, top}, theme::kText, lines.c_str(), nullptr, width);
  context.probes.recordText("notice", lines);
  context.probes.record("notice", {left - font, top - font * 0.5f, left + size.x + font, top + size.y + font * 0.5f});
}

}  // namespace scree
