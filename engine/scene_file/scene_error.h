#pragma once

#include <string>

namespace scree {

/// One thing wrong with a scene file. Lines and columns count from 1, columns in bytes; 0 = the file as a whole.
struct SceneError {
  std::string file;
  int line = 0;
  int column = 0;
  std::string what;    ///< what is wrong
  std::string remedy;  ///< what would be right

  /// "file:line:column: what: remedy"
  std::string text() const;
};

}  // namespace scree
