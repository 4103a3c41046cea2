#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "engine/world/world.h"

// State of a world as the start of a run in another program of the discrete element method, so that results can be held
// against each other. Members of aggregates must have their places (placeMembers()).
namespace scree {

/// File of a start, by the name that the others call it.
struct StartFile {
  std::string name;
  std::string bytes;
};

/// Files of a start, all in one folder, and what a user must know of them; the head of the script says the same.
struct StartFiles {
  std::vector<StartFile> files;
  std::vector<std::string> leftOut;    ///< parts of the world without a counterpart there
  std::vector<std::string> otherwise;  ///< parts that are there, but not as here
};

/// World that cannot start there; what() has the remedy.
struct NoStart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Start for LIGGGHTS 3.8: `in.start`, `grains.data` and an STL file for each surface. The run goes on for `seconds`
/// (above 0). Throws NoStart for a world without grains.
StartFiles liggghtsStart(const World& world, double seconds);
/// Start for YADE 2023.02: `start.py`, `grains.csv` and an STL file for each surface; otherwise as liggghtsStart().
StartFiles yadeStart(const World& world, double seconds);

}  // namespace scree
