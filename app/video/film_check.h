#pragma once

#include <cstdint>
#include <filesystem>

namespace scree {

/// Number of frames that players find in a film, whole or cut off; 0 when it can't be played.
std::uint64_t countFrames(const std::filesystem::path& film);

}  // namespace scree
