#pragma once

#include <span>

#include "app/cli/words/command.h"

namespace scree {

// Each declares a command and returns what runs it.
Runner declareRun(Declaration& command);
Runner declareCheck(Declaration& command);
Runner declarePlan(Declaration& command);
Runner declareReplay(Declaration& command);
Runner declareRender(Declaration& command);
Runner declareFields(Declaration& command);
Runner declareScenes(Declaration& command);
Runner declareSchema(Declaration& command);
Runner declareMake(Declaration& command);
Runner declareImport(Declaration& command);
Runner declareExport(Declaration& command);
Runner declareCompare(Declaration& command);
Runner declareSweep(Declaration& command);
Runner declareStudy(Declaration& command);
Runner declareHelp(Declaration& command);
Runner declareCompletion(Declaration& command);
Runner declareMan(Declaration& command);

/// Commands of ndem. A new one is a file with its declaration, and one line here and there.
std::span<const CommandEntry> commandTable();

}  // namespace scree
