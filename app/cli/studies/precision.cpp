#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

namespace {

constexpr int kMostStarts = 1000;

}  // namespace

Runner declarePrecision(Declaration& command) {
  const auto options = std::make_shared<PrecisionOptions>();
  const auto from = std::make_shared<std::optional<double>>();
  const auto time = std::make_shared<std::optional<double>>();
  addScene(command, options->scene);
  addSet(command, options->settings, "Change a value of the scene, such as seed=2");
  command.command()
      .add_option("--case", options->cases,
                  "Another way to solve: settings of the solver on top of the scene's, such as sweeps=16,substeps=2; "
                  "may be given again")
      ->type_name("KEY=VALUE,...")
      ->allow_extra_args(false);
  command.time("--from", *from, kFromZero, "Simulated time of the first measurement (1 s)");
  command.time("--time", *time, kAboveZero, "Simulated time of a measurement (200 ms)");
  command.count("--starts", options->starts, 1, kMostStarts, "Number of measurements, one after another (3)");
  command.folder("--out", options->folder, "Folder for precision.html, precision.csv and plots");
  return [options, from, time] {
    options->from = from->value_or(options->from);
    options->time = time->value_or(options->time);
    return precisionExperiment(*options);
  };
}

}  // namespace scree
