#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engine/matter/granulation_laws.h"
#include "engine/scene_file/description.h"

namespace scree {

/// Laws of granulation in force, and rates of the boxes of fines and of the sprays by name [kg/s].
struct GranulationSettings {
  GranulationLaws laws;
  std::array<std::vector<std::pair<std::string, double>>, 2> feeds;
};

/// Writes laws and feeds that differ into the text of a scene. Returns the number of values written, and adds to `left`
/// what the text cannot say: another criterion or measure, and laws whose section the scene does not have.
int writeGranulation(const SceneDescription& scene, const GranulationSettings& run, std::string& text,
                     std::vector<std::string>& left);

}  // namespace scree
