#pragma once

#include <cstdint>
#include <filesystem>

namespace scree {

/// Counts the intact frames in a film, complete or cut off; 0 if it cannot be opened.
std::uint64_t countFrames(const std::filesystem::path& film);

}  // namespace scree
