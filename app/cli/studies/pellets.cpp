#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declarePellets(Declaration& command) {
  const auto options = std::make_shared<PelletsOptions>();
  command.choices("--only", options->only, pelletPartNames(),
                  "Only these parts: elasticity, restitution, friction, rolling, pile, fine-pile");
  addSeeds(command, options->seeds, "Piles of each way (1)");
  addFromSeed(command, options->firstSeed);
  command.folder("--out", options->folder, "Folder for pellets.html, its tables and plots")->required();
  addJobs(command, options->jobs);
  addQuick(command, options->quick, "fewer drops, a shorter pile, and none at 0.2 ms");
  return [options] { return pelletsExperiment(*options); };
}

}  // namespace scree
