#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <utility>
#include <vector>

#include "app/panels/method_comparison_view.h"
#include "app/panels/panel.h"
#include "app/widgets/residual_plot.h"
#include "app/widgets/solver_error_text.h"

namespace scree {

namespace {

constexpr std::array<theme::Colour, kRowKindCount> kKindColours = {theme::kAccent, theme::kWarn, theme::kGood,
                                                                   theme::kViolet};
constexpr std::array<std::string_view, 2> kViews = {"Last step", "All methods"};
constexpr std::array<std::string_view, 2> kViewHelp = {"The residuals of the last step that was taken.",
                                                       "The methods on copies of one step, as measured."};

constexpr std::string_view kResidualHelp =
    "Residual of each sweep of the last step: change of the rows D |λ_new - λ_old| in m/s (rolling and twisting times "
    "r*), against the sweep. Straight down is convergence; flat means more sweeps do not help.\nSource: the "
    "projected Gauss-Seidel fixed point.";

double valueAt(const SweepResidual& residual, std::size_t kind, bool largest) {
  return largest ? residual.largest[kind] : residual.rms[kind];
}

/// Draws the names of the kinds of rows in the colours of their curves, with their last residual [m/s]; two a line.
void drawRowKindKey(const ResidualHistory& history, bool largest) {
  const float half = ImGui::GetContentRegionAvail().x * 0.5f;
  const float left = ImGui::GetCursorPosX();
  for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
    if (kind % 2 == 1) {
      ImGui::SameLine(left + half);
    }
    text(kRowKindNames[kind], kKindColours[kind]);
    tooltip(kResidualHelp);
    ImGui::SameLine();
    text(history.empty() ? "-" : scientific(valueAt(history.back(), kind, largest)), theme::kDim);
  }
}

/// Reason why the plot of the last step is empty.
std::string_view whyEmpty(const Snapshot& now) {
  if (now.scene.parameters.method == Method::smooth) {
    return "The method smooth solves nothing: it has no sweeps and no residual.";
  }
  return now.solver.residuals.empty() ? "no solve yet" : "nothing left to solve";
}

void drawLastStep(PanelContext& context) {
  const ResidualHistory& history = context.snapshot->solver.residuals;
  const bool largest = context.memory.showLargestResiduals;
  std::vector<ResidualLine> lines;
  for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
    lines.push_back(
        {.name = std::string(kRowKindNames[kind]),
         .colour = kKindColours[kind],
         .count = history.size(),
         .value = [&history, kind, largest](std::size_t sweep) { return valueAt(history[sweep], kind, largest); }});
  }
  drawResidualPlot(context, "residual_plot", lines, whyEmpty(*context.snapshot), kResidualHelp);
  drawRowKindKey(history, largest);
  checkRow(context, "largest_residuals", "Largest instead of rms", context.memory.showLargestResiduals,
           "Show the largest residual over the contacts [m/s] instead of the root mean square.");
  drawMeasureButton(context, "Measure this step with all methods", ImGui::GetContentRegionAvail().x);
}

/// Draws the residuals of the last step, or the comparison of methods where there is one and the user wants it.
void drawResiduals(PanelContext& context) {
  ComparisonMemory& memory = context.memory.comparison;
  if (memory.seen != context.snapshot->solver.comparison) {
    memory.seen = context.snapshot->solver.comparison;
    memory.shown = true;  // a new measurement is shown at once
  }
  if (!hasComparison(context)) {
    drawLastStep(context);
    return;
  }
  if (const auto pressed = segmented(context, "residual_view", kViews, memory.shown ? 1 : 0, kViewHelp)) {
    memory.shown = *pressed == 1;
  }
  if (memory.shown) {
    drawComparison(context);
  } else {
    drawLastStep(context);
  }
}

/// Draws the switch of the measuring of the solver's error, and the newest answer.
void drawSolverError(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  bool isOn = asksSolver(context.view);
  if (checkRow(context, "ask_solver", "Measure the solver's error", isOn, solverErrorHelp(now))) {
    setAskingSolver(context.view, context.memory, isOn);
  }
  if (!isOn) {
    return;
  }
  ImGui::BeginGroup();
  wrappedText(solverErrorLine(now), ImGui::GetContentRegionAvail().x);
  ImGui::EndGroup();
  probe(context, "residual.solver_error");
  tooltip(solverErrorHelp(now));
}

}  // namespace

void drawResidualPanel(PanelContext& context) {
  drawSolverError(context);  // at the top, as a full column cuts panels off below
  drawResiduals(context);
}

}  // namespace scree
