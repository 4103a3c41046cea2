#include <algorithm>

#include "app/cli/commands.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "engine/scene_file/schema.h"

namespace scree {

namespace {

std::string firstSentence(const std::string& text) {
  std::string line = text.substr(0, std::min(text.find(". "), text.find(".\n")));
  std::ranges::replace(line, '\n', ' ');
  while (!line.empty() && (line.back() == ' ' || line.back() == '.')) {
    line.pop_back();
  }
  return line.empty() ? line : line + '.';
}

}  // namespace

int scenesCommand() {
  const SceneLibrary library = shippedScenes();
  if (library.files.empty()) {
    print(stderr, "the shipped scenes were not found: run ndem from its build folder or install it\n");
    return kBadScene;
  }
  std::size_t width = 0;
  for (const std::filesystem::path& file : library.files) {
    width = std::max(width, file.stem().string().size());
  }
  int code = kDone;
  for (const std::filesystem::path& file : library.files) {
    const SceneResult result = loadScene(file);
    if (result.scene) {
      print(stdout, "{:<{}} {}: {}\n", file.stem().string(), width, result.scene->name,
            firstSentence(result.scene->description));
      continue;
    }
    code = kBadScene;
    for (const SceneError& error : result.errors) {
      print(stderr, "{}\n", error.text());
    }
  }
  print(stdout, "in {}\n", library.folder.string());
  return code;
}

int schemaCommand(bool json) {
  print(stdout, "{}", json ? jsonSchema() : schemaPage());
  return kDone;
}

}  // namespace scree
