#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/panels/widgets.h"

namespace scree {

namespace {

constexpr std::array<ImU32, kRowKindCount> kKindColours = {IM_COL32(96, 170, 255, 255), IM_COL32(245, 185, 88, 255),
                                                           IM_COL32(122, 204, 128, 255), IM_COL32(214, 132, 220, 255)};

double valueAt(const SweepResidual& residual, std::size_t kind, bool largest) {
  return largest ? residual.largest[kind] : residual.rms[kind];
}

/// Whole decades around all positive values.
struct Decades {
  int low = 0;
  int high = -1;
  bool empty() const { return high < low; }
};

Decades decadesOf(const ResidualHistory& history, bool largest) {
  double low = 1e300;
  double high = 0.0;
  for (const SweepResidual& residual : history) {
    for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
      const double value = valueAt(residual, kind, largest);
      if (value > 0.0 && std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
  }
  if (high <= 0.0) {
    return {};
  }
  const int top = static_cast<int>(std::ceil(std::log10(high)));
  // Rows at rest reach round-off; twelve decades down nothing is to be seen.
  const int bottom = std::max(static_cast<int>(std::floor(std::log10(low))), top - 12);
  return {std::min(bottom, top - 1), top};
}

struct PlotArea {
  ImVec2 low;
  ImVec2 high;
  Decades decades;
  std::size_t count = 0;

  ImVec2 at(std::size_t sweep, double value) const {
    const double t = count < 2 ? 0.0 : static_cast<double>(sweep) / static_cast<double>(count - 1);
    const double level = (std::log10(value) - decades.low) / (decades.high - decades.low);
    return {low.x + static_cast<float>(t) * (high.x - low.x),
            high.y - static_cast<float>(std::clamp(level, 0.0, 1.0)) * (high.y - low.y)};
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

void drawLines(ImDrawList& list, const PlotArea& area, const ResidualHistory& history, bool largest) {
  for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
    std::vector<ImVec2> points;
    for (std::size_t sweep = 0; sweep < history.size(); ++sweep) {
      const double value = valueAt(history[sweep], kind, largest);
      if (value > 0.0 && std::isfinite(value)) {
        points.push_back(area.at(sweep, value));
      }
    }
    if (points.size() == 1) {
      list.AddCircleFilled(points.front(), 2.5f, kKindColours[kind]);
    }
    list.AddPolyline(points.data(), static_cast<int>(points.size()), kKindColours[kind], ImDrawFlags_None, 1.6f);
  }
}

/// The names of the row kinds with the colours of their lines and their last value, two a line.
void drawKey(const ResidualHistory& history, bool largest) {
  const float half = ImGui::GetContentRegionAvail().x * 0.5f;
  const float left = ImGui::GetCursorPosX();
  for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
    if (kind % 2 == 1) {
      ImGui::SameLine(left + half);
    }
    text(kRowKindNames[kind], kKindColours[kind]);
    ImGui::SameLine();
    text(history.empty() ? "-" : fmt::format("{:.1e}", valueAt(history.back(), kind, largest)), theme::kDim);
  }
}

}  // namespace

void drawResidualPanel(PanelContext& context) {
  const ResidualHistory& history = context.snapshot->residuals;
  const bool largest = context.memory.showLargestResiduals;
  const float font = ImGui::GetFontSize();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 7.4f);
  ImGui::InvisibleButton("plot", size);
  probe(context, "residual_plot");
  tooltip(
      "How far each sweep of the last step still moved the rows, D |λ_new - λ_old| in m/s (rolling and twisting times "
      "r*), against the sweep. Straight down is convergence; flat means more sweeps do not help.\nSource: the "
      "projected Gauss-Seidel fixed point.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  PlotArea area{{origin.x + font * 2.6f, origin.y + font * 0.6f},
                {origin.x + size.x - 2.0f, origin.y + size.y - font * 1.3f},
                decadesOf(history, largest),
                history.size()};
  list.AddRectFilled(area.low, area.high, IM_COL32(22, 24, 29, 255), 3.0f);
  if (area.decades.empty()) {
    list.AddText({area.low.x + font, (area.low.y + area.high.y) * 0.5f - font * 0.5f}, theme::kDim,
                 history.empty() ? "no solve yet" : "nothing left to solve");
  } else {
    drawGrid(list, area);
    drawLines(list, area, history, largest);
    const std::string last = counted(history.size(), "sweep");
    list.AddText({area.low.x, area.high.y + 2.0f}, theme::kDim, "1");
    list.AddText({area.high.x - ImGui::CalcTextSize(last.c_str()).x, area.high.y + 2.0f}, theme::kDim, last.c_str());
  }
  drawKey(history, largest);
  checkRow(context, "largest_residuals", "Largest instead of rms", context.memory.showLargestResiduals,
           "Show the largest residual over the contacts [m/s] instead of the root mean square.");
}

}  // namespace scree
