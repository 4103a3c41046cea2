#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/cli/completion.h"

namespace scree {

namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// In single quotes of a shell.
std::string shellQuoted(std::string_view text) {
  std::string safe = "'";
  for (const char c : text) {
    safe += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return safe + "'";
}

/// "ndem run" of all commands, as alternatives of a case.
std::string pathPattern(const std::vector<TreeCommand>& tree) {
  std::vector<std::string> paths;
  for (std::size_t i = 1; i < tree.size(); ++i) {
    paths.push_back(shellQuoted(tree[i].path));
  }
  return fmt::format("{}", fmt::join(paths, " | "));
}

std::vector<std::string> optionNames(const TreeCommand& command) {
  std::vector<std::string> names;
  for (const TreeOption& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

/// Names that may stand where an argument is: commands of the command, scenes, topics.
std::vector<std::string> argumentNames(const TreeCommand& command, const CompletionNames& names) {
  std::vector<std::string> all = command.commands;
  for (const TreeOption& argument : command.arguments) {
    std::ranges::copy(offeredNames(argument, names), std::back_inserter(all));
  }
  return all;
}

bool takesFiles(const TreeCommand& command) { return std::ranges::any_of(command.arguments, offersFiles); }

/// Lines of a shell's case for values of options: words of names, files, or nothing for free text.
std::string valueCases(const std::vector<TreeCommand>& tree, const CompletionNames& names) {
  std::string text;
  for (const TreeCommand& command : tree) {
    for (const TreeOption& option : command.options) {
      if (!option.takesValue) {
        continue;
      }
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) {
        patterns.push_back(shellQuoted(command.path + " " + name));
      }
      text += fmt::format("    {}) value=1 offer={} files={} ;;\n", fmt::join(patterns, " | "),
                          shellQuoted(joined(offeredNames(option, names))), offersFiles(option) ? 1 : 0);
    }
  }
  return text;
}

/// Lines of a shell's case for words that begin no value: options, commands, arguments.
std::string wordCases(const std::vector<TreeCommand>& tree, const CompletionNames& names) {
  std::string text;
  for (const TreeCommand& command : tree) {
    text += fmt::format("    {}) options={} offer={} files={} ;;\n", shellQuoted(command.path),
                        shellQuoted(joined(optionNames(command))), shellQuoted(joined(argumentNames(command, names))),
                        takesFiles(command) ? 1 : 0);
  }
  return text;
}

constexpr const char* kBash = R"(# Completion of ndem for bash, printed by: ndem completion bash
_ndem() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local at=ndem i value=0 offer= options= files=0 list=
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$at ${{COMP_WORDS[i]}}" in
      {0}) at="$at ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$at $previous" in
{1}  esac
  if [ $value -eq 0 ]; then
    case "$at" in
{2}    esac
    [ "${{current:0:1}}" = - ] && offer=$options files=0
  fi
  if [ $value -eq 1 ] && [[ $current == *,* ]]; then
    list=${{current%,*}},
    current=${{current##*,}}
  fi
  COMPREPLY=($(compgen -P "$list" -W "$offer" -- "$current"))
  [ $files -eq 1 ] && COMPREPLY+=($(compgen -f -- "$current"))
  return 0
}}
complete -o filenames -F _ndem ndem
)";

constexpr const char* kZsh = R"(#compdef ndem
# Completion of ndem for zsh, printed by: ndem completion zsh
_ndem() {{
  local current=${{words[CURRENT]}} previous=${{words[CURRENT-1]}}
  local -a typed=("${{words[@]}}")
  local at=ndem i value=0 offer= options= files=0
  for ((i = 2; i < CURRENT; ++i)); do
    case "$at ${{typed[i]}}" in
      {0}) at="$at ${{typed[i]}}" ;;
    esac
  done
  case "$at $previous" in
{1}  esac
  if (( ! value )); then
    case "$at" in
{2}    esac
    [[ $current == -* ]] && offer=$options files=0
  fi
  (( value )) && [[ $current == *,* ]] && compset -P '*,'
  [[ -n $offer ]] && compadd -- ${{=offer}}
  (( files )) && _files
  return 0
}}
if [[ $funcstack[1] == _ndem ]]; then
  _ndem "$@"
else
  compdef _ndem ndem
fi
)";

constexpr const char* kFish = R"(# Completion of ndem for fish, printed by: ndem completion fish
function __ndem_at
    set -l at ndem
    for word in (commandline -opc)[2..]
        switch "$at $word"
            case {0}
                set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
complete -c ndem -f
)";

std::string fishPaths(const std::vector<TreeCommand>& tree) {
  std::vector<std::string> paths;
  for (std::size_t i = 1; i < tree.size(); ++i) {
    paths.push_back(shellQuoted(tree[i].path));
  }
  return joined(paths);
}

std::string fishOption(const TreeCommand& command, const TreeOption& option, const CompletionNames& names) {
  std::string line = fmt::format("complete -c ndem -n '__ndem_at {}'", command.path);
  for (const std::string& name : option.names) {
    line += " -l " + name.substr(2);
  }
  const std::vector<std::string> offered = offeredNames(option, names);
  line += !option.takesValue ? "" : offersFiles(option) ? " -r -F" : " -x";
  line += offered.empty() ? "" : " -a " + shellQuoted(joined(offered));
  return line + " -d " + shellQuoted(option.meaning) + "\n";
}

}  // namespace

std::string bashCompletion(const std::vector<TreeCommand>& tree, const CompletionNames& names) {
  return fmt::format(kBash, pathPattern(tree), valueCases(tree, names), wordCases(tree, names));
}

std::string zshCompletion(const std::vector<TreeCommand>& tree, const CompletionNames& names) {
  return fmt::format(kZsh, pathPattern(tree), valueCases(tree, names), wordCases(tree, names));
}

std::string fishCompletion(const std::vector<TreeCommand>& tree, const CompletionNames& names) {
  std::string text = fmt::format(kFish, fishPaths(tree));
  for (const TreeCommand& command : tree) {
    const std::string at = fmt::format("complete -c ndem -n '__ndem_at {}'", command.path);
    for (const std::string& inner : command.commands) {
      const auto named = std::ranges::find(tree, command.path + " " + inner, &TreeCommand::path);
      text += fmt::format("{} -a {} -d {}\n", at, shellQuoted(inner),
                          shellQuoted(named == tree.end() ? "" : named->meaning));
    }
    for (const TreeOption& argument : command.arguments) {
      const std::vector<std::string> offered = offeredNames(argument, names);
      text += offered.empty() ? "" : fmt::format("{} -a {}\n", at, shellQuoted(joined(offered)));
      text += offersFiles(argument) ? at + " -F\n" : "";
    }
    for (const TreeOption& option : command.options) {
      text += fishOption(command, option, names);
    }
  }
  return text;
}

}  // namespace scree
