#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "engine/scene_file/schema.h"

namespace scree {

namespace {

using Json = nlohmann::ordered_json;

std::string firstSentence(const std::string& text) {
  std::string line = text.substr(0, std::min(text.find(". "), text.find(".\n")));
  std::ranges::replace(line, '\n', ' ');
  while (!line.empty() && (line.back() == ' ' || line.back() == '.')) {
    line.pop_back();
  }
  return line.empty() ? line : line + '.';
}

/// Shipped scene as it was read.
struct Shipped {
  std::string name;  ///< as it is typed
  SceneResult result;
};

void printScenes(const std::vector<Shipped>& scenes, const std::filesystem::path& folder) {
  std::size_t width = 0;
  for (const Shipped& shipped : scenes) {
    width = std::max(width, shipped.name.size());
  }
  for (const auto& [name, result] : scenes) {
    if (result.scene) {
      print(stdout, "{:<{}} {}: {}\n", name, width, result.scene->name, firstSentence(result.scene->description));
    }
  }
  print(stdout, "in {}\n", folder.string());
}

void printJson(const std::vector<Shipped>& scenes) {
  Json list = Json::array();
  for (const auto& [name, result] : scenes) {
    if (result.scene) {
      list.push_back({{"scene", name},
                      {"name", result.scene->name},
                      {"description", result.scene->description},
                      {"file", result.scene->file.string()},
                      {"duration_s", result.scene->duration},
                      {"particles", result.scene->world.particles.size()}});
    }
  }
  print(stdout, "{}\n", list.dump(2, ' ', false, Json::error_handler_t::replace));
}

int listScenes(bool asJson) {
  const SceneLibrary library = shippedScenes();
  if (library.files.empty()) {
    print(stderr, "the shipped scenes were not found: run ndem from its build folder or install it\n");
    return kBadScene;
  }
  std::vector<Shipped> scenes;
  for (const std::filesystem::path& file : library.files) {
    scenes.push_back({file.stem().string(), loadScene(file)});
  }
  asJson ? printJson(scenes) : printScenes(scenes, library.folder);
  int code = kDone;
  for (const Shipped& shipped : scenes) {
    for (const SceneError& error : shipped.result.errors) {
      print(stderr, "{}\n", error.text());
      code = kBadScene;
    }
  }
  return code;
}

}  // namespace

Runner declareScenes(Declaration& command) {
  const auto json = std::make_shared<bool>(false);
  addJson(command, *json, "As JSON: names, files, descriptions, durations, numbers of particles");
  return [json] { return listScenes(*json); };
}

Runner declareSchema(Declaration& command) {
  const auto json = std::make_shared<bool>(false);
  addJson(command, *json, "As a JSON schema, for completion in editors");
  return [json] {
    print(stdout, "{}", *json ? jsonSchema() : schemaPage());
    return static_cast<int>(kDone);
  };
}

}  // namespace scree
