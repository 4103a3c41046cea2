#pragma once

#include <string>
#include <vector>

#include "app/document/saved_session.h"

namespace scree {

/// Differences of the world in the snapshot from its scene; split sensors are always listed. `before` holds the changes
/// of the session that was opened: unknown keys of its sensors are copied by name.
SavedChanges changesOf(const Snapshot& snapshot, const SceneInfo& scene, const SavedChanges& before);

/// Applies the changes to a world that was just loaded. Skips each drive and sensor that no longer fits the scene, and
/// returns a sentence about each of them.
std::vector<std::string> applyChanges(World& world, const SavedChanges& changes);

}  // namespace scree
