#include "app/cli/words/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/cli/words/old_words.h"
#include "engine/scene_file/errors.h"

namespace scree {

namespace {

/// The innermost command that a command line names.
const CLI::App& commandOf(const CLI::App& app) {
  const std::vector<CLI::App*> inner = app.get_subcommands();
  return inner.empty() ? app : commandOf(*inner.front());
}

std::string remedyFor(const std::string& word, const std::vector<std::string>& names) {
  return suggestion(word, std::vector<std::string_view>(names.begin(), names.end()));
}

/// A word that a command does not know, with the option or the file that may have been meant.
std::string unknownWord(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-')) {
    return fmt::format("{} is one word too many; a file with blanks in its name needs quotes", inQuotes(word));
  }
  const std::string asked = word.substr(0, word.find('='));
  const std::vector<std::string> options = optionsOf(command);
  if (const std::string now = newWordFor(asked, options); !now.empty()) {
    return fmt::format("there is no option {} here: use {}", inQuotes(asked), now);
  }
  return fmt::format("there is no option {}: {}", inQuotes(asked), remedyFor(asked, options));
}

std::vector<std::string> namesOfCommands(const CLI::App& command) {
  std::vector<std::string> names;
  std::ranges::transform(commandsOf(command), std::back_inserter(names),
                         [](const CLI::App* one) { return one->get_name(); });
  return names;
}

/// What is wrong, in place of CLI11's sentences about numbers of values and subcommands.
std::string plainly(const CLI::ParseError& error, const CLI::App& command) {
  const std::string text = error.what();
  if (text == "A subcommand is required") {
    return fmt::format("give one of its commands: {}", fmt::join(namesOfCommands(command), ", "));
  }
  const std::string name = text.substr(0, text.find(": "));
  const std::size_t required = text.find(" required ");
  if (text.ends_with(" missing") && required != std::string::npos) {
    const std::size_t type = required + std::string_view(" required ").size();
    return fmt::format("{} needs a value: {}", name,
                       text.substr(type, text.size() - type - std::string_view(" missing").size()));
  }
  if (text.find("At Most 1 required") != std::string::npos) {
    return name + " is given more than once";
  }
  return text;
}

}  // namespace

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> optionsOf(const CLI::App& command) {
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options()) {
    std::ranges::transform(option->get_lnames(), std::back_inserter(options), [](const auto& n) { return "--" + n; });
  }
  return options;
}

std::string fullName(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent == nullptr ? "" : fullName(*parent) + " ") + command.get_name();
}

std::string unknownCommand(const CLI::App& app, std::span<const std::string> words) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> commands = commandsOf(*at);
    if (commands.empty() || word.starts_with('-')) {
      break;
    }
    const auto found = std::ranges::find_if(commands, [&word](const CLI::App* one) { return one->check_name(word); });
    if (found == commands.end()) {
      return fmt::format("{}: there is no command {}: {}\nSee {} --help\n", fullName(*at), inQuotes(word),
                         remedyFor(word, namesOfCommands(*at)), fullName(*at));
    }
    at = *found;
  }
  return {};
}

std::string refusal(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = commandOf(app);
  const std::vector<std::string> unknown = app.remaining(true);
  const std::string what = unknown.empty() ? plainly(error, command) : unknownWord(command, unknown.front());
  return fmt::format("{0}: {1}\nSee {0} --help\n", fullName(command), what);
}

}  // namespace scree
