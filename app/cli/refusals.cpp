#include "app/cli/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "engine/scene_file/errors.h"

namespace scree {

namespace {

/// The innermost command that a command line names.
const CLI::App& commandOf(const CLI::App& app) {
  const std::vector<CLI::App*> inner = app.get_subcommands();
  return inner.empty() ? app : commandOf(*inner.front());
}

/// Words of the command line as a user types a command: "ndem make box".
std::string fullName(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent == nullptr ? "" : fullName(*parent) + " ") + command.get_name();
}

/// A word that a command does not know, with the option or the file that may have been meant.
std::string unknownWord(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-')) {
    return fmt::format("{} is one word too many; a file with blanks in its name needs quotes", inQuotes(word));
  }
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options()) {
    std::ranges::transform(option->get_lnames(), std::back_inserter(options), [](const auto& n) { return "--" + n; });
  }
  const std::string asked = word.substr(0, word.find('='));
  return fmt::format("there is no option {}: {}", inQuotes(asked),
                     suggestion(asked, std::vector<std::string_view>(options.begin(), options.end())));
}

}  // namespace

std::string unknownCommand(const CLI::App& app, std::span<char* const> words) {
  const CLI::App* at = &app;
  for (const std::string_view word : words) {
    const std::vector<const CLI::App*> commands = at->get_subcommands([](const CLI::App*) { return true; });
    if (commands.empty() || word.starts_with('-')) {
      break;
    }
    const auto found =
        std::ranges::find_if(commands, [word](const CLI::App* one) { return one->check_name(std::string(word)); });
    if (found == commands.end()) {
      std::vector<std::string> names;
      std::ranges::transform(commands, std::back_inserter(names), [](const CLI::App* one) { return one->get_name(); });
      return fmt::format("{}: there is no command {}: {}\n", fullName(*at), inQuotes(word),
                         suggestion(word, std::vector<std::string_view>(names.begin(), names.end())));
    }
    at = *found;
  }
  return {};
}

std::string refusal(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = commandOf(app);
  const std::vector<std::string> unknown = app.remaining(true);
  const std::string what = unknown.empty() ? error.what() : unknownWord(command, unknown.front());
  return fmt::format("{0}: {1}\nSee {0} --help\n", fullName(command), what);
}

}  // namespace scree
