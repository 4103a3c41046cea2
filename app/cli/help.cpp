#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/manual_text.h"
#include "app/cli/words/refusals.h"
#include "app/console/exit_codes.h"
#include "app/console/manual.h"
#include "app/console/print.h"
#include "engine/scene_file/errors.h"
#include "engine/scene_file/schema.h"

namespace scree {

namespace {

constexpr const char* kReference = "reference";
constexpr const char* kReferenceTitle = "Keys of scene files, as ndem schema prints them";
constexpr std::size_t kNameWidth = 14;

void printList(const char* title, const std::vector<std::pair<std::string, std::string>>& rows) {
  print(stdout, "{}\n", title);
  for (const auto& [name, meaning] : rows) {
    print(stdout, "  {:<{}} {}\n", name, kNameWidth, meaning);
  }
}

int listAll(const CLI::App& root, const std::vector<ManualPage>& pages) {
  std::vector<std::pair<std::string, std::string>> topics;
  for (const ManualPage& page : pages) {
    topics.emplace_back(page.topic, page.title);
  }
  topics.emplace_back(kReference, kReferenceTitle);
  std::vector<std::pair<std::string, std::string>> commands;
  for (const CLI::App* command : commandsOf(root)) {
    commands.emplace_back(command->get_name(), command->get_description());
  }
  printList("Pages of the manual, for ndem help TOPIC:", topics);
  printList("\nCommands, for ndem help COMMAND or ndem COMMAND --help:", commands);
  return kDone;
}

/// Command that all words name, one inside the other; null if there is none.
const CLI::App* commandNamed(const CLI::App& root, const std::vector<std::string>& words) {
  const CLI::App* at = &root;
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> commands = commandsOf(*at);
    const auto found = std::ranges::find_if(commands, [&word](const CLI::App* one) { return one->check_name(word); });
    if (found == commands.end()) {
      return nullptr;
    }
    at = *found;
  }
  return at;
}

/// Text of a topic for a terminal; empty if there is no such page.
std::string topicText(const std::string& topic, const std::vector<ManualPage>& pages) {
  if (topic == kReference) {
    return schemaPage();
  }
  const auto page = std::ranges::find(pages, topic, &ManualPage::topic);
  return page == pages.end() ? std::string() : terminalText(textOf(*page));
}

int tellUnknown(const CLI::App& root, const std::vector<ManualPage>& pages, const std::string& words) {
  std::vector<std::string> names;
  std::ranges::transform(pages, std::back_inserter(names), &ManualPage::topic);
  names.emplace_back(kReference);
  for (const CLI::App* command : commandsOf(root)) {
    names.push_back(command->get_name());
  }
  print(stderr, "ndem help: there is no topic or command {}: {}\nSee ndem help\n", inQuotes(words),
        suggestion(words, std::vector<std::string_view>(names.begin(), names.end())));
  return kUsage;
}

int help(const CLI::App& root, const std::vector<std::string>& words) {
  const std::vector<ManualPage> pages = shippedManual();
  if (words.empty()) {
    return listAll(root, pages);
  }
  const std::string page = words.size() == 1 ? topicText(words.front(), pages) : std::string();
  const CLI::App* command = commandNamed(root, words);
  if (page.empty() && command == nullptr) {
    return tellUnknown(root, pages, fmt::format("{}", fmt::join(words, " ")));
  }
  print(stdout, "{}", page);
  if (command != nullptr) {
    print(stdout, "{}{}", page.empty() ? "" : "\n", command->help(fullName(*command->get_parent())));
  }
  return kDone;
}

}  // namespace

Runner declareHelp(Declaration& command) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::Option* option =
      command.command().add_option("TOPIC", *words, "A page of the manual, or a command, such as study gallery");
  command.know(option->type_name(""), {ValueKind::topic});
  const CLI::App* root = command.command().get_parent();
  return [root, words] { return help(*root, *words); };
}

}  // namespace scree
