#include "app/widgets/precision_plot.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

namespace {

constexpr float kMarkRadius = 4.0f;  // px
constexpr float kReach = 9.0f;       // distance of the pointer from a mark that it names [px]
constexpr std::size_t kMostTicks = 5;
constexpr const char* kCostTitle = "ms a step";

bool isSeen(const PrecisionMark& mark) {
  return mark.error > 0.0 && std::isfinite(mark.error) && mark.cost > 0.0 && std::isfinite(mark.cost);
}

/// Logarithmic axis.
struct LogAxis {
  double low = 1e300;
  double high = 0.0;

  void hold(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void widen(double below, double above) {
    low /= below;
    high *= above;
  }
  float partOf(double value) const { return static_cast<float>(std::log(value / low) / std::log(high / low)); }
};

/// Place of the plot on the screen, with its axes.
struct PrecisionArea {
  ImVec2 low;
  ImVec2 high;
  LogAxis cost;
  LogAxis error;

  ImVec2 at(double costValue, double errorValue) const {
    return {low.x + cost.partOf(costValue) * (high.x - low.x), high.y - error.partOf(errorValue) * (high.y - low.y)};
  }
};

/// Axes that hold all marks with their labels, and a part of the band.
void fitAxes(const PrecisionPlot& plot, PrecisionArea& area) {
  constexpr double kRoomOfBand = 0.15;  // part of the axis, enough for the name of the band
  for (const PrecisionMark& mark : plot.marks) {
    if (isSeen(mark)) {
      area.cost.hold(mark.cost);
      area.error.hold(mark.error);
    }
  }
  if (plot.scatter && *plot.scatter > 0.0) {
    area.error.hold(*plot.scatter);
  }
  area.cost.widen(1.4, 1.4);
  area.error.widen(1.3 * std::pow(area.error.high / area.error.low, kRoomOfBand), 1.6);
}

std::string tickText(double tick) { return shortExponent(fmt::format("{:g}", tick)); }

/// Place of the title of the axis of the processor time: in the plot, as the ticks need the line below it.
ImRect titlePlace(const PrecisionArea& area) {
  const ImVec2 size = ImGui::CalcTextSize(kCostTitle);
  const ImVec2 corner(area.high.x - 5.0f, area.high.y - 1.0f);
  return {corner.x - size.x, corner.y - size.y, corner.x, corner.y};
}

void drawCostTicks(ImDrawList& list, const PrecisionArea& area) {
  for (const double tick : logarithmicTicks(area.cost.low, area.cost.high, kMostTicks)) {
    const float x = std::round(area.at(tick, area.error.low).x);
    const std::string label = tickText(tick);
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    list.AddLine({x, area.low.y}, {x, area.high.y}, theme::kTrack);
    list.AddText({std::min(x - 0.5f * width, area.high.x - width), area.high.y + 2.0f}, theme::kDim, label.c_str());
  }
  list.AddText(titlePlace(area).Min, theme::kDim, kCostTitle);
}

void drawErrorTicks(ImDrawList& list, const PrecisionArea& area) {
  for (const double tick : logarithmicTicks(area.error.low, area.error.high, kMostTicks)) {
    const float y = std::round(area.at(area.cost.low, tick).y);
    const std::string label = tickText(tick);
    list.AddLine({area.low.x, y}, {area.high.x, y}, theme::kTrack);
    list.AddText({area.low.x - ImGui::CalcTextSize(label.c_str()).x - 5.0f, y - ImGui::GetFontSize() * 0.5f},
                 theme::kDim, label.c_str());
  }
}

/// Width of the widest label beside the axis of errors [px].
float labelWidth(const LogAxis& axis) {
  float widest = 0.0f;
  for (const double tick : logarithmicTicks(axis.low, axis.high, kMostTicks)) {
    widest = std::max(widest, ImGui::CalcTextSize(tickText(tick).c_str()).x);
  }
  return widest;
}

void drawBand(ImDrawList& list, const PrecisionArea& area, double scatter) {
  const float top = area.at(area.cost.low, scatter).y;
  list.AddRectFilled({area.low.x, top}, area.high, theme::kUnder);
  list.AddLine({area.low.x, top}, {area.high.x, top}, theme::kDim);
  constexpr const char* kLabel = "scatter of the truth";
  if (area.high.y - top > ImGui::GetFontSize()) {
    list.AddText({area.low.x + 5.0f, area.high.y - ImGui::GetFontSize() - 1.0f}, theme::kDim, kLabel);
  }
}

/// Place of a label beside a mark that covers neither a label nor a mark; nothing if there is none.
std::optional<ImRect> freePlace(const PrecisionArea& area, ImVec2 mark, ImVec2 size, const std::vector<ImRect>& taken) {
  const float gap = kMarkRadius + 3.0f;
  const std::array<ImVec2, 8> places = {{{mark.x + gap, mark.y - 0.5f * size.y},
                                         {mark.x - gap - size.x, mark.y - 0.5f * size.y},
                                         {mark.x - 0.5f * size.x, mark.y - gap - size.y},
                                         {mark.x - 0.5f * size.x, mark.y + gap},
                                         {mark.x + 2.0f, mark.y - gap - size.y},
                                         {mark.x - 2.0f - size.x, mark.y - gap - size.y},
                                         {mark.x + 2.0f, mark.y + gap},
                                         {mark.x - 2.0f - size.x, mark.y + gap}}};
  for (const ImVec2& place : places) {
    const ImRect rect(place.x, place.y, place.x + size.x, place.y + size.y);
    const bool isInside = ImRect(area.low, area.high).Contains(rect);
    if (isInside && std::ranges::none_of(taken, [&](const ImRect& other) { return other.Overlaps(rect); })) {
      return rect;
    }
  }
  return std::nullopt;
}

void drawMarks(ImDrawList& list, const PrecisionArea& area, const PrecisionPlot& plot) {
  std::vector<ImRect> taken = {titlePlace(area)};
  for (const PrecisionMark& mark : plot.marks) {
    if (isSeen(mark)) {
      const ImVec2 place = area.at(mark.cost, mark.error);
      taken.emplace_back(place.x - kMarkRadius, place.y - kMarkRadius, place.x + kMarkRadius, place.y + kMarkRadius);
      list.AddCircleFilled(place, kMarkRadius, mark.colour);
    }
  }
  for (const PrecisionMark& mark : plot.marks) {
    const ImVec2 size = ImGui::CalcTextSize(mark.name.c_str());
    const std::optional<ImRect> free =
        isSeen(mark) ? freePlace(area, area.at(mark.cost, mark.error), size, taken) : std::nullopt;
    if (free) {
      taken.push_back(*free);
      list.AddText(free->Min, mark.colour, mark.name.c_str());
    }
  }
}

/// Mark under the pointer; null beside all of them.
const PrecisionMark* pointedAtMark(const PrecisionArea& area, const PrecisionPlot& plot) {
  const PrecisionMark* nearest = nullptr;
  float best = kReach;
  for (const PrecisionMark& mark : plot.marks) {
    if (isSeen(mark)) {
      const ImVec2 place = area.at(mark.cost, mark.error);
      const float distance = std::hypot(place.x - ImGui::GetMousePos().x, place.y - ImGui::GetMousePos().y);
      if (distance < best) {
        best = distance;
        nearest = &mark;
      }
    }
  }
  return nearest;
}

}  // namespace

std::vector<double> logarithmicTicks(double low, double high, std::size_t most) {
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  const auto within = [&](std::initializer_list<double> leads, int every) {
    std::vector<double> ticks;
    for (int decade = first; decade <= last; decade += every) {
      for (const double lead : leads) {
        const double tick = lead * std::pow(10.0, decade);
        if (tick >= low && tick <= high) {
          ticks.push_back(tick);
        }
      }
    }
    return ticks;
  };
  std::vector<double> ticks = within({1.0, 2.0, 5.0}, 1);
  for (int every = 1; ticks.size() > most; ++every) {
    ticks = within({1.0}, every);
  }
  return ticks;
}

void drawPrecisionPlot(PanelContext& context, std::string_view name, const PrecisionPlot& plot) {
  const float font = ImGui::GetFontSize();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 12.0f);
  ImGui::InvisibleButton("precision_plot", size);
  probe(context, name);
  const bool hovered = ImGui::IsItemHovered();
  PrecisionArea area{.low = {origin.x, origin.y + 2.0f},
                     .high = {origin.x + size.x - 2.0f, origin.y + size.y - font * 1.3f},
                     .cost = {},
                     .error = {}};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (std::ranges::none_of(plot.marks, isSeen)) {
    list.AddRectFilled(area.low, area.high, theme::kGround, 3.0f);
    list.AddText({area.low.x + font, (area.low.y + area.high.y) * 0.5f - font * 0.5f}, theme::kDim, plot.empty.c_str());
    tooltip(plot.help);
    return;
  }
  fitAxes(plot, area);
  area.low.x += labelWidth(area.error) + 6.0f;
  list.AddRectFilled(area.low, area.high, theme::kGround, 3.0f);
  if (plot.scatter && *plot.scatter > 0.0) {
    drawBand(list, area, *plot.scatter);
  }
  drawCostTicks(list, area);
  drawErrorTicks(list, area);
  drawMarks(list, area, plot);
  const PrecisionMark* pointed = hovered ? pointedAtMark(area, plot) : nullptr;
  tooltip(pointed != nullptr ? pointed->help : plot.help);
}

}  // namespace scree
