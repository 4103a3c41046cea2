#include <algorithm>
#include <stdexcept>

#include "app/document/simulation.h"
#include "app/import/import_dialog.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"
#include "engine/formats/mesh_file.h"
#include "engine/io/output_file.h"

// Meshes added to the scene that runs: it goes on, and a copy of its file has them.
namespace scree {

namespace {

constexpr std::size_t kMostMessages = 4;

/// The first of what is wrong with the scene as it would be.
QString messagesOf(QString text, const std::vector<SceneError>& errors) {
  for (std::size_t i = 0; i < std::min(errors.size(), kMostMessages); ++i) {
    text += "\n" + QString::fromStdString(errors[i].text());
  }
  if (errors.size() > kMostMessages) {
    text += QString("\nand %1 more").arg(errors.size() - kMostMessages);
  }
  return text;
}

}  // namespace

bool MainWindow::isMeshFile(const std::filesystem::path& file) { return scree::isMeshFile(file); }

void MainWindow::importMesh(const std::filesystem::path& file) {
  if (!hasScene_ || isRecording_) {
    viewport_->notify(hasScene_ ? "Nothing can be added to a recording: open its scene and import the mesh there"
                                : "There is no scene to add a mesh to: open one first");
    return;
  }
  if (import_ == nullptr) {
    std::string text;
    try {
      text = readFile(sceneFile_);
    } catch (const std::runtime_error& error) {
      viewport_->notify(std::string(error.what()) + ": a mesh is added to a copy of the scene's file");
      return;
    }
    const double size = 2.0 * static_cast<double>(boundingSphere(*simulation_->snapshot()).radius);
    const bool isShipped = std::ranges::find(library_.files, sceneFile_) != library_.files.end();
    import_ = new ImportDialog({sceneFile_, namesIn(text), size, isShipped}, this);
    import_->setAttribute(Qt::WA_DeleteOnClose);
    connect(import_, &ImportDialog::ghostChanged, this, [this](const GhostBody& ghost) {
      viewport_->options().ghost = ghost;
      viewport_->requestFrame();
    });
    connect(import_, &ImportDialog::finished, this, [this] {
      activateWindow();  // keys are for the run again
      viewport_->setFocus();
    });
    connect(import_, &ImportDialog::wanted, this, &MainWindow::addImported);
    import_->show();
  }
  if (!file.empty()) {
    import_->setFile(file);
  }
  import_->raise();
  import_->activateWindow();
}

ImportDialog* MainWindow::importDialog() const { return import_; }

void MainWindow::addImported() {
  if (simulation_->isLoading()) {
    import_->showTrouble("Another scene is being read: press the button again when it is there.");
    return;
  }
  const MeshImport choices = import_->choices();
  const std::filesystem::path target = std::filesystem::absolute(import_->target());
  try {
    SceneText scene = movedTo(readFile(sceneFile_), sceneFile_, target);
    if (scene.text) {
      scene = withBody(*scene.text, target, choices.name, bodyLines(choices, target.parent_path()));
    }
    if (!scene.text) {
      import_->showTrouble(messagesOf("It cannot be added to the file of this scene:", scene.errors));
      return;
    }
    simulation_->extend(std::move(*scene.text), target);
    viewport_->requestFrame();
  } catch (const std::runtime_error& error) {
    import_->showTrouble(QString::fromStdString(error.what()));
  }
}

void MainWindow::finishImport(const OpenOutcome& outcome) {
  if (!outcome.view) {
    if (import_ != nullptr) {
      import_->showTrouble(messagesOf("The scene with it could not start:", outcome.errors));
    } else {
      showErrors(outcome);
    }
    return;
  }
  noteImport(outcome);
  sessionFile_.clear();
  adoptScene(outcome.scene, outcome.hashes);
  remember(outcome.file);
  if (import_ != nullptr) {
    import_->accept();
  }
  viewport_->notify("Added: the run goes on, and the scene with it is " + outcome.scene.string() +
                    ". The time before is no longer on the strip.");
}

void MainWindow::noteImport(const OpenOutcome& outcome) {
  const std::string name = simulation_->start()->world->bodies.back().name;
  viewport_->undo().noteAdded({.name = name,
                               .before = outcome.before,
                               .after = simulation_->start(),
                               .told = [this, name, session = sessionFile_](const SceneStart& scene, bool in) {
                                 sessionFile_ = in ? std::filesystem::path() : session;
                                 adoptScene(scene.file, scene.hashes);
                                 viewport_->notify((in ? "Added again: " : "Taken out: ") + name +
                                                   ". The run goes on, and the scene is " + scene.file.string() +
                                                   ". The time before is no longer on the strip.");
                               }});
}

}  // namespace scree
