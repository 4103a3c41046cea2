#include "app/cli/command_table.h"

#include <array>

#include "app/cli/studies/study_table.h"

namespace scree {

namespace {

constexpr std::array<CommandEntry, 17> kCommands = {{
    {"run", "Run a scene and write what is asked for", declareRun},
    {"check", "Load a scene; print all its errors, or a summary and advice", declareCheck},
    {"plan", "Predict step, sweeps, time and memory of a scene or a bed, without a run", declarePlan},
    {"replay", "Step a recording again and compare it with what was recorded", declareReplay},
    {"render", "Film a recording or a scene, without a window and without a display", declareRender},
    {"fields", "Average continuum fields of a recording or a scene: density, velocity, stress", declareFields},
    {"scenes", "List the shipped scenes", declareScenes},
    {"schema", "Print the reference of scene files", declareSchema},
    {"make", "Write a part of a machine as a mesh, for scenes ('mesh: {file: ...}') and CAD", declareMake},
    {"import", "Look at a file of particles, a mesh or a script of LIGGGHTS, and make a scene of it", declareImport},
    {"export", "Write grains, contacts or bodies of a scene or a recording for other programs", declareExport},
    {"compare", "Compare tables of runs over time, next to the scatter among like runs", declareCompare},
    {"sweep", "Run a scene with many settings and seeds, and tabulate its numbers with their errors", declareSweep},
    {"study", "Run a study and write its report", declareStudy},
    {"help", "Print a page of the manual or the help of a command; alone, list both", declareHelp},
    {"completion", "Print a script that completes command lines of ndem in a shell", declareCompletion},
    {"man", "Print the manual page of ndem, for man", declareMan},
}};

}  // namespace

Runner declareStudy(Declaration& command) {
  command.command().alias("experiment");
  return declareAll(command, studyTable());
}

std::span<const CommandEntry> commandTable() { return kCommands; }

}  // namespace scree
