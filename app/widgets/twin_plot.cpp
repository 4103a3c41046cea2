#include "app/widgets/twin_plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace scree {

namespace {

using Bin = TwinHistory::Bin;

/// Strip that shows a value over time.
struct TwinStrip {
  std::string_view name;  ///< name of the probe without "twin.strip."
  std::string label;
  std::string unit;
  std::string help;
  double line = 0.0;           ///< value of a run equal to its twin, drawn as a line
  bool fromZero = false;       ///< the scale begins at 0
  std::vector<double> values;  ///< values, one a bin
};

TwinStrip speedUpStrip() {
  return {.name = "speed_up",
          .label = "Speed-up",
          .unit = "x",
          .help = "Cost of steps of the twin over the cost of steps of this run. The line is at 1.",
          .line = 1.0,
          .fromZero = true,
          .values = {}};
}

TwinStrip angleStrip() {
  return {.name = "angle",
          .label = "Angle",
          .unit = "°",
          .help = "Difference of the angles of repose: this run less its twin [°].",
          .values = {}};
}

TwinStrip potentialStrip() {
  return {.name = "potential",
          .label = "Potential",
          .unit = " J",
          .help = "Difference of the potential energies: this run less its twin [J].",
          .values = {}};
}

TwinStrip driveStrip(bool isTorque) {
  return isTorque ? TwinStrip{.name = "torque",
                              .label = "Torque",
                              .unit = " N·m",
                              .help = "Difference of the driving torques, means over a quarter of a second [N m].",
                              .values = {}}
                  : TwinStrip{.name = "power",
                              .label = "Power",
                              .unit = " W",
                              .help = "Difference of the powers of the drives, means over a quarter of a second [W].",
                              .values = {}};
}

TwinStrip rmsStrip() {
  return {.name = "rms",
          .label = "Apart, rms",
          .unit = " mm",
          .help = "Root mean square of the ways between grains and their twins [mm].",
          .fromZero = true,
          .values = {}};
}

std::vector<TwinStrip> stripsOf(const PanelContext& context) {
  const TwinSnapshot& twin = *context.snapshot->twin.snapshot;
  const DriveMeasure drives = driveMeasure(*context.snapshot);
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  // In a drum the potential energy follows from the angle.
  const bool hasPotential = !twin.drum;
  std::vector<TwinStrip> strips = {speedUpStrip()};
  if (twin.angle) {
    strips.push_back(angleStrip());
  }
  if (hasPotential) {
    strips.push_back(potentialStrip());
  }
  if (drives.exists) {
    strips.push_back(driveStrip(drives.isTorque));
  }
  strips.push_back(rmsStrip());
  for (const Bin& bin : context.memory.twin.history.bins()) {
    std::size_t next = 0;
    strips[next++].values.push_back(bin.speedUp);
    if (twin.angle) {
      strips[next++].values.push_back(kDegrees * bin.angle);
    }
    if (hasPotential) {
      strips[next++].values.push_back(bin.potential);
    }
    if (drives.exists) {
      strips[next++].values.push_back(bin.drive[0] - bin.drive[1]);
    }
    strips[next].values.push_back(1e3 * bin.rms);
  }
  return strips;
}

/// Ends of the scale, which holds all values and the line.
std::array<double, 2> rangeOf(const TwinStrip& strip) {
  double low = strip.fromZero ? 0.0 : strip.line;
  double high = strip.line;
  for (const double value : strip.values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double room = high > low ? 0.08 * (high - low) : 1e-12;
  return {low - (low < 0.0 ? room : 0.0), high + room};
}

struct Frame {
  ImVec2 low;
  ImVec2 high;
  std::array<double, 2> range;
  double newest;  ///< simulated time at the right edge [s]
  double span;    ///< simulated time from edge to edge [s]

  float xOf(double time) const {
    const double part = 1.0 + (time - newest) / span;
    return low.x + static_cast<float>(std::clamp(part, 0.0, 1.0)) * (high.x - low.x);
  }
  float yOf(double value) const {
    return high.y - static_cast<float>((value - range[0]) / (range[1] - range[0])) * (high.y - low.y);
  }
};

/// Time that the strips span [s]: that of the bins, but at least so long that the first steps do not fill the strips.
double spanOf(const std::deque<Bin>& bins) {
  constexpr double kShortest = 5.0;  // shortest span [s]
  return bins.empty() ? kShortest : std::clamp(bins.back().time - bins.front().time, kShortest, TwinHistory::kSpan);
}

std::string valueText(const TwinStrip& strip, double value) {
  return strip.fromZero ? fmt::format("{:.3g}{}", value, strip.unit) : fmt::format("{:+.3g}{}", value, strip.unit);
}

/// Index of the bin nearest to the pointer within reach, or the number of bins.
std::size_t pointedAtTwin(const Frame& frame, const std::deque<Bin>& bins) {
  std::size_t nearest = bins.size();
  float best = 6.0f;  // reach [px]
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const float distance = std::abs(ImGui::GetMousePos().x - frame.xOf(bins[i].time));
    if (distance < best) {
      best = distance;
      nearest = i;
    }
  }
  return nearest;
}

void drawCurve(ImDrawList& list, const Frame& frame, const TwinStrip& strip, const std::deque<Bin>& bins) {
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    points.emplace_back(frame.xOf(bins[i].time), frame.yOf(strip.values[i]));
  }
  const float line = std::round(frame.yOf(strip.line));
  list.AddLine({frame.low.x, line}, {frame.high.x, line}, theme::kStrongGrid);
  list.AddPolyline(points.data(), static_cast<int>(points.size()), theme::kAccent, ImDrawFlags_None, 1.6f);
}

void drawStrip(PanelContext& context, const TwinStrip& strip) {
  const std::deque<Bin>& bins = context.memory.twin.history.bins();
  const float font = ImGui::GetFontSize();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 3.1f);
  const std::string name = fmt::format("twin.strip.{}", strip.name);
  ImGui::InvisibleButton(name.c_str(), size);
  probe(context, name);
  const bool hovered = ImGui::IsItemHovered();
  // The label stands above the strip, so that no curve runs through it.
  const Frame frame{{origin.x, origin.y + font * 1.15f},
                    {origin.x + size.x, origin.y + size.y},
                    rangeOf(strip),
                    bins.empty() ? 0.0 : bins.back().time,
                    spanOf(bins)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(origin, theme::kDim, strip.label.c_str());
  const std::string newest = bins.empty() ? "" : valueText(strip, strip.values.back());
  list.AddText({frame.high.x - ImGui::CalcTextSize(newest.c_str()).x, origin.y}, theme::kText, newest.c_str());
  list.AddRectFilled(frame.low, frame.high, theme::kGround, 3.0f);
  list.PushClipRect(frame.low, frame.high, true);
  drawCurve(list, frame, strip, bins);
  const std::size_t pointed = hovered ? pointedAtTwin(frame, bins) : bins.size();
  if (pointed < bins.size()) {
    const float x = frame.xOf(bins[pointed].time);
    list.AddLine({x, frame.low.y}, {x, frame.high.y}, theme::kCursor);
  }
  list.PopClipRect();
  tooltip(pointed < bins.size()
              ? fmt::format("{:.2f} s: {}", bins[pointed].time, valueText(strip, strip.values[pointed]))
              : strip.help + "\nOver simulated time, up to the last 30 s.");
}

}  // namespace

void drawTwinPlot(PanelContext& context) {
  for (const TwinStrip& strip : stripsOf(context)) {
    drawStrip(context, strip);
  }
  text(fmt::format("{:.0f} s ago", spanOf(context.memory.twin.history.bins())), theme::kDim);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("now").x);
  text("now", theme::kDim);
}

}  // namespace scree
