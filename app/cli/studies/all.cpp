#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/studies/experiment.h"

namespace scree {

namespace {

constexpr int kMostValidationSeeds = 1000;

}  // namespace

Runner declareAll(Declaration& command) {
  const auto options = std::make_shared<ValidationOptions>();
  const auto isFull = std::make_shared<bool>(false);
  CLI::Option* quick = addQuick(command, options->quick, "fewer systems and ways to solve, half an hour");
  CLI::Option* full = command.flag("--full", *isFull, "All systems and ways to solve: hours");
  CLI::Option* page = command.flag("--page", options->pageOnly, "Measure nothing: write the page anew from the table");
  quick->excludes(full)->excludes(page);
  full->excludes(page);
  command.choices("--only", options->only, validationPartNames(), "Only these parts");
  command.count("--seeds", options->seeds, 1, kMostValidationSeeds, "Seeds of each system (quick: 2, full: 3)");
  addFromSeed(command, options->firstSeed);
  addJobs(command, options->jobs);
  command.file("--benchmark", options->benchmark, "Take over the rows of a table that scree_bench wrote");
  command
      .folder("--out", options->folder,
              "Folder of VALIDATION.md and validation.csv; rows in it that are not measured anew stay")
      ->required();
  return [options, isFull] {
    if (!options->quick && !*isFull && !options->pageOnly) {
      print(stderr, "study all: give --quick, --full or --page\n");
      return static_cast<int>(kUsage);
    }
    return validationStudy(*options);
  };
}

}  // namespace scree
