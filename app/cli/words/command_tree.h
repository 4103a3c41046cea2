#pragma once

#include <string>
#include <vector>

#include "app/cli/words/declaration.h"

// The command line as plain data, for completion, the manual page and tests.
namespace scree {

struct TreeOption {
  std::vector<std::string> names = {};  ///< "--set"; of an argument "SCENE"
  std::string type;                     ///< type of its value: "TIME"; empty for a flag
  std::string meaning;
  bool takesValue = false;
  bool isRequired = false;
  OptionFacts facts = {};
};

struct TreeCommand {
  std::string path;  ///< as it is typed: "ndem study gallery"
  std::string meaning;
  std::string footer;
  std::vector<std::string> commands = {};  ///< names of its commands
  std::vector<TreeOption> options = {};
  std::vector<TreeOption> arguments = {};  ///< options without hyphens, in their order
};

/// A command and all below it, each before its own commands.
std::vector<TreeCommand> treeOf(const CLI::App& app, const OptionTable& table);

}  // namespace scree
