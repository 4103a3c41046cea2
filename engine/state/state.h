#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "engine/world/world.h"

namespace scree {

/// A state that cannot be restored: foreign, of another version, truncated or damaged.
struct StateError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Version of the format that saveState() writes.
std::uint32_t stateVersion();
/// The whole world as bytes, with a header (magic, version) and a checksum. Bit-exact; little-endian.
std::vector<std::byte> saveState(const World& world);
/// Restores what saveState wrote. Throws StateError and leaves nothing half-built.
World restoreState(std::span<const std::byte> bytes);
/// XXH3 of the state without measured reactions and budget: equal for equal worlds.
std::uint64_t stateHash(const World& world);

}  // namespace scree
