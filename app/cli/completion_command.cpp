#include <algorithm>
#include <iterator>
#include <memory>

#include "app/cli/command_table.h"
#include "app/cli/completion.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/manual.h"
#include "app/console/print.h"

namespace scree {

namespace {

CompletionNames namesNow(const CLI::App& root) {
  CompletionNames names;
  std::ranges::transform(shippedScenes().files, std::back_inserter(names.scenes),
                         [](const std::filesystem::path& file) { return file.stem().string(); });
  std::ranges::transform(shippedManual(), std::back_inserter(names.topics), &ManualPage::topic);
  names.topics.emplace_back("reference");
  for (const CLI::App* command : root.get_subcommands([](const CLI::App*) { return true; })) {
    names.topics.push_back(command->get_name());
  }
  std::ranges::sort(names.topics);
  names.topics.erase(std::unique(names.topics.begin(), names.topics.end()), names.topics.end());
  return names;
}

}  // namespace

std::vector<std::string> offeredNames(const TreeOption& option, const CompletionNames& names) {
  switch (option.facts.kind) {
    case ValueKind::names:
      return option.facts.names;
    case ValueKind::scene:
      return names.scenes;
    case ValueKind::topic:
      return names.topics;
    default:
      return {};
  }
}

bool offersFiles(const TreeOption& option) {
  const ValueKind kind = option.facts.kind;
  return kind == ValueKind::file || kind == ValueKind::folder || kind == ValueKind::scene;
}

Runner declareCompletion(Declaration& command) {
  const auto shell = std::make_shared<std::string>();
  const std::vector<std::string> shells = {"bash", "zsh", "fish"};
  command.choice("SHELL", *shell, shells, "bash, zsh or fish")->type_name("")->required();
  command.command().footer(
      "For bash: ndem completion bash > ~/.local/share/bash-completion/completions/ndem\n"
      "For zsh:  ndem completion zsh > a file _ndem in a folder of $fpath\n"
      "For fish: ndem completion fish > ~/.config/fish/completions/ndem.fish\n");
  const CLI::App* root = command.command().get_parent();
  const OptionTable* table = &command.table();
  return [root, table, shell] {
    const std::vector<TreeCommand> tree = treeOf(*root, *table);
    const CompletionNames names = namesNow(*root);
    print(stdout, "{}",
          *shell == "bash"  ? bashCompletion(tree, names)
          : *shell == "zsh" ? zshCompletion(tree, names)
                            : fishCompletion(tree, names));
    return static_cast<int>(kDone);
  };
}

}  // namespace scree
