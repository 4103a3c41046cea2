#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareTriaxial(Declaration& command) {
  const auto options = std::make_shared<TriaxialOptions>();
  addSeeds(command, options->seeds, "Samples that each run is made with (3)");
  command.parts("--only", options->only, {"scene", "rough", "1 kg", "speed", "step", "pressure"},
                "Only samples with this in their names in the report, such as rough");
  command.parts("--ways", options->ways, {"cold", "history", "substeps"},
                "Only ways to solve with this in their names: cold, history, substeps");
  command.folder("--out", options->folder, "Folder for triaxial.html, triaxial.csv, curves and plots")->required();
  addJobs(command, options->jobs);
  addQuick(command, options->quick, "a small sample and few runs");
  return [options] { return triaxialExperiment(*options); };
}

}  // namespace scree
