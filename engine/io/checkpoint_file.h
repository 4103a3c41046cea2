#pragma once

#include <filesystem>
#include <stdexcept>

#include "engine/world/world.h"

namespace scree {

/// Error for a checkpoint that cannot be read or does not hold a world. what() names the file, the reason and the
/// remedy.
struct CheckpointError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes the complete state of `world`: a run continued from it gives the same bits as an uninterrupted one. The file
/// appears whole or not at all. Throws OutputError.
void writeCheckpoint(const World& world, const std::filesystem::path& file);

/// Reads a file of writeCheckpoint() or writeHdf5(). Throws CheckpointError.
World readCheckpoint(const std::filesystem::path& file);

}  // namespace scree
