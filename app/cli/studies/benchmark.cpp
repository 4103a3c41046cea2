#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareBenchmark(Declaration& command) {
  const auto options = std::make_shared<BenchmarkOptions>();
  addSeeds(command, options->seeds, "Starts that each way is run from (1)");
  addFromSeed(command, options->firstSeed);
  command.parts("--only", options->only, {"drum", "penetration"}, "Only these cases: drum, penetration");
  command.parts("--ways", options->ways, {"fast", "accurate", "soft", "merged", "smooth", "liggghts"},
                "Only these ways: fast, accurate, soft, merged, smooth, liggghts");
  command.folder("--data", options->data,
                 "Folder with the published starts, drum_partcoordinates.txt and penetration_25kparticles.txt, for "
                 "seed 1 (filled anew without)");
  command.folder("--out", options->folder, "Folder for benchmark.html, benchmark.csv, scenes and plots")->required();
  addJobs(command, options->jobs);
  addQuick(command, options->quick, "a sixteenth of the grains and a fifth of the time");
  return [options] { return benchmarkExperiment(*options); };
}

}  // namespace scree
