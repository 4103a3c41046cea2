#pragma once

#include <string>

namespace scree {

/// Markdown as it reads well on a terminal: without pictures, and with the words of links in place of the links. Code
/// stays as it is.
std::string terminalText(const std::string& markdown);

}  // namespace scree
