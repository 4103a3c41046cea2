#pragma once

#include <optional>
#include <string_view>

namespace scree {

/// Kind of a file that the program does not read, and what to do instead.
struct ForeignFile {
  std::string_view what;    ///< "it is a STEP file of CAD"
  std::string_view remedy;  ///< "save it there as STL"
};

/// Kind of a file of other programs by what it begins with, whatever its name ends in; nothing for the kinds that are
/// read, and for those that are not known. The first 4096 bytes are enough.
std::optional<ForeignFile> foreignFile(std::string_view bytes);

}  // namespace scree
