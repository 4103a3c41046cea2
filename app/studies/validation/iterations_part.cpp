#include <fmt/format.h>

#include <algorithm>

#include "app/studies/iterations/iteration_fits.h"
#include "app/studies/validation/validation_parts.h"

// Sweeps of containers and drums after the paper on smooth and nonsmooth DEM, and pressure on walls.
namespace scree {

namespace {

ValidationRow rowOf(const std::string& system, const std::string& way, const std::string& quantity) {
  ValidationRow row;
  row.part = "iterations";
  row.system = system;
  row.way = way;
  row.quantity = quantity;
  return row;
}

/// Constants of eq. 41, a fit for each seed. Held against the published ones within two of their standard errors.
std::vector<ValidationRow> lawRows(const IterationStudy& study, const ValidationSettings& settings) {
  std::vector<double> constants[3];
  for (int seed = settings.firstSeed; seed < settings.firstSeed + settings.seeds; ++seed) {
    IterationStudy own{.isQuick = study.isQuick};
    std::ranges::copy_if(study.cases, std::back_inserter(own.cases),
                         [&](const IterationCase& one) { return one.seed == seed; });
    const SweepFit fit = fittedLaw(sweepPoints(own, kColdWay, kIterationTolerance, FittedCases::wide, OverlapOf::law));
    if (fit.isFound) {
      constants[0].push_back(fit.law.factor);
      constants[1].push_back(fit.law.flow);
      constants[2].push_back(fit.law.height);
    }
  }
  struct Published {
    const char* name;
    double value;
    double error;
  };
  constexpr Published kPublished[] = {{"c0", 0.3, 0.005}, {"c1", 2.0, 1.1}, {"c2", 0.44, 0.02}};
  std::vector<ValidationRow> rows;
  for (std::size_t i = 0; i < std::size(kPublished); ++i) {
    const Published& one = kPublished[i];
    ValidationRow row = rowOf("containers and drums", "cold, one solve a step", fmt::format("{} of eq. 41", one.name));
    row.source = fmt::format("published: {:g} ± {:g}, within two standard errors", one.value, one.error);
    row.low = one.value - 2.0 * one.error;
    row.high = one.value + 2.0 * one.error;
    if (const ValidationRow measured = measuredRow(row, constants[i]); measured.seeds > 0) {
      rows.push_back(measured);
    }
  }
  return rows;
}

/// Janssen's law in the references of the containers that have enough strips.
std::vector<ValidationRow> wallRows(const IterationStudy& study) {
  std::vector<ValidationRow> rows;
  std::vector<std::string> done;
  for (const IterationCase& one : study.cases) {
    const std::string name = one.system.name();
    if (one.system.kind != IterationKind::container || std::ranges::find(done, name) != done.end()) {
      continue;
    }
    done.push_back(name);
    std::vector<double> deviations;
    std::vector<double> pressures;
    for (const IterationCase& same : study.cases) {
      if (same.system.name() == name) {
        const JanssenProfile profile =
            janssenProfile(same.reference.wall, same.system.width, same.height, kIterationDiameter);
        if (profile.isFitted) {
          deviations.push_back(profile.deviation / profile.expected);
          pressures.push_back(profile.fittedPressure / profile.closedPressure);
        }
      }
    }
    ValidationRow deviation = rowOf(name, "converged", "pressure on the wall off Janssen's, over its scatter");
    deviation.source = "fitted p_inf (1 - exp(-z/λ)), twice the scatter of single forces";
    deviation.high = 2.0;
    ValidationRow pressure = rowOf(name, "converged", "p_inf over ρ g D/(4 m)");
    pressure.source = "closed form of Janssen with the friction m that acts";
    for (const auto& [row, values] : {std::pair(deviation, deviations), std::pair(pressure, pressures)}) {
      if (const ValidationRow measured = measuredRow(row, values); measured.seeds > 0) {
        rows.push_back(measured);
      }
    }
  }
  return rows;
}

}  // namespace

std::vector<ValidationRow> measureIterations(const ValidationSettings& settings) {
  const IterationStudy study = iterationStudy(iterationSystems(settings.isQuick), settings.isQuick, settings.seeds,
                                              settings.firstSeed, settings.jobs);
  std::vector<ValidationRow> rows = lawRows(study, settings);
  const std::vector<ValidationRow> more = wallRows(study);
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace scree
