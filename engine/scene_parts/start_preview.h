#pragma once

#include "engine/base/work_watch.h"
#include "engine/scene/scatter.h"
#include "engine/scene_parts/parts.h"

namespace scree {

/// Grains with which a scene would start, as its particles are placed, before overlaps are relaxed.
struct StartPreview {
  std::vector<PlacedSphere> grains;  ///< at most as many as were asked for
  std::uint64_t count = 0;           ///< number that find a place
  double mass = 0.0;                 ///< mass in all; of a fill that is cut off from the mean of its first [kg]
  std::uint64_t wanted = 0;          ///< number that the text asks for; more than `count` where some find no place
  bool isCut = false;                ///< there are more grains than were asked for
};

/// Places the first `most` grains of a scene. `meshes` gains the corners of its meshes that it lacks. Throws
/// WorkCancelled once the watch is told to give up.
StartPreview previewStart(std::string_view text, const std::string& file, std::size_t most, MeshSizes& meshes,
                          WorkWatch& watch);

}  // namespace scree
