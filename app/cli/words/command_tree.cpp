#include "app/cli/words/command_tree.h"

#include <algorithm>
#include <iterator>

#include "app/cli/words/refusals.h"

namespace scree {

namespace {

TreeOption optionOf(const CLI::Option& option, const OptionTable& table) {
  TreeOption plain{.type = option.get_expected_max() == 0 ? "" : option.get_type_name(),
                   .meaning = option.get_description(),
                   .takesValue = option.get_expected_max() > 0,
                   .isRequired = option.get_required()};
  std::ranges::transform(option.get_lnames(), std::back_inserter(plain.names), [](const auto& n) { return "--" + n; });
  if (const auto known = table.find(&option); known != table.end()) {
    plain.facts = known->second;
  }
  return plain;
}

void addTo(std::vector<TreeCommand>& all, const CLI::App& app, const OptionTable& table) {
  TreeCommand command{.path = fullName(app), .meaning = app.get_description(), .footer = app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    TreeOption plain = optionOf(*option, table);
    if (!option->get_lnames().empty()) {
      command.options.push_back(plain);
    }
    if (option->get_positional()) {
      plain.names = {option->get_name(true)};
      command.arguments.push_back(std::move(plain));
    }
  }
  const std::vector<const CLI::App*> inner = commandsOf(app);
  std::ranges::transform(inner, std::back_inserter(command.commands),
                         [](const CLI::App* one) { return one->get_name(); });
  all.push_back(std::move(command));
  for (const CLI::App* one : inner) {
    addTo(all, *one, table);
  }
}

}  // namespace

std::vector<TreeCommand> treeOf(const CLI::App& app, const OptionTable& table) {
  std::vector<TreeCommand> all;
  addTo(all, app, table);
  return all;
}

}  // namespace scree
