#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace scree {

/// Files of one kind that are shipped with the program.
struct ShippedFiles {
  std::filesystem::path folder;              ///< empty when none was found
  std::vector<std::filesystem::path> files;  ///< by name
};

/// Finds the shipped files with the ending `ending` in the folder `name` of the resources, for the program file
/// `executable`: in <prefix>/share/scree/NAME when installed in <prefix>/bin, else in resources/NAME of a folder above
/// it (the source tree around a build tree, or the link in a build tree elsewhere), else in that of `sourceTree`, if it
/// is given. The first folder with such a file counts.
ShippedFiles findShipped(const std::filesystem::path& executable, const std::filesystem::path& sourceTree,
                         std::string_view name, std::string_view ending);

/// Path of the running program; empty when the system does not tell.
std::filesystem::path executablePath();

}  // namespace scree
