#include "app/window/files/run_saving.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "app/document/simulation.h"
#include "app/widgets/widgets.h"
#include "engine/io/output_file.h"
#include "engine/scene_file/scene_edit.h"
#include "engine/scene_parts/run_changes.h"

namespace scree {

namespace {

constexpr const char* kSceneSuffix = ".yaml";

/// Settings of the run that a snapshot shows.
RunSettings settingsOf(const Snapshot& snapshot) {
  const SceneReading& scene = snapshot.scene;
  RunSettings settings{scene.parameters, *scene.materials, {}, {}, {}, {.laws = snapshot.matter.laws, .feeds = {}}};
  for (const bool isSpray : {false, true}) {
    for (const SnapshotZone& zone : isSpray ? snapshot.matter.sprays : snapshot.matter.fines) {
      settings.granulation.feeds[isSpray ? 1 : 0].emplace_back(zone.name, zone.rate);
    }
  }
  for (const SnapshotSensor& one : scene.sensors) {
    settings.sensors.push_back(one.sensor);
  }
  for (const SnapshotBody& body : scene.bodies) {
    std::vector<double>& speeds = settings.driveSpeeds.emplace_back(body.name, std::vector<double>()).second;
    std::ranges::transform(body.drives, std::back_inserter(speeds),
                           [](const Drive& drive) { return drive.speed.value; });
    auto& made = settings.made.emplace_back(body.name, std::vector<std::shared_ptr<const MadeMesh>>()).second;
    for (const ShapeInstance& shape : body.shapes ? *body.shapes : std::vector<ShapeInstance>()) {
      const auto* mesh = std::get_if<MeshShape>(&shape.shape);
      made.push_back(mesh == nullptr ? nullptr : mesh->made);
    }
  }
  return settings;
}

/// Sentence about what was written.
std::string summaryOf(const TakenOver& taken, const std::filesystem::path& file) {
  std::string text = taken.changes == 0
                         ? "Nothing was changed in the run: a copy of the scene is in " + file.string()
                         : fmt::format("Scene with {} saved as {}", counted(taken.changes, "change"), file.string());
  return taken.left.empty() ? text : fmt::format("{}. Left out: {}", text, fmt::join(taken.left, ", "));
}

}  // namespace

bool RunSaving::canSave() const {
  if (!files_.hasScene() || files_.isRecording()) {
    host_.notify(files_.hasScene() ? "A recording has no scene file: open its scene and make the changes there"
                                   : "There is no scene to write to: open one first");
    return false;
  }
  if (!host_.simulation.isApplied()) {
    host_.notify("The last change is not in force yet: save when the step under way has ended");
    return false;
  }
  return true;
}

void RunSaving::save() {
  if (!canSave()) {
    return;
  }
  const QString name = QString::fromStdString(files_.stem()) + "-changed" + kSceneSuffix;
  const QString file = files_.askedFile("Save changes to scene", name, "Scenes (*.yaml *.yml)");
  if (!file.isEmpty()) {
    saveTo((file.endsWith(kSceneSuffix) || file.endsWith(".yml") ? file : file + kSceneSuffix).toStdString());
  }
}

bool RunSaving::saveTo(const std::filesystem::path& file) {
  if (!canSave()) {
    return false;
  }
  try {
    const TakenOver taken = withRun(readFile(files_.scene()), files_.scene(), settingsOf(*host_.simulation.snapshot()));
    if (!taken.text.text) {
      host_.notify(taken.text.problem);
      return false;
    }
    const SceneText scene = withPathsFrom(*taken.text.text, files_.scene(), file);
    if (!scene.text) {
      host_.notify(scene.errors.front().text());
      return false;
    }
    writeFileAtomically(file, std::string_view(*scene.text));
    files_.noteWritten(file);
    host_.notify(summaryOf(taken, file));
  } catch (const std::runtime_error& error) {
    host_.notify(error.what());
    return false;
  }
  return true;
}

}  // namespace scree
