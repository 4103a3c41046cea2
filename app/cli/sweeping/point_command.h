#pragma once

#include <filesystem>
#include <string>

namespace scree {

/// Runs one point of a sweep whose folder has been made: from its own checkpoint, if there is one. Its output goes to
/// run.log in its folder. Returns an ExitCode.
int pointCommand(const std::filesystem::path& folder, const std::string& hash);

}  // namespace scree
