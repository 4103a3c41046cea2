#include "app/studies/precision/precision_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/io/table_file.h"

namespace scree {

namespace {

/// Mean of a field over the measurements of a case.
double meanOf(const StudiedCase& one, double PrecisionPoint::*field) {
  double sum = 0.0;
  for (const PrecisionPoint& point : one.points) {
    sum += point.*field;
  }
  return one.points.empty() ? 0.0 : sum / static_cast<double>(one.points.size());
}

/// Root mean square of the errors over the measurements of a case.
double sizeOf(const StudiedCase& one, const PrecisionMeasure& measure) {
  double sum = 0.0;
  for (const PrecisionPoint& point : one.points) {
    const double error = errorOf(point, measure);
    sum += error * error;
  }
  return one.points.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(one.points.size()));
}

Plot plotOf(const PrecisionStudy& study, const PrecisionMeasure& measure) {
  Plot plot{.title = fmt::format("{}: {}", study.scene, measure.name),
            .xLabel = "processor time of a step, ms",
            .yLabel = fmt::format("error, {}", measure.unit),
            .logX = true,
            .logY = true};
  double least = 1e300;
  double most = 0.0;
  for (std::size_t i = 0; i + 1 < study.cases.size(); ++i) {
    const StudiedCase& one = study.cases[i];
    const double cost = 1e3 * meanOf(one, &PrecisionPoint::seconds);
    plot.curves.push_back({one.name, {{cost, sizeOf(one, measure)}}});
    least = std::min(least, cost);
    most = std::max(most, cost);
  }
  if (!study.cases.empty()) {
    const double scatter = sizeOf(study.cases.back(), measure);
    plot.curves.push_back({study.cases.back().name, {{least, scatter}, {most, scatter}}});
  }
  return plot;
}

}  // namespace

ReportSection precisionSection(const PrecisionStudy& study) {
  ReportSection section{
      .title = fmt::format("{} ({} particles)", study.scene, study.particles),
      .text = fmt::format(
          "Each way to solve goes on for {} s from the same {} states, the first at {} s, without merging. Errors are "
          "differences from a run with 32 substeps of 64 sweeps, as root mean squares over the states. Creep is the "
          "median over the three quarters of the particles that move least, sinking their mean wrong way down, each "
          "over the time, profile the difference of the mean velocities of horizontal layers. Forces are means over "
          "the time, over the weight of all particles. What a converged run with "
          "64 substeps differs by is the scatter of the truth: smaller errors mean nothing. Processor time is that of "
          "one thread.\n",
          study.time, study.cases.empty() ? 0 : study.cases.front().points.size(), study.from)};
  ReportTable table{.title = "Errors and cost", .head = {"solver", "substeps", "step, ms", "over the first"}};
  for (const PrecisionMeasure& measure : precisionMeasures()) {
    table.head.push_back(fmt::format("{}, {}", measure.name, measure.unit));
  }
  for (const StudiedCase& one : study.cases) {
    const double cost = meanOf(one, &PrecisionPoint::seconds);
    std::vector<std::string> row = {
        one.name, fmt::format("{:.1f}", meanOf(one, &PrecisionPoint::substeps)), fmt::format("{:.3g}", 1e3 * cost),
        fmt::format("{:.2f}", cost / meanOf(study.cases.front(), &PrecisionPoint::seconds))};
    for (const PrecisionMeasure& measure : precisionMeasures()) {
      row.push_back(fmt::format("{:.3g}", sizeOf(one, measure)));
    }
    table.rows.push_back(std::move(row));
  }
  section.tables.push_back(std::move(table));
  for (const PrecisionMeasure& measure : precisionMeasures()) {
    std::string file(measure.name);
    std::replace(file.begin(), file.end(), ' ', '_');
    section.plots.emplace_back(fmt::format("precision_{}.svg", file), plotOf(study, measure));
  }
  return section;
}

std::string precisionCsv(const PrecisionStudy& study) {
  std::string text =
      "solver,start_s,substeps,step_s,creep_m_s,sinking_m_s,centre_m,angle_rad,kinetic_energy,force_over_weight,"
      "profile_m_s\n";
  for (const StudiedCase& one : study.cases) {
    for (std::size_t i = 0; i < one.points.size(); ++i) {
      const PrecisionPoint& point = one.points[i];
      const SolverError& error = point.error;
      text +=
          fmt::format("{},{:.6g},{:.4g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", csvField(one.name),
                      study.from + study.time * static_cast<double>(i), point.substeps, point.seconds, error.creep,
                      error.sinking, error.centre, error.angle, error.kinetic, error.force, error.profile);
    }
  }
  return text;
}

}  // namespace scree
