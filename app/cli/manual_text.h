#pragma once

#include <string>

namespace scree {

/// Markdown as it reads well on a terminal: without pictures, without the marks of emphasis and of code in a line, and
/// with the words of links in place of the links. Blocks of code stay as they are.
std::string terminalText(const std::string& markdown);

}  // namespace scree
