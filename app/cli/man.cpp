#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "app/cli/command_table.h"
#include "app/cli/words/command_tree.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "engine/base/version.h"

// The manual page in the language of man (roff).
namespace scree {

namespace {

/// Text that roff shows as it is.
std::string shown(std::string_view text) {
  std::string safe = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  bool isLineStart = false;
  for (const char c : text) {
    if (isLineStart && (c == '.' || c == '\'')) {
      safe += "\\&";
    }
    isLineStart = c == '\n';
    safe += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  }
  return safe;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string itemOf(const TreeOption& option) {
  const std::string name = shown(fmt::format("{}", fmt::join(option.names, ", ")));
  const std::string value =
      option.type.empty() || !option.takesValue ? "" : fmt::format(" \\fI{}\\fR", shown(option.type));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}{}\n", name, value, shown(option.meaning),
                     option.isRequired ? " (required)" : "");
}

/// Command line in short: "ndem run SCENE [options]".
std::string synopsisOf(const TreeCommand& command) {
  std::string text = fmt::format("\\fB{}\\fR", shown(command.path));
  for (const TreeOption& argument : command.arguments) {
    const std::string name = fmt::format("\\fI{}\\fR", shown(argument.names.front()));
    text += argument.isRequired ? " " + name : " [" + name + "]";
  }
  return text + (command.options.empty() ? "" : " [options]");
}

std::string sectionOf(const TreeCommand& command) {
  std::string text =
      fmt::format(".SS {}\n{}.\n.PP\n{}\n", shown(command.path), shown(command.meaning), synopsisOf(command));
  for (const std::vector<TreeOption>* list : {&command.arguments, &command.options}) {
    for (const TreeOption& option : *list) {
      text += option.names.front() == "--help" ? "" : itemOf(option);
    }
  }
  return text;
}

std::string pageOf(const std::vector<TreeCommand>& tree) {
  const std::string name = tree.front().path;
  std::string text = fmt::format(".TH {} 1 \"\" \"{} {}\" \"User commands\"\n", upper(name), name, version());
  text += fmt::format(".SH NAME\n{} \\- run granular scenes without a window\n", name);
  text +=
      fmt::format(".SH SYNOPSIS\n\\fB{0}\\fR \\fICOMMAND\\fR [options]\n.br\n\\fB{0} help\\fR [\\fITOPIC\\fR]\n", name);
  text += fmt::format(
      ".SH DESCRIPTION\n{} runs scenes of grains and machines with the engine of scree(1), writes tables and films, "
      "and makes studies.\nTimes take a unit, such as 5 s or 50 ms; without one they are in seconds.\n"
      "The pages of the manual are printed by \\fB{} help\\fR.\n.SH COMMANDS\n",
      name, name);
  for (const TreeCommand& command : tree) {
    text += command.commands.empty() ? sectionOf(command) : "";
  }
  text += ".SH EXIT STATUS\n";
  for (const ExitCodeInfo& info : exitCodeTable()) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", info.code, shown(info.meaning));
  }
  return text + ".SH SEE ALSO\nscree(1)\n";
}

}  // namespace

Runner declareMan(Declaration& command) {
  const CLI::App* root = command.command().get_parent();
  const OptionTable* table = &command.table();
  return [root, table] {
    print(stdout, "{}", pageOf(treeOf(*root, *table)));
    return static_cast<int>(kDone);
  };
}

}  // namespace scree
