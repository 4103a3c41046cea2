#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>

namespace scree {

/// Sentence about the first word that should name a command of the program, or of a command, and names none; empty when
/// all do. CLI11 says only that a command is missing.
std::string unknownCommand(const CLI::App& app, std::span<char* const> words);

/// Lines about a command line that cannot be used: the command, the fault, where to look.
std::string refusal(const CLI::App& app, const CLI::ParseError& error);

}  // namespace scree
