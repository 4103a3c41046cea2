#pragma once

#include <filesystem>

namespace scree {

/// Rewrites a fragmented MP4 as one whose index comes first, so that players need not read it to its end. Nothing is
/// encoded again. Goes through a file beside it; when that fails (FilmError) the film stays as it is.
void putIndexFirst(const std::filesystem::path& film);

}  // namespace scree
