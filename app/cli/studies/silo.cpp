#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareSilo(Declaration& command) {
  const auto options = std::make_shared<SiloOptions>();
  addSeeds(command, options->seeds, "Fillings that each way empties (1)");
  addFromSeed(command, options->firstSeed);
  command.parts("--ways", options->ways, {"fast", "accurate", "merged", "smooth"},
                "Only these ways: fast, accurate, merged, smooth");
  command.folder("--out", options->folder, "Folder for silo.html, silo.csv, scenes and plots")->required();
  addJobs(command, options->jobs);
  addQuick(command, options->quick, "3000 grains, smaller orifices");
  return [options] { return siloExperiment(*options); };
}

}  // namespace scree
