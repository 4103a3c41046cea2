#include "app/widgets/angle_plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui_state/recent_angles.h"

namespace scree {

namespace {

constexpr double kAngleSpan = 20.0;    // simulated time from edge to edge [s]
constexpr double kMeanSpan = 2.0;      // simulated time of a mean [s]
constexpr double kLeastHeight = 10.0;  // least difference of the ends of the scale [°]
constexpr double kStepOfEnds = 5.0;    // step of the ends of the scale, so that it seldom changes [°]

/// Place and scale of the plot.
struct AngleFrame {
  ImVec2 low;
  ImVec2 high;
  std::array<double, 2> range;  ///< angles at the lower and upper edge [°]
  double newest;                ///< simulated time at the right edge [s]

  ImVec2 pointOf(const AngleReading& reading) const {
    const double across = std::clamp(1.0 + (reading.time - newest) / kAngleSpan, 0.0, 1.0);
    const double up = (reading.angle - range[0]) / (range[1] - range[0]);
    return {low.x + static_cast<float>(across) * (high.x - low.x), high.y - static_cast<float>(up) * (high.y - low.y)};
  }
};

std::vector<AngleReading> twinAngles(const PanelContext& context) {
  std::vector<AngleReading> readings;
  for (const TwinHistory::Bin& bin : context.memory.twin.history.bins()) {
    if (bin.twinAngle && bin.time >= context.snapshot->run.time - kAngleSpan) {
      readings.push_back({bin.time, *bin.twinAngle});
    }
  }
  return readings;
}

std::array<double, 2> rangeOfAngles(const std::vector<AngleReading>& readings, const std::vector<AngleReading>& twin) {
  double low = readings.front().angle;
  double high = low;
  for (const std::vector<AngleReading>* list : {&readings, &twin}) {
    for (const AngleReading& reading : *list) {
      low = std::min(low, reading.angle);
      high = std::max(high, reading.angle);
    }
  }
  low = kStepOfEnds * std::floor(low / kStepOfEnds);
  high = kStepOfEnds * std::ceil(high / kStepOfEnds);
  return {low, std::max(high, low + kLeastHeight)};
}

void drawAngles(ImDrawList& list, const AngleFrame& frame, const std::vector<AngleReading>& readings, ImU32 colour,
                float thickness) {
  std::vector<ImVec2> points;
  points.reserve(readings.size());
  for (const AngleReading& reading : readings) {
    points.push_back(frame.pointOf(reading));
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, ImDrawFlags_None, thickness);
}

/// Labels of the ends of the scale at the left of the plot, whose widest is returned [px].
float scaleWidth() { return ImGui::CalcTextSize("-90°").x + 4.0f; }

void drawScale(ImDrawList& list, const AngleFrame& frame) {
  const float font = ImGui::GetFontSize();
  for (const bool isUpper : {false, true}) {
    const std::string label = fmt::format("{:.0f}°", frame.range[isUpper ? 1 : 0] + 0.0);  // no -0
    const float y = isUpper ? frame.low.y : frame.high.y - font;
    list.AddText({frame.low.x - ImGui::CalcTextSize(label.c_str()).x - 4.0f, y}, theme::kDim, label.c_str());
  }
  const float middle = std::round((frame.low.y + frame.high.y) * 0.5f);
  list.AddLine({frame.low.x, middle}, {frame.high.x, middle}, theme::kGrid);
}

}  // namespace

void drawAnglePlot(PanelContext& context) {
  const std::vector<AngleReading> readings = recentAngles(*context.snapshot, kAngleSpan);
  if (readings.empty()) {
    return;
  }
  const std::vector<AngleReading> means = runningMean(readings, kMeanSpan);
  const std::vector<AngleReading> twin = runningMean(twinAngles(context), kMeanSpan);
  ImGui::Spacing();
  text("Angle of repose", theme::kDim);
  ImGui::SameLine();
  text(fmt::format("{:.1f}°", means.back().angle), theme::kAccent);
  if (!twin.empty()) {
    ImGui::SameLine();
    text(fmt::format("twin {:.1f}°", twin.back().angle), theme::kViolet);
  }
  const float font = ImGui::GetFontSize();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 5.0f);
  ImGui::InvisibleButton("materials.angle", size);
  probe(context, "materials.angle");
  const AngleFrame frame{{origin.x + scaleWidth(), origin.y},
                         {origin.x + size.x, origin.y + size.y},
                         rangeOfAngles(readings, twin),
                         context.snapshot->run.time};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(frame.low, frame.high, theme::kGround, 3.0f);
  drawScale(list, frame);
  list.PushClipRect(frame.low, frame.high, true);
  drawAngles(list, frame, readings, theme::kDim, 1.0f);
  drawAngles(list, frame, twin, theme::kViolet, 1.6f);
  drawAngles(list, frame, means, theme::kAccent, 2.0f);
  list.PopClipRect();
  tooltip(
      "Angle of repose over the last 20 s of simulated time: single readings faint, their mean over 2 s strong, the "
      "mean of the twin in violet. Change a value above and watch what the slope does.");
}

}  // namespace scree
