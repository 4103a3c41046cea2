#pragma once

#include <string>

namespace scree {

/// Escapes a text for use between tags of XML or HTML.
inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

}  // namespace scree
