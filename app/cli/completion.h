#pragma once

#include <string>
#include <vector>

#include "app/cli/words/command_tree.h"

// Scripts that complete command lines of ndem.
namespace scree {

/// Names that come from files, not from the command line's definition.
struct CompletionNames {
  std::vector<std::string> scenes;  ///< shipped scenes
  std::vector<std::string> topics;  ///< pages of the manual
};

std::string bashCompletion(const std::vector<TreeCommand>& tree, const CompletionNames& names);
std::string zshCompletion(const std::vector<TreeCommand>& tree, const CompletionNames& names);
std::string fishCompletion(const std::vector<TreeCommand>& tree, const CompletionNames& names);

/// Names that an option or argument may have; empty if it has none.
std::vector<std::string> offeredNames(const TreeOption& option, const CompletionNames& names);
/// True if files complete an option or argument.
bool offersFiles(const TreeOption& option);

}  // namespace scree
