#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace scree {

/// Prints to standard output or error. Unlike fmt::print it does not throw if writing fails: a closed pipe must not end
/// a run. main() checks the standard output for errors at the end.
template <typename... Args>
void print(std::FILE* stream, fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = fmt::format(format, std::forward<Args>(args)...);
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace scree
