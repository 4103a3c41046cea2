#include "app/widgets/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr float kPlotHeight = 7.0f;  // in letters

/// Place and scales of a plot.
struct PlotScale {
  ImVec2 low;
  ImVec2 high;
  double xLow = 0.0;
  double xHigh = 1.0;
  double yLow = 0.0;
  double yHigh = 1.0;

  float xOf(double x) const { return low.x + static_cast<float>((x - xLow) / (xHigh - xLow)) * (high.x - low.x); }
  float yOf(double y) const { return high.y - static_cast<float>((y - yLow) / (yHigh - yLow)) * (high.y - low.y); }
};

/// Number on the scale: the number itself, or its decimal logarithm.
double scaled(const PlottedLine& line, double y) { return line.logarithmic ? std::log10(y) : y; }

PlotScale plotScaleOf(const PlottedLine& line, ImVec2 low, ImVec2 high) {
  PlotScale scale{low, high};
  const double half = line.x.size() > 1 ? 0.5 * (line.x[1] - line.x[0]) : 0.5;
  scale.xLow = line.x.front() - (line.bars ? half : 0.0);
  scale.xHigh = std::max(line.x.back() + (line.bars ? half : 0.0), scale.xLow + 1e-12);
  bool isFirst = true;
  for (const double y : line.y) {
    if (line.logarithmic && !(y > 0.0)) {
      continue;
    }
    const double at = scaled(line, y);
    scale.yLow = isFirst ? at : std::min(scale.yLow, at);
    scale.yHigh = isFirst ? at : std::max(scale.yHigh, at);
    isFirst = false;
  }
  if (!line.logarithmic) {
    scale.yLow = std::min(scale.yLow, 0.0);
  } else {
    scale.yLow = std::floor(scale.yLow);
  }
  scale.yHigh = std::max(scale.yHigh, scale.yLow + 1e-12);
  return scale;
}

void drawPlottedLine(ImDrawList& list, const PlottedLine& line, const PlotScale& scale) {
  const float width = line.x.size() > 1 ? std::abs(scale.xOf(line.x[1]) - scale.xOf(line.x[0])) : 8.0f;
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (line.logarithmic && !(line.y[i] > 0.0)) {
      continue;
    }
    const ImVec2 at(scale.xOf(line.x[i]), scale.yOf(scaled(line, line.y[i])));
    if (line.bars) {
      const float zero = scale.yOf(line.logarithmic ? scale.yLow : 0.0);
      list.AddRectFilled({at.x - 0.5f * width + 1.0f, std::min(at.y, zero)},
                         {at.x + 0.5f * width - 1.0f, std::max(at.y, zero)}, theme::kAccent);
    }
    points.push_back(at);
  }
  if (!line.bars) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), theme::kAccent, ImDrawFlags_None, 1.8f);
  }
}

std::string namedWithUnit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::string csvOf(const PlottedLine& line) {
  std::string table =
      fmt::format("{},{}\n", namedWithUnit(line.xName, line.xUnit), namedWithUnit(line.yName, line.yUnit));
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    table += fmt::format("{:.6g},{:.6g}\n", line.x[i], line.y[i]);
  }
  return table;
}

}  // namespace

void drawLinePlot(PanelContext& context, std::string_view name, const PlottedLine& line) {
  text(namedWithUnit(line.yName, line.yUnit), theme::kDim);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, std::round(kPlotHeight * ImGui::GetFontSize()));
  ImGui::InvisibleButton(std::string(name).c_str(), size);
  probe(context, name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high(origin.x + size.x, origin.y + size.y);
  list.AddRectFilled(origin, high, theme::kGround, 3.0f);
  if (line.x.empty()) {
    list.AddText({origin.x + 4.0f, origin.y + 2.0f}, theme::kDim, "no values");
    return;
  }
  const PlotScale scale = plotScaleOf(line, origin, high);
  list.PushClipRect(origin, high, true);
  drawPlottedLine(list, line, scale);
  const double top = line.logarithmic ? std::pow(10.0, scale.yHigh) : scale.yHigh;
  list.AddText({origin.x + 4.0f, origin.y + 2.0f}, theme::kText, quantity(top, "").c_str());
  list.PopClipRect();
  if (ImGui::IsItemHovered()) {
    const double x =
        scale.xLow + static_cast<double>((ImGui::GetMousePos().x - origin.x) / size.x) * (scale.xHigh - scale.xLow);
    const auto nearest = std::ranges::min_element(line.x, {}, [x](double at) { return std::abs(at - x); });
    const auto index = static_cast<std::size_t>(nearest - line.x.begin());
    tooltip(fmt::format("{}\nat {} {}: {}", line.help, line.xName, quantity(line.x[index], line.xUnit),
                        quantity(line.y[index], line.yUnit)));
  }
  text(quantity(scale.xLow, ""), theme::kDim);
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f - 0.5f * ImGui::CalcTextSize(line.xName.c_str()).x);
  text(namedWithUnit(line.xName, line.xUnit), theme::kDim);
  ImGui::SameLine();
  rightText(quantity(scale.xHigh, ""), theme::kDim);
  const std::string copy = std::string(name) + ".copy";
  if (ImGui::Button(("Copy as table##" + copy).c_str(), {ImGui::GetContentRegionAvail().x, 0.0f})) {
    ImGui::SetClipboardText(csvOf(line).c_str());
  }
  probe(context, copy);
  tooltip("Puts the numbers of the plot on the clipboard as CSV.");
}

}  // namespace scree
