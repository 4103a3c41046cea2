#include "app/studies/collision/sedimentation_report.h"

#include <fmt/format.h>

#include <array>

namespace scree {

namespace {

constexpr double kMicroseconds = 1e6;  // of a second

/// A run of a case by its name.
struct NamedRun {
  std::string_view name;
  const SedimentationRun& run;
};

std::array<NamedRun, 4> runsOf(const SedimentationResult& result) {
  return {{{"engine", result.engine},
           {"formulas", result.formulas},
           {"iteration", result.iteration},
           {"formulas beside", result.beside}}};
}

std::string shareText(double share) { return fmt::format("{:.3f}", 100.0 * share); }

ReportTable differenceTable(const std::vector<SedimentationResult>& results) {
  ReportTable table{.title = "Energies of two runs apart: root mean square over time, % of the energy at the start",
                    .head = {"e", "runs", "potential", "kinetic", "elastic", "sum"},
                    .note = fmt::format("Beside: the same run with all grains moved by {:g} µm at the start, which "
                                        "tells what chance alone does.",
                                        kMicroseconds * kSedimentationShift)};
  for (const SedimentationResult& result : results) {
    const auto add = [&](const char* name, const SedimentationRun& a, const SedimentationRun& b) {
      const SedimentationDifference apart = differenceOf(a, b);
      table.rows.push_back({fmt::format("{:g}", result.setup.restitution), name, shareText(apart.potential),
                            shareText(apart.kinetic), shareText(apart.elastic), shareText(apart.total)});
    };
    add("engine, iteration", result.engine, result.iteration);
    add("formulas, iteration", result.formulas, result.iteration);
    add("engine, formulas", result.engine, result.formulas);
    add("formulas, beside", result.formulas, result.beside);
  }
  return table;
}

ReportTable costTable(const std::vector<SedimentationResult>& results) {
  ReportTable table{
      .title = "Processor time",
      .head = {"e", "choice by", "collisions", "all, s", "choices, s", "a choice, µs"},
      .note = "Formulas and iteration in the same substeps; a choice has the reading of the clock in it."};
  for (const SedimentationResult& result : results) {
    for (const auto& [name, run] : runsOf(result)) {
      if (run.choices > 0 && &run != &result.beside) {
        table.rows.push_back(
            {fmt::format("{:g}", result.setup.restitution), std::string(name), fmt::format("{}", run.choices),
             fmt::format("{:.3g}", run.seconds), fmt::format("{:.3g}", run.choiceSeconds),
             fmt::format("{:.3g}", kMicroseconds * run.choiceSeconds / static_cast<double>(run.choices))});
      }
    }
  }
  return table;
}

Plot energyPlot(const SedimentationResult& result) {
  Plot plot{.title = fmt::format("Sedimentation, e = {:g}", result.setup.restitution),
            .xLabel = "time, s",
            .yLabel = "energy, J"};
  for (const NamedRun& named : {NamedRun{"engine", result.engine}, NamedRun{"iteration", result.iteration}}) {
    const auto add = [&](const char* what, auto value) {
      SvgCurve curve{.name = fmt::format("{}, {}", what, named.name)};
      curve.line = &named.run == &result.engine ? SvgLine::solid : SvgLine::dashed;
      for (const SedimentationEnergy& energy : named.run.energies) {
        curve.points.emplace_back(energy.time, value(energy));
      }
      plot.curves.push_back(std::move(curve));
    };
    add("potential", [](const SedimentationEnergy& e) { return e.potential; });
    add("kinetic", [](const SedimentationEnergy& e) { return e.kinetic; });
    add("elastic", [](const SedimentationEnergy& e) { return e.elastic; });
  }
  return plot;
}

}  // namespace

std::vector<SedimentationCase> sedimentationCases(bool quick) {
  std::vector<SedimentationCase> cases;
  for (const double restitution : {0.97, 0.5}) {
    cases.push_back({.restitution = restitution, .end = quick ? 2.0 : 5.0});
  }
  return cases;
}

SedimentationResult sedimentationResult(const SedimentationCase& setup) {
  SedimentationCase moved = setup;
  moved.shifted = kSedimentationShift;
  return {.setup = setup,
          .engine = sedimentationRun(setup, SedimentationWay::engine),
          .formulas = sedimentationRun(setup, SedimentationWay::formulas),
          .iteration = sedimentationRun(setup, SedimentationWay::iteration),
          .beside = sedimentationRun(moved, SedimentationWay::formulas)};
}

ReportSection sedimentationSection(const std::vector<SedimentationResult>& results) {
  ReportSection section{
      .title = "Sedimentation onto a fixed layer",
      .text = fmt::format(
          "{} grains fall onto a layer of {} fixed ones in hexagonal packing; the box is periodic across gravity. The "
          "last test of Ray, Kempe and Fröhlich (2015), whose text gives these numbers, 5000 steps and a weak and a "
          "strong damping. Of this study are the side of 1.5 m, the diameter of {:.4g} m (13 grains in each of 15 "
          "rows), 2500 kg/m³, gravity of 9.81 m/s², collisions of 10 ms, ten of 5000 steps in 5 s, and the "
          "restitutions. The engine falls by its formulas; beside it the same grains fall in symplectic substeps of "
          "T/100 "
          "of this study, once with the formulas and once with the iteration for each collision.\n",
          results.empty() ? 0U : results.front().setup.grains, layerGrains(), layerDiameter()),
      .tables = {differenceTable(results), costTable(results)}};
  for (const SedimentationResult& result : results) {
    section.plots.emplace_back(fmt::format("sedimentation_{:g}.svg", result.setup.restitution), energyPlot(result));
  }
  return section;
}

std::string sedimentationCsv(const std::vector<SedimentationResult>& results) {
  std::string text = "restitution,run,time_s,potential_J,kinetic_J,elastic_J\n";
  for (const SedimentationResult& result : results) {
    for (const auto& [name, run] : runsOf(result)) {
      for (const SedimentationEnergy& e : run.energies) {
        text += fmt::format("{:g},{},{:.6g},{:.6g},{:.6g},{:.6g}\n", result.setup.restitution, name, e.time,
                            e.potential, e.kinetic, e.elastic);
      }
    }
  }
  return text;
}

}  // namespace scree
