#pragma once

#include <span>

#include "app/cli/words/command.h"

namespace scree {

// Each declares a study and returns what runs it.
Runner declareAll(Declaration& command);
Runner declareRepose(Declaration& command);
Runner declareWarmStart(Declaration& command);
Runner declareReduction(Declaration& command);
Runner declareTriaxial(Declaration& command);
Runner declareGallery(Declaration& command);
Runner declarePrecision(Declaration& command);
Runner declareCollision(Declaration& command);
Runner declareIterations(Declaration& command);
Runner declareTruth(Declaration& command);
Runner declareBenchmark(Declaration& command);
Runner declareAngles(Declaration& command);
Runner declareSilo(Declaration& command);
Runner declarePellets(Declaration& command);
Runner declareBalling(Declaration& command);

/// Studies of `ndem study`. A new one is a file with its declaration, and one line here and there.
std::span<const CommandEntry> studyTable();

}  // namespace scree
