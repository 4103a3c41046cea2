#pragma once

#include <string>

namespace scree {

/// Error in a scene file. Lines and columns count from 1, columns in bytes; 0 = the file as a whole.
struct SceneError {
  std::string file;
  int line = 0;
  int column = 0;
  std::string what;    ///< problem
  std::string remedy;  ///< what to do

  /// Error in one line: "file:line:column: what: remedy".
  std::string text() const;
};

}  // namespace scree
