#pragma once

#include <string>
#include <vector>

#include "app/document/saved_session.h"

namespace scree {

/// What the world differs in from its scene, as the snapshot has it. `before`: what a session that was opened had,
/// whose unknown keys stay.
SavedChanges changesOf(const Snapshot& snapshot, const SceneInfo& scene, const SavedChanges& before);

/// Makes the changes in a world that was just loaded. Returns what no longer fits the scene, a sentence each; the rest
/// is done all the same.
std::vector<std::string> applyChanges(World& world, const SavedChanges& changes);

}  // namespace scree
