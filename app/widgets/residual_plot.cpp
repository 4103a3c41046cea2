#include "app/widgets/residual_plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>
#include <vector>

namespace scree {

namespace {

/// Most points of a line: more than there are pixels would not show, and a draw list has room for only so many.
constexpr std::size_t kMostPoints = 512;

bool isDrawn(double value) { return value > 0.0 && std::isfinite(value); }

/// Range of whole decades around all positive values, as powers of ten.
struct Decades {
  int low = 0;
  int high = -1;
  bool empty() const { return high < low; }
};

Decades decadesOf(std::span<const ResidualLine> lines) {
  double low = 1e300;
  double high = 0.0;
  for (const ResidualLine& line : lines) {
    for (std::size_t sweep = 0; sweep < line.count; ++sweep) {
      const double value = line.value(sweep);
      if (isDrawn(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
  }
  if (high <= 0.0) {
    return {};
  }
  const int top = static_cast<int>(std::ceil(std::log10(high)));
  // Residuals of rows at rest are round-off: the scale ends twelve decades below its top.
  const int bottom = std::max(static_cast<int>(std::floor(std::log10(low))), top - 12);
  return {std::min(bottom, top - 1), top};
}

struct PlotArea {
  ImVec2 low;
  ImVec2 high;
  Decades decades;
  std::size_t count = 0;  ///< number of sweeps of the longest line

  ImVec2 at(std::size_t sweep, double value) const {
    const double t = count < 2 ? 0.0 : static_cast<double>(sweep) / static_cast<double>(count - 1);
    const double level = (std::log10(value) - decades.low) / (decades.high - decades.low);
    return {low.x + static_cast<float>(t) * (high.x - low.x),
            high.y - static_cast<float>(std::clamp(level, 0.0, 1.0)) * (high.y - low.y)};
  }
  /// Sweep nearest to a place in the plot; nothing outside the plot.
  std::optional<std::size_t> sweepAt(ImVec2 point) const {
    if (count == 0 || point.x < low.x || point.x > high.x || point.y < low.y || point.y > high.y) {
      return std::nullopt;
    }
    const float t = (point.x - low.x) / std::max(1.0f, high.x - low.x);
    return static_cast<std::size_t>(std::lround(t * static_cast<float>(count - 1)));
  }
};

void drawGrid(ImDrawList& list, const PlotArea& area) {
  const float line = ImGui::GetFontSize();
  const int decades = area.decades.high - area.decades.low;
  const int every =
      std::max(1, static_cast<int>(std::ceil(static_cast<float>(decades) * line * 1.3f / (area.high.y - area.low.y))));
  for (int d = area.decades.low; d <= area.decades.high; d += every) {
    const float y = area.at(0, std::pow(10.0, d)).y;
    list.AddLine({area.low.x, y}, {area.high.x, y}, theme::kTrack);
    const std::string label = fmt::format("1e{}", d);
    list.AddText({area.low.x - ImGui::CalcTextSize(label.c_str()).x - 5.0f, y - line * 0.5f}, theme::kDim,
                 label.c_str());
  }
}

/// Points of a line; a long line has one point a group of sweeps, at the largest value of the group.
std::vector<ImVec2> pointsOf(const ResidualLine& line, const PlotArea& area) {
  const std::size_t group = std::max<std::size_t>(1, (line.count + kMostPoints - 1) / kMostPoints);
  std::vector<ImVec2> points;
  for (std::size_t start = 0; start < line.count; start += group) {
    std::size_t sweep = start;
    double largest = 0.0;
    for (std::size_t i = start; i < std::min(start + group, line.count); ++i) {
      const double value = line.value(i);
      if (isDrawn(value) && value > largest) {
        largest = value;
        sweep = i;
      }
    }
    if (largest > 0.0) {
      points.push_back(area.at(sweep, largest));
    }
  }
  return points;
}

void drawLine(ImDrawList& list, const PlotArea& area, const ResidualLine& line) {
  const std::vector<ImVec2> points = pointsOf(line, area);
  if (points.size() == 1) {
    list.AddCircleFilled(points.front(), 2.5f, line.colour);
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), line.colour, ImDrawFlags_None, line.thickness);
}

void drawValuesAt(ImDrawList& list, const PlotArea& area, std::span<const ResidualLine> lines, std::size_t sweep) {
  const float x = area.at(sweep, 1.0).x;
  list.AddLine({x, area.low.y}, {x, area.high.y}, theme::kDim);
  ImGui::BeginTooltip();
  text(fmt::format("sweep {}", grouped(sweep + 1)));
  for (const ResidualLine& line : lines) {
    const bool known = sweep < line.count && std::isfinite(line.value(sweep));
    text(fmt::format("{}: {}", line.name, known ? fmt::format("{:.2e} m/s", line.value(sweep)) : "-"), line.colour);
    if (known && isDrawn(line.value(sweep))) {
      list.AddCircleFilled(area.at(sweep, line.value(sweep)), 2.5f, line.colour);
    }
  }
  ImGui::EndTooltip();
}

}  // namespace

void drawResidualPlot(PanelContext& context, std::string_view name, std::span<const ResidualLine> lines,
                      std::string_view empty, std::string_view help) {
  const float font = ImGui::GetFontSize();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 5.8f);
  ImGui::InvisibleButton("plot", size);
  probe(context, name);
  const bool hovered = ImGui::IsItemHovered();
  PlotArea area{{origin.x + font * 2.6f, origin.y + font * 0.6f},
                {origin.x + size.x - 2.0f, origin.y + size.y - font * 1.3f},
                decadesOf(lines),
                0};
  for (const ResidualLine& line : lines) {
    area.count = std::max(area.count, line.count);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(area.low, area.high, theme::kGround, 3.0f);
  if (area.decades.empty()) {
    const float room = area.high.x - area.low.x - 2.0f * font;
    const float height = ImGui::CalcTextSize(empty.data(), empty.data() + empty.size(), false, room).y;
    list.AddText(ImGui::GetFont(), font, {area.low.x + font, 0.5f * (area.low.y + area.high.y - height)}, theme::kDim,
                 empty.data(), empty.data() + empty.size(), room);
    context.probes.recordText(name, empty);
    tooltip(help);
    return;
  }
  drawGrid(list, area);
  for (const ResidualLine& line : lines | std::views::reverse) {
    drawLine(list, area, line);
  }
  const std::string last = counted(area.count, "sweep");
  list.AddText({area.low.x, area.high.y + 2.0f}, theme::kDim, "1");
  list.AddText({area.high.x - ImGui::CalcTextSize(last.c_str()).x, area.high.y + 2.0f}, theme::kDim, last.c_str());
  const std::optional<std::size_t> sweep = hovered ? area.sweepAt(ImGui::GetMousePos()) : std::nullopt;
  if (sweep) {
    drawValuesAt(list, area, lines, *sweep);
  } else {
    tooltip(help);
  }
}

}  // namespace scree
