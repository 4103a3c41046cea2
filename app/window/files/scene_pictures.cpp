#include "app/window/files/scene_pictures.h"

#include <QFileDialog>
#include <QMainWindow>

#include "app/film/filming.h"
#include "app/film/picture_file.h"
#include "app/viewport/viewport.h"

namespace scree {

ScenePictures::ScenePictures(const WindowHost& host, const OpenFiles& files, const Filming& filming)
    : host_(host), files_(files), filming_(filming), stills_(host.simulation, host.viewport) {}

void ScenePictures::save() { saveTo(pictureFile(files_.scene()), true); }

void ScenePictures::saveScene() {
  const RecordChoices& choices = host_.viewport.memory().record;
  const PixelSize size = filming_.sizeOf(FilmContent::scene, choices.pictureSize, choices.ownPictureSize);
  if (!stills_.begin(size, choices.smoothing, pictureFile(files_.scene()))) {
    host_.notify("The last picture is still being drawn");
  }
}

void ScenePictures::saveAs() {
  const QString file =
      QFileDialog::getSaveFileName(&host_.window, "Save picture", pictureFile(files_.scene()), "PNG (*.png)");
  if (!file.isEmpty()) {
    saveTo(file.endsWith(".png") ? file : file + ".png", true);
  }
}

bool ScenePictures::saveTo(const QString& file, bool withPanels) {
  const QString problem = writePicture(host_.viewport.picture(withPanels), file);
  host_.notify(problem.isEmpty() ? "Picture saved as " + file.toStdString() : problem.toStdString());
  return problem.isEmpty();
}

void ScenePictures::poll() {
  if (const auto saved = stills_.poll()) {
    host_.notify(saved->toStdString());
  }
}

}  // namespace scree
