#include "app/studies/precision/precision_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "engine/io/table_file.h"

namespace scree {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// A quantity of the report; errors are shown by their root mean square over the measurements.
struct Quantity {
  std::string name;
  std::string unit;
  double scale = 1.0;
  double SolverError::*value = nullptr;
};

const std::array<Quantity, 6>& quantities() {
  static const std::array<Quantity, 6> all = {{
      {"creep", "mm/s", 1e3, &SolverError::creep},
      {"sinking", "mm/s", 1e3, &SolverError::sinking},
      {"centre of mass", "mm", 1e3, &SolverError::centre},
      {"angle", "degrees", kDegrees, &SolverError::angle},
      {"kinetic energy", "%", 100.0, &SolverError::kinetic},
      {"force on a body", "% of the weight", 100.0, &SolverError::force},
  }};
  return all;
}

double meanOf(const std::vector<double>& values) {
  return values.empty() ? 0.0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sizeOf(const PrecisionCase& one, const Quantity& quantity) {
  double sum = 0.0;
  for (const SolverError& error : one.errors) {
    sum += error.*quantity.value * error.*quantity.value;
  }
  return one.errors.empty() ? 0.0 : quantity.scale * std::sqrt(sum / static_cast<double>(one.errors.size()));
}

Plot plotOf(const PrecisionStudy& study, const Quantity& quantity) {
  Plot plot{.title = fmt::format("{}: {}", study.scene, quantity.name),
            .xLabel = "processor time of a step, ms",
            .yLabel = fmt::format("error, {}", quantity.unit),
            .logX = true,
            .logY = true};
  double least = 1e300;
  double most = 0.0;
  for (std::size_t i = 0; i + 1 < study.cases.size(); ++i) {
    const PrecisionCase& one = study.cases[i];
    const double cost = 1e3 * meanOf(one.seconds);
    plot.curves.push_back({one.name, {{cost, sizeOf(one, quantity)}}});
    least = std::min(least, cost);
    most = std::max(most, cost);
  }
  if (!study.cases.empty()) {
    const double scatter = sizeOf(study.cases.back(), quantity);
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
          "over the time. Forces are means over the time, over the weight of all particles. What a converged run with "
          "64 substeps differs by is the scatter of the truth: smaller errors mean nothing. Processor time is that of "
          "one thread.\n",
          study.time, study.cases.empty() ? 0 : study.cases.front().errors.size(), study.from)};
  ReportTable table{.title = "Errors and cost", .head = {"solver", "substeps", "step, ms", "over the first"}};
  for (const Quantity& quantity : quantities()) {
    table.head.push_back(fmt::format("{}, {}", quantity.name, quantity.unit));
  }
  for (const PrecisionCase& one : study.cases) {
    const double cost = meanOf(one.seconds);
    std::vector<std::string> row = {one.name, fmt::format("{:.1f}", meanOf(one.substeps)),
                                    fmt::format("{:.3g}", 1e3 * cost),
                                    fmt::format("{:.2f}", cost / meanOf(study.cases.front().seconds))};
    for (const Quantity& quantity : quantities()) {
      row.push_back(fmt::format("{:.3g}", sizeOf(one, quantity)));
    }
    table.rows.push_back(std::move(row));
  }
  section.tables.push_back(std::move(table));
  for (const Quantity& quantity : quantities()) {
    std::string file = quantity.name;
    std::replace(file.begin(), file.end(), ' ', '_');
    section.plots.emplace_back(fmt::format("precision_{}.svg", file), plotOf(study, quantity));
  }
  return section;
}

std::string precisionCsv(const PrecisionStudy& study) {
  std::string text =
      "solver,start_s,substeps,step_s,creep_m_s,sinking_m_s,centre_m,angle_rad,kinetic_energy,force_over_weight\n";
  for (const PrecisionCase& one : study.cases) {
    for (std::size_t i = 0; i < one.errors.size(); ++i) {
      const SolverError& error = one.errors[i];
      text += fmt::format("{},{:.6g},{:.4g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", csvField(one.name),
                          study.from + study.time * static_cast<double>(i), one.substeps[i], one.seconds[i],
                          error.creep, error.sinking, error.centre, error.angle, error.kinetic, error.force);
    }
  }
  return text;
}

}  // namespace scree
