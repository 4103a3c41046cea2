#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "app/cli/commands.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "engine/io/scene_library.h"

namespace scree {

namespace {

/// Finds the program scree, which draws: beside this program if both are installed, otherwise in the same build tree.
/// Empty if it is in neither place.
std::filesystem::path findScree() {
  const std::filesystem::path own = executablePath().parent_path();
  for (const std::filesystem::path& candidate : {own / "scree", own / ".." / "window" / "scree"}) {
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

}  // namespace

int renderCommand(const RenderOptions& options) {
  const std::filesystem::path scree = findScree();
  if (scree.empty()) {
    print(stderr,
          "ndem draws nothing itself: the program scree, which does, is not beside it. Build it (without "
          "-DSCREE_WINDOW=OFF) or install it in {}\n",
          executablePath().parent_path().string());
    return kOutputFailed;
  }
  std::vector<std::string> arguments = {scree.string(), "--render", options.film};
  for (const auto& [name, value] : options.passedOn) {
    arguments.push_back(name);
    arguments.push_back(value);
  }
  arguments.push_back(options.input);
  std::vector<char*> raw;
  for (std::string& argument : arguments) {
    raw.push_back(argument.data());
  }
  raw.push_back(nullptr);
  std::fflush(nullptr);
  ::execv(scree.c_str(), raw.data());
  print(stderr, "{} cannot be started: {}\n", scree.string(), std::strerror(errno));
  return kOutputFailed;
}

}  // namespace scree
