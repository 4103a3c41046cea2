#include "app/cli/studies/study_table.h"

#include <array>

namespace scree {

namespace {

constexpr std::array<CommandEntry, 15> kStudies = {{
    {"all", "All that Scree claims, measured anew and written to VALIDATION.md with its table", declareAll},
    {"repose", "Angles of the drum and the pile against sweeps and all that moves them, beside the published ones",
     declareRepose},
    {"warm-start",
     "Sweeps that column, pile, drum and resting beds need with each warm start, beside the published ones",
     declareWarmStart},
    {"reduction", "Conveyor, collapse and drum with merging against runs in full, beside the published values",
     declareReduction},
    {"triaxial", "Critical stress of the triaxial test against sweeps, cold and warm, beside the published one",
     declareTriaxial},
    {"gallery", "Small random scenes of many classes, merged against full: flows, forces, surfaces, and faults",
     declareGallery},
    {"precision", "Errors of the solver's presets on a scene against their processor time (work-precision)",
     declarePrecision},
    {"collision", "Restitution and duration of collisions with a set time in smooth DEM, and what choosing them costs",
     declareCollision},
    {"iterations",
     "Sweeps that containers and drums of Servin et al. 2014 need, cold and warm; their law and Janssen's pressure",
     declareIterations},
    {"truth", "Bias of the presets against small steps: angles, plug, rates, stress, creep; impacts and damping",
     declareTruth},
    {"benchmark", "Drum and penetration of the public benchmark of Dosta et al. 2024, beside smooth DEM and LIGGGHTS",
     declareBenchmark},
    {"angles", "Column, pile, collapse and drum from one start by the solver at three steps, smooth DEM and LIGGGHTS",
     declareAngles},
    {"silo", "Discharge of a flat-bottomed silo through two orifices, beside Beverloo's law", declareSilo},
    {"pellets", "Iron ore pellets against closed forms, and the long pile they make, beside the published values",
     declarePellets},
    {"balling", "Balling drums of laboratory and plant: flow in the drum, bed on the belt, merged against full",
     declareBalling},
}};

}  // namespace

std::span<const CommandEntry> studyTable() { return kStudies; }

}  // namespace scree
