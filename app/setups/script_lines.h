#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Command of a script: its words, with the values of variables.
struct ScriptLine {
  std::vector<std::string> words;
  int line = 0;  ///< line in the file, from 1
};

/// Line of a script that was not understood, with the reason.
struct ScriptDoubt {
  int line = 0;
  std::string text;
  std::string reason;
};

/// Commands of an input script of LAMMPS or LIGGGHTS.
struct ScriptLines {
  std::vector<ScriptLine> lines;
  std::vector<ScriptDoubt> doubts;
};

/// Reads a plain text (plain_text.h): joins lines that end in &, takes out remarks, sets variables and replaces them by
/// their values. Lines that need what only the running program knows become doubts.
ScriptLines scriptLinesOf(std::string_view text);

}  // namespace scree
