#include "app/cli/words/command.h"

#include <utility>

namespace scree {

Runner declareAll(Declaration& outer, std::span<const CommandEntry> table) {
  std::vector<std::pair<const CLI::App*, Runner>> runners;
  for (const CommandEntry& command : table) {
    Declaration inner = outer.inner(std::string(command.name), std::string(command.meaning));
    const CLI::App* app = &inner.command();
    runners.emplace_back(app, command.declare(inner));
  }
  outer.command().require_subcommand(1);
  return [runners = std::move(runners)] {
    for (const auto& [app, run] : runners) {
      if (app->parsed()) {
        return run();
      }
    }
    return 0;
  };
}

}  // namespace scree
