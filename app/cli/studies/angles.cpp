#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareAngles(Declaration& command) {
  const auto options = std::make_shared<AnglesOptions>();
  addSeeds(command, options->seeds, "Starts that each way is run from (1)");
  addFromSeed(command, options->firstSeed);
  command.parts("--only", options->only, {"column", "pile", "collapse", "drum"},
                "Only these cases: column, pile, collapse, drum");
  command.parts("--ways", options->ways, {"5ms", "1ms", "0.2ms", "accurate", "smooth", "liggghts"},
                "Only these ways: 5ms, 1ms, 0.2ms, accurate, smooth, liggghts");
  command.folder("--out", options->folder, "Folder for angles.html, angles.csv and the scenes")->required();
  addJobs(command, options->jobs);
  addQuick(command, options->quick, "fewer grains, and no step of 0.2 ms");
  return [options] { return anglesExperiment(*options); };
}

}  // namespace scree
