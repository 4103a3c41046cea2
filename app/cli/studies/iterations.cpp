#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareIterations(Declaration& command) {
  const auto options = std::make_shared<IterationOptions>();
  command.choices("--only", options->only, {"columns", "containers", "drums"},
                  "Only some of columns, containers, drums");
  addSeeds(command, options->seeds, "Fillings of each system (1)");
  addFromSeed(command, options->firstSeed);
  addQuick(command, options->quick, "few small systems, about two minutes on one core");
  command.folder("--out", options->folder, "Folder for iterations.html, its tables, the scenes and plots")->required();
  addJobs(command, options->jobs);
  return [options] { return iterationExperiment(*options); };
}

}  // namespace scree
