#include "app/window/files/mesh_importing.h"

#include <QMainWindow>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/document/simulation.h"
#include "app/import/import_dialog.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/viewport.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr std::size_t kMostMessages = 4;

/// Appends the first errors of the scene with the mesh to a text.
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

void MeshImporting::open(const std::filesystem::path& file) {
  if (!files_.hasScene() || files_.isRecording()) {
    host_.notify(files_.hasScene() ? "Nothing can be added to a recording: open its scene and import the mesh there"
                                   : "There is no scene to add a mesh to: open one first");
    return;
  }
  if (dialog_ == nullptr) {
    std::string text;
    try {
      text = readFile(files_.scene());
    } catch (const std::runtime_error& error) {
      host_.notify(std::string(error.what()) + ": a mesh is added to a copy of the scene's file");
      return;
    }
    const double size = 2.0 * static_cast<double>(boundingSphere(*host_.simulation.snapshot()).radius);
    const bool isShipped = std::ranges::find(host_.library.files, files_.scene()) != host_.library.files.end();
    dialog_ = new ImportDialog({files_.scene(), namesIn(text), size, isShipped}, &host_.window);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog_, &ImportDialog::ghostChanged, &host_.viewport, [this](const GhostBody& ghost) {
      host_.viewport.options().ghost = ghost;
      host_.viewport.requestFrame();
    });
    QObject::connect(dialog_, &ImportDialog::defectChosen, &host_.viewport, [this](const Vec3& centre, double radius) {
      host_.viewport.camera().frameSphere(centre, radius);
    });
    QObject::connect(dialog_, &ImportDialog::finished, &host_.viewport, [this] {
      host_.window.activateWindow();  // keys go to the viewport again
      host_.viewport.setFocus();
    });
    QObject::connect(dialog_, &ImportDialog::wanted, &host_.viewport, [this] { add(); });
    // Over the panels: the middle of the view is where defects are flown to.
    const QRect frame = host_.window.geometry();
    dialog_->move(frame.right() - dialog_->width(), frame.top() + frame.height() / 10);
    dialog_->show();
  }
  if (!file.empty()) {
    dialog_->setFile(file);
  }
  dialog_->raise();
  dialog_->activateWindow();
}

ImportDialog* MeshImporting::dialog() const { return dialog_; }

void MeshImporting::add() {
  if (host_.simulation.isLoading()) {
    dialog_->showTrouble("Another scene is being read: press the button again when it is there.");
    return;
  }
  const MeshImport choices = dialog_->choices();
  const std::filesystem::path target = std::filesystem::absolute(dialog_->target());
  try {
    SceneText scene = withPathsFrom(readFile(files_.scene()), files_.scene(), target);
    if (scene.text) {
      scene = withBody(*scene.text, target, choices.name, bodyLines(choices, target.parent_path()));
    }
    if (!scene.text) {
      dialog_->showTrouble(messagesOf("The mesh cannot be added to the file of this scene:", scene.errors));
      return;
    }
    host_.simulation.extend(std::move(*scene.text), target);
    host_.viewport.requestFrame();
  } catch (const std::runtime_error& error) {
    dialog_->showTrouble(QString::fromStdString(error.what()));
  }
}

void MeshImporting::giveUp() {
  if (dialog_ != nullptr) {
    dialog_->showTrouble("Cancelled: nothing was added.");
  }
}

bool MeshImporting::finish(const OpenOutcome& outcome) {
  if (!outcome.view) {
    if (dialog_ == nullptr) {
      return false;
    }
    dialog_->showTrouble(messagesOf("The scene with the mesh could not start:", outcome.errors));
    return true;
  }
  note(outcome);
  files_.setSessionFile({});
  files_.adopt(outcome.scene, outcome.hashes);
  OpenFiles::remember(outcome.file);
  if (dialog_ != nullptr) {
    dialog_->accept();
  }
  host_.notify("Added: the run goes on, and the scene with it is " + outcome.scene.string() +
               ". The time before is no longer on the strip.");
  return true;
}

void MeshImporting::close() {
  if (dialog_ != nullptr) {
    dialog_->reject();
  }
}

void MeshImporting::note(const OpenOutcome& outcome) {
  const std::string name = host_.simulation.start()->world->bodies.back().name;
  host_.viewport.undo().noteAdded(
      {.name = name,
       .before = outcome.before,
       .after = host_.simulation.start(),
       .told = [this, name, session = files_.sessionFile()](const SceneStart& scene, bool in) {
         files_.setSessionFile(in ? std::filesystem::path() : session);
         files_.adopt(scene.file, scene.hashes);
         host_.notify((in ? "Added again: " : "Taken out: ") + name + ". The run goes on, and the scene is " +
                      scene.file.string() + ". The time before is no longer on the strip.");
       }});
}

}  // namespace scree
