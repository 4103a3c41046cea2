#include <fmt/format.h>

#include <cmath>

#include "app/studies/iterations/iteration_report.h"

namespace scree {

namespace {

JanssenProfile profileOf(const IterationCase& one, const IterationRun& run) {
  return janssenProfile(run.wall, one.system.width, one.height, kIterationDiameter);
}

ReportTable wallTable(const IterationStudy& study) {
  ReportTable table{
      .title = "Pressure on the wall in the references",
      .head = {"container", "l/w", "friction that acts", "K, mean", "K, fit", "λ, d", "p_inf, fit, Pa",
               "p_inf = ρ g D/(4 m), Pa", "lowest over ρ g z", "deviation, %", "expected, %", "within"},
      .note =
          "Friction that acts: of the wall on the grains over the normal force, m. Deviation: root mean square of "
          "the measured pressures from the fit, over p_inf; expected: the same of the standard errors that single "
          "forces give a strip. Within: a deviation of no more than twice the expected one."};
  for (const IterationCase& one : study.cases) {
    if (one.system.kind != IterationKind::container) {
      continue;
    }
    const JanssenProfile p = profileOf(one, one.reference);
    if (!p.isFitted) {
      continue;
    }
    table.rows.push_back({one.system.name(), fmt::format("{:.1f}", one.height / one.system.width),
                          fmt::format("{:.3f}", p.mobilised), fmt::format("{:.2f}", p.meanRatio),
                          fmt::format("{:.2f}", p.fittedRatio), fmt::format("{:.1f}", p.fittedLength),
                          fmt::format("{:.0f}", p.fittedPressure), fmt::format("{:.0f}", p.closedPressure),
                          fmt::format("{:.3f}", p.points.back().pressure / p.hydrostatic),
                          fmt::format("{:.1f}", 100.0 * p.deviation), fmt::format("{:.1f}", 100.0 * p.expected),
                          p.deviation <= 2.0 * p.expected ? "yes" : "no"});
  }
  return table;
}

/// Pressures on the wall of a container: reference, fit and few sweeps.
Plot wallPlot(const IterationCase& one) {
  const JanssenProfile reference = profileOf(one, one.reference);
  Plot plot{.title = "Wall of the " + one.system.name(), .xLabel = "depth / d", .yLabel = "pressure, Pa"};
  const auto add = [&](const std::string& name, const JanssenProfile& profile) {
    SvgCurve curve{.name = name};
    for (const WallPoint& point : profile.points) {
      curve.points.emplace_back(point.depth, point.pressure);
    }
    plot.curves.push_back(std::move(curve));
  };
  add("reference", reference);
  SvgCurve law{.name = "Janssen, fitted", .line = SvgLine::dashed};
  for (double depth = 0.0; reference.isFitted && depth < one.height; depth += 0.02 * one.height) {
    law.points.emplace_back(depth, reference.fittedPressure * (1.0 - std::exp(-depth / reference.fittedLength)));
  }
  plot.curves.push_back(std::move(law));
  int count = 0;
  for (const IterationRun& run : one.runs) {
    if (run.way == kColdWay && count++ % 2 == 0) {
      add(fmt::format("cold, {} sweeps", run.sweeps), profileOf(one, run));
    }
  }
  return plot;
}

}  // namespace

ReportSection wallSection(const IterationStudy& study) {
  ReportSection section{
      .title = "Pressure on the wall",
      .text =
          "Mean over strips 5 d high, without the lowest, which stands on the floor. After Janssen p = p_inf (1 - "
          "exp(-z/λ)) with p_inf = ρ g D/(4 m) and λ = D/(4 m K), m the friction of the wall that acts and K the "
          "pressure on the wall over the vertical one. The vertical pressure is the weight above less what the wall "
          "bears of it.",
      .tables = {wallTable(study)}};
  for (std::size_t i = 0; i < study.cases.size(); ++i) {
    const IterationSystem& system = study.cases[i].system;
    const bool isTallest = i + 1 == study.cases.size() || study.cases[i + 1].system.width != system.width;
    if (system.kind == IterationKind::container && isTallest) {
      section.plots.emplace_back("iterations_wall_" + system.fileName() + ".svg", wallPlot(study.cases[i]));
    }
  }
  return section;
}

}  // namespace scree
