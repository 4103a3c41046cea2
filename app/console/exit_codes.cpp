#include "app/console/exit_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace scree {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kIndent = 7;

constexpr std::array<ExitCodeInfo, 11> kTable = {{
    {"0", "done"},
    {"1", "the command line is wrong"},
    {"2", "an input (scene, table, mesh, camera path) was not found or has errors, all of which are printed"},
    {"3",
     "the run finished, but particles had to be taken out, or the guard warned (see the report); or points of a sweep "
     "failed"},
    {"4", "something asked for could not be written; everything else was"},
    {"5", "the checkpoint to resume from, or the recording to replay or film, cannot be read"},
    {"6", "out of memory, or an error of the program"},
    {"7", "the replay differs from the recording"},
    {"8",
     "the guard stopped the run: energy from nowhere, a grain too fast, outside a closed container or too deep in "
     "another; the message says when, where and what to change. All outputs were written"},
    {"9", "there is no display to open a window on, or OpenGL does not work"},
    {"130",
     "interrupted by Ctrl-C (143: by SIGTERM): the step was finished and all outputs were written, films too; a second "
     "Ctrl-C ends the program at once and writes nothing"},
}};

}  // namespace

std::span<const ExitCodeInfo> exitCodeTable() { return kTable; }

std::string exitCodesText() {
  std::string text = "Exit codes of all commands, and of scree:\n";
  for (const ExitCodeInfo& info : kTable) {
    std::string line = fmt::format("  {:<{}}", info.code, kIndent - 2);
    for (std::string_view rest = info.meaning; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      if (line.size() + word.size() > kWidth) {
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        line.assign(kIndent, ' ');
      }
      line += fmt::format("{} ", word);
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace scree
