#pragma once

#include <filesystem>

namespace scree {

/// Rewrites a fragmented MP4 with its index first, so that players need not read it to its end. Nothing is encoded
/// again. The new film is written beside the old one and then replaces it. Throws FilmError; the film then stays
/// unchanged.
void putIndexFirst(const std::filesystem::path& film);

}  // namespace scree
