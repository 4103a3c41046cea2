#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/cli/words/declaration.h"

namespace scree {

/// Runs a command with the values that were read, and returns an ExitCode. May throw CLI::ValidationError for values
/// that do not go together.
using Runner = std::function<int()>;

/// Row of a table of commands.
struct CommandEntry {
  std::string_view name;
  std::string_view meaning;
  Runner (*declare)(Declaration& command);  ///< adds the options
};

/// Declares the commands of a table inside `outer`, one of which must be given. Returns what runs that one.
Runner declareAll(Declaration& outer, std::span<const CommandEntry> table);

}  // namespace scree
