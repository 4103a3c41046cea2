#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <vector>

// The command line in words: what it has, and what is wrong with one.
namespace scree {

/// Commands of the program, or of a command.
std::vector<const CLI::App*> commandsOf(const CLI::App& app);
/// Names of the options of a command with their hyphens: "--set".
std::vector<std::string> optionsOf(const CLI::App& command);
/// Words of the command line as a user types a command: "ndem make box".
std::string fullName(const CLI::App& command);

/// Sentence about the first word that should name a command of the program, or of a command, and names none; empty when
/// all do. CLI11 says only that a command is missing.
std::string unknownCommand(const CLI::App& app, std::span<const std::string> words);

/// Lines about a command line that cannot be used: the command, the fault, where to look.
std::string refusal(const CLI::App& app, const CLI::ParseError& error);

}  // namespace scree
