#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareBalling(Declaration& command) {
  const auto options = std::make_shared<BallingOptions>();
  addSeeds(command, options->seeds, "Runs of each drum (1)");
  addFromSeed(command, options->firstSeed);
  command.parts(
      "--only", options->only, {"lab", "coarse", "coarse-rk1", "coarse-rk5", "rk1", "rk5"},
      "Only these drums: lab, coarse, coarse-rk1, coarse-rk5, or with pellets of 12.7 mm rk1, rk5; one outlet "
      "with -o, -m, -c or -ic, such as coarse-rk1-m (lab and coarse)");
  command.parts("--ways", options->ways, {"full", "merged"}, "Only these ways: full, merged");
  command.folder("--out", options->folder, "Folder for balling.html, tables and plots")->required();
  addJobs(command, options->jobs);
  addQuick(command, options->quick, "The small shipped scene balling_drum alone");
  return [options] { return ballingExperiment(*options); };
}

}  // namespace scree
