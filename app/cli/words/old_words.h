#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Option of a command in place of `word`, which earlier versions had: "--out" for "--output", if the command has it.
/// Empty if there is none.
std::string newWordFor(std::string_view word, const std::vector<std::string>& options);

}  // namespace scree
