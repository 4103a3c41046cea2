#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/world/world.h"

namespace scree::bench {

/// A world in the state that it is measured from.
struct StateRecipe {
  std::string name;
  std::string what;  ///< one line
  std::function<World(class States&)> make;
};

/// Makes worlds in a typical state: settled beds, scenes of the library in full swing. What was made once is kept as a
/// checkpoint, since settling takes far longer than measuring; delete the folder after changes of the physics.
class States {
 public:
  explicit States(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Throws std::invalid_argument for an unknown name, std::runtime_error when a scene cannot be loaded.
  std::shared_ptr<const World> get(const std::string& name);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::shared_ptr<const World>> kept_;
};

const std::vector<StateRecipe>& stateRecipes();

}  // namespace scree::bench
