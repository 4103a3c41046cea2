#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

namespace {

constexpr int kMostTruthSeeds = 1000;

}  // namespace

Runner declareTruth(Declaration& command) {
  const auto options = std::make_shared<TruthOptions>();
  command.choices("--only", options->only, truthSystemNames(),
                  "Only these: systems such as drum or silo, or parts: systems, minute, impacts, damping");
  command.choices("--ways", options->ways, truthWayNames(),
                  "Only these ways to solve, such as default,converged,0.4ms,0.2ms");
  command.count("--seeds", options->seeds, 1, kMostTruthSeeds, "Starts of each system (5)");
  addFromSeed(command, options->firstSeed);
  addJobs(command, options->jobs);
  command.file("--out", options->out, "Write all single values as CSV");
  return [options] { return truthExperiment(*options); };
}

}  // namespace scree
