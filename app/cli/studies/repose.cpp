#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareRepose(Declaration& command) {
  const auto options = std::make_shared<ReposeOptions>();
  command.parts("--only", options->only, {"drum", "pile"},
                "Only drum, pile, or variants with this in their names, such as '500 cold'");
  command.folder("--out", options->folder, "Folder for repose.md and the series as CSV")->required();
  addJobs(command, options->jobs);
  return [options] { return reposeExperiment(*options); };
}

}  // namespace scree
