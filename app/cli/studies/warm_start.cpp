#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

namespace {

constexpr int kLeastPile = 50;
constexpr int kMostPile = 100'000;

}  // namespace

Runner declareWarmStart(Declaration& command) {
  const auto options = std::make_shared<WarmStartOptions>();
  command.choices("--only", options->only, {"column", "pile", "drum", "creep"},
                  "Only some of column, pile, drum, creep");
  addQuick(command, options->quick, "about two minutes on one core");
  command.count("--pile", options->pileParticles, kLeastPile, kMostPile,
                "Particles of the pile (600; published: 3363)");
  command.folder("--out", options->folder, "Folder for report.md, warm_start.csv and the plots")->required();
  addJobs(command, options->jobs);
  return [options] { return warmStartExperiment(*options); };
}

}  // namespace scree
