#include "engine/io/checkpoint_file.h"

#include <fmt/format.h>

#include <span>

#include "engine/io/hdf5_file.h"
#include "engine/io/hdf5_state.h"
#include "engine/io/output_file.h"
#include "engine/state/state.h"

namespace scree {

void writeCheckpoint(const World& world, const std::filesystem::path& file) {
  writeFileAtomically(file, saveState(world));
}

World readCheckpoint(const std::filesystem::path& file) {
  std::string content;
  try {
    content = readFile(file);
  } catch (const std::runtime_error& error) {
    throw CheckpointError(fmt::format("{}: give a file written by --checkpoint", error.what()));
  }
  try {
    if (isHdf5(content)) {
      return restoreState(hdf5State(std::as_bytes(std::span(content))));
    }
    return restoreState(std::as_bytes(std::span(content)));
  } catch (const std::runtime_error& error) {
    throw CheckpointError(fmt::format("{}: {}: run the scene again, or give a file that this version wrote",
                                      file.string(), error.what()));
  }
}

}  // namespace scree
