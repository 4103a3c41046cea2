#include <memory>

#include "app/cli/studies/study_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/studies/experiment.h"

namespace scree {

Runner declareCollision(Declaration& command) {
  const auto options = std::make_shared<CollisionOptions>();
  command.folder("--out", options->folder, "Folder for collision.html, collision.csv, collision_return.csv and plots");
  addQuick(command, options->quick, "fewer restitutions, durations and speeds");
  return [options] { return collisionExperiment(*options); };
}

}  // namespace scree
