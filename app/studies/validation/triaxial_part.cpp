#include <fmt/format.h>

#include "app/console/signals.h"
#include "app/studies/triaxial/triaxial_run.h"
#include "app/studies/validation/validation_parts.h"

// Triaxial shear of the paper on warm starting.
namespace scree {

namespace {

std::vector<Solver> solversOf(bool isQuick) {
  std::vector<Solver> solvers = {solverOf(Preset::standard)};
  if (!isQuick) {
    solvers.push_back(solverOf(historySetup(0.85), 200));
    solvers.push_back(solverOf(coldSetup(), 1000));
  }
  return solvers;
}

}  // namespace

std::vector<ValidationRow> measureTriaxial(const ValidationSettings& settings) {
  const std::vector<Solver> solvers = solversOf(settings.isQuick);
  std::vector<std::vector<double>> stresses(solvers.size());
  const TriaxialSample sample;
  for (int seed = settings.firstSeed; seed < settings.firstSeed + settings.seeds && signalReceived() == 0; ++seed) {
    const std::optional<World> start = consolidated(sample, seed);
    for (std::size_t i = 0; start && i < solvers.size() && signalReceived() == 0; ++i) {
      const TriaxialRun run = sheared(*start, sample, solvers[i], seed);
      stresses[i].push_back(run.points.empty() ? kNoValue : run.critical().axial);
    }
  }
  std::vector<ValidationRow> rows;
  for (std::size_t i = 0; i < solvers.size(); ++i) {
    ValidationRow row;
    row.part = "triaxial";
    row.system = "triaxial";
    row.way = fmt::format("{}, {} sweeps", solvers[i].name, solvers[i].totalSweeps());
    row.quantity = "axial stress, 10 to 25 % of strain";
    row.unit = "Pa";
    row.source = "published: 1000 ± 200 Pa";
    row.low = 800.0;
    row.high = 1200.0;
    rows.push_back(measuredRow(row, stresses[i]));
  }
  return rows;
}

}  // namespace scree
