#include "app/window/files/material_saving.h"

#include <QFileDialog>
#include <QMainWindow>
#include <stdexcept>

#include "app/document/simulation.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"

namespace scree {

namespace {

constexpr const char* kSceneSuffix = ".yaml";

/// First error of a text that cannot be written.
std::string troubleOf(const SceneText& scene) {
  return scene.errors.empty() ? "The laws cannot be written" : scene.errors.front().text();
}

}  // namespace

bool MaterialSaving::canSave() const {
  if (!files_.hasScene() || files_.isRecording()) {
    host_.notify(files_.hasScene() ? "A recording has no scene file: open its scene and set the laws there"
                                   : "There is no scene to write the laws to: open one first");
    return false;
  }
  if (!host_.simulation.isApplied()) {
    host_.notify("The last change is not in force yet: save when the step under way has ended");
    return false;
  }
  return true;
}

void MaterialSaving::save() {
  if (!canSave()) {
    return;
  }
  const QString name = QString::fromStdString(files_.stem()) + "-materials" + kSceneSuffix;
  const QString file =
      QFileDialog::getSaveFileName(&host_.window, "Save materials to scene", name, "Scenes (*.yaml *.yml)");
  if (!file.isEmpty()) {
    saveTo((file.endsWith(kSceneSuffix) || file.endsWith(".yml") ? file : file + kSceneSuffix).toStdString());
  }
}

bool MaterialSaving::saveTo(const std::filesystem::path& file) {
  if (!canSave()) {
    return false;
  }
  try {
    SceneText scene =
        withLawsOf(readFile(files_.scene()), files_.scene(), *host_.simulation.snapshot()->scene.materials);
    if (scene.text) {
      scene = withPathsFrom(*scene.text, files_.scene(), file);
    }
    if (!scene.text) {
      host_.notify(troubleOf(scene));
      return false;
    }
    writeFileAtomically(file, std::string_view(*scene.text));
  } catch (const std::runtime_error& error) {
    host_.notify(error.what());
    return false;
  }
  host_.notify("Scene with the laws in force saved as " + file.string());
  return true;
}

}  // namespace scree
