#include "app/panels/method_comparison_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/widgets/residual_plot.h"
#include "engine/analysis/solving/method_comparison.h"

namespace scree {

namespace {

constexpr std::array<theme::Colour, 6> kCurveColours = {theme::kAccent, theme::kTeal, theme::kGood,
                                                        theme::kWarn,   theme::kPink, theme::kDim};
constexpr std::array<std::string_view, kRowKindCount + 1> kKinds = {"worst", kRowKindNames[0], kRowKindNames[1],
                                                                    kRowKindNames[2], kRowKindNames[3]};
constexpr std::string_view kMeasuring = "compare.measure";

ImU32 colourOfCurve(std::size_t index) { return kCurveColours[index % kCurveColours.size()]; }

/// Residual of a sweep [m/s] for the entry `kind` of kKinds: 0 is the largest over all kinds of rows.
double residualOf(const SweepResidual& residual, int kind, bool largest) {
  const auto& values = largest ? residual.largest : residual.rms;
  return kind == 0 ? *std::max_element(values.begin(), values.end()) : values[static_cast<std::size_t>(kind - 1)];
}

std::vector<ResidualLine> linesOf(const MethodComparison& comparison, int kind, bool largest) {
  std::vector<ResidualLine> lines;
  for (std::size_t i = 0; i < comparison.curves.size(); ++i) {
    const MethodCurve& curve = comparison.curves[i];
    ResidualLine line{.name = curve.name, .colour = colourOfCurve(i), .count = curve.residuals.size()};
    line.value = [&curve, kind, largest](std::size_t sweep) {
      return residualOf(curve.residuals[sweep], kind, largest);
    };
    // A thick line for the reference method (scalar): the curve of the method checked by it lies on top.
    line.thickness = curve.method == Method::scalar ? 4.0f : 1.6f;
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Draws a line for each method: its name in the colour of its curve, its last residual [m/s] and its wall time [ms].
void drawLegend(PanelContext& context, const MethodComparison& comparison, int kind, bool largest) {
  const float width = ImGui::GetContentRegionAvail().x;
  // Places a text by its right edge, in px from the left edge of the group.
  const auto rightAligned = [](const std::string& shown, float edge) {
    ImGui::SameLine(edge - ImGui::CalcTextSize(shown.c_str()).x);
    text(shown, theme::kDim);
  };
  for (std::size_t i = 0; i < comparison.curves.size(); ++i) {
    const MethodCurve& curve = comparison.curves[i];
    const double milliseconds = curve.seconds * 1e3;
    const double rows = static_cast<double>(curve.residuals.size() * curve.contacts);
    ImGui::BeginGroup();
    text(curve.name, colourOfCurve(i));
    rightAligned(curve.residuals.empty() ? "-" : scientific(residualOf(curve.residuals.back(), kind, largest)),
                 width * 0.7f);
    rightAligned(fmt::format("{:.{}f} ms", milliseconds,
                             milliseconds < 10.0    ? 2
                             : milliseconds < 100.0 ? 1
                                                    : 0),
                 width);
    ImGui::EndGroup();
    probe(context, fmt::format("compare.{}", curve.name));
    tooltip(
        fmt::format("{}\nFrom: {}\nResidual after the last sweep [m/s] and wall time of {} over {} [ms]{}.",
                    infoOf(ChoiceKey::method).values[static_cast<std::size_t>(curve.method)].meaning,
                    infoOf(ChoiceKey::warmStart).values[static_cast<std::size_t>(curve.warmStart)].meaning,
                    counted(curve.residuals.size(), "sweep"), counted(curve.contacts, "contact"),
                    rows > 0.0 ? fmt::format(": {:.1f} ns per contact and sweep", curve.seconds * 1e9 / rows) : ""));
  }
}

void drawChoices(PanelContext& context) {
  PanelMemory& memory = context.memory;
  comboRow(context, "compare.rows", "Rows", memory.comparison.kind, kKinds,
           "Kind of row that the curves show; worst is the kind with the largest residual in each sweep.");
  checkRow(context, "largest_residuals", "Largest instead of rms", memory.showLargestResiduals,
           "Show the largest residual over the contacts [m/s] instead of the root mean square.");
  NumberSpec sweeps;
  sweeps.name = "compare.sweeps";
  sweeps.label = "Sweeps";
  sweeps.help = "Sweeps that each method does in the next measurement (a number).";
  sweeps.minimum = 1.0;
  sweeps.maximum = 1e5;
  sweeps.low = 10.0;
  sweeps.high = 1000.0;
  sweeps.whole = true;
  sweeps.logarithmic = true;
  if (const auto wanted = numberRow(context, sweeps, memory.comparison.sweeps, ComparisonMemory().sweeps)) {
    memory.comparison.sweeps = static_cast<int>(*wanted);
  }
}

}  // namespace

bool hasComparison(const PanelContext& context) {
  return context.snapshot->solver.comparison != nullptr &&
         context.snapshot->solver.comparison != context.memory.comparison.cleared;
}

void drawMeasureButton(PanelContext& context, const char* label, float width) {
  const bool measuring = pendingValue(context, kMeasuring).has_value();
  ImGui::BeginDisabled(measuring);
  if (ImGui::Button(measuring ? "Measuring…" : label, {width, 0.0f})) {
    markPending(context, kMeasuring, context.post(CompareMethods{context.memory.comparison.sweeps}), 1.0);
  }
  ImGui::EndDisabled();
  probe(context, measuring ? "compare.measuring" : kMeasuring);
  tooltip(
      fmt::format("Takes the next step on copies of the world, once with each method over {}, and shows how they "
                  "converge. The simulation waits meanwhile; it is not changed. Restarting the scene cancels it.",
                  counted(static_cast<std::uint64_t>(context.memory.comparison.sweeps), "sweep")));
}

void drawComparison(PanelContext& context) {
  const MethodComparison& comparison = *context.snapshot->solver.comparison;
  const int kind = context.memory.comparison.kind;
  const bool largest = context.memory.showLargestResiduals;
  drawResidualPlot(
      context, "comparison_plot", linesOf(comparison, kind, largest), "nothing left to solve",
      fmt::format(
          "How the methods converge on step {} (t = {:.3f} s): how far each sweep still moved the rows, in m/s, "
          "against the sweep. All began with the same copy of the world and take one step without substeps.",
          grouped(comparison.step), comparison.time));
  drawLegend(context, comparison, kind, largest);
  drawChoices(context);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = (ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f;
  drawMeasureButton(context, "Again", third);
  ImGui::SameLine();
  if (ImGui::Button("Clear", {third, 0.0f})) {
    context.memory.comparison.cleared = context.snapshot->solver.comparison;
  }
  probe(context, "compare.clear");
  tooltip("Puts the comparison away and shows the last step again.");
  ImGui::SameLine();
  actionButton(context, "save_comparison", "Save…", third);
}

}  // namespace scree
