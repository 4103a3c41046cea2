#pragma once

#include <filesystem>

#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Writes a world as an HDF5 file that h5py and others read, with its whole state, so that a run can go on from it (see
/// readCheckpoint()). Groups: particles, contacts (those with a force in the last step, which `data` must hold, and
/// those inside aggregates), bodies, surfaces (triangles of all shapes at their places), joints, materials; each array
/// has its unit and meaning as remarks; the manual's page `plots` lists them. Members must have their places. The file
/// appears whole or not at all. Throws OutputError, and std::runtime_error when memory does not suffice.
void writeHdf5(const World& world, const StepData& data, const std::filesystem::path& file);

}  // namespace scree
