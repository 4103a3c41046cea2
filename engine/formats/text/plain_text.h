#pragma once

#include <string>

namespace scree {

/// Text of a file in UTF-8 whose lines end in LF, or a problem with its remedy.
struct PlainText {
  std::string text;
  std::string what;
  std::string remedy;
  std::string note;  ///< encoding that was read, where it is not UTF-8
};

/// Makes bytes plain text: takes out a byte order mark, reads UTF-16, ends lines that end in CR LF or CR in LF. Refuses
/// binary content.
PlainText plainText(std::string bytes);

}  // namespace scree
