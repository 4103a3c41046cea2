#include <QFileDialog>

#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/film/picture_file.h"
#include "app/film/stills.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"
#include "engine/io/comparison_csv.h"
#include "engine/io/output_file.h"

// Saving what is seen: pictures, and the measured comparison of methods.
namespace scree {

void MainWindow::savePicture() { savePictureTo(pictureFile(sceneFile_), true); }

void MainWindow::saveScenePicture() {
  const RecordChoices& choices = viewport_->memory().record;
  const PixelSize size = filming_->sizeOf(FilmContent::scene, choices.pictureSize, choices.ownPictureSize);
  if (!stills_->begin(size, choices.smoothing, pictureFile(sceneFile_))) {
    viewport_->notify("The last picture is still being drawn");
  }
}

void MainWindow::savePictureAs() {
  const QString file = QFileDialog::getSaveFileName(this, "Save picture", pictureFile(sceneFile_), "PNG (*.png)");
  if (!file.isEmpty()) {
    savePictureTo(file.endsWith(".png") ? file : file + ".png", true);
  }
}

bool MainWindow::savePictureTo(const QString& file, bool withPanels) {
  const QString problem = writePicture(viewport_->picture(withPanels), file);
  viewport_->notify(problem.isEmpty() ? "Picture saved as " + file.toStdString() : problem.toStdString());
  return problem.isEmpty();
}

void MainWindow::saveComparison() {
  if (simulation_->snapshot()->solver.comparison == nullptr) {
    saveComparisonTo({});
    return;
  }
  const QString name = pathText(sceneFile_.stem()) + "-methods.csv";
  const QString file = QFileDialog::getSaveFileName(this, "Save comparison of methods", name, "Tables (*.csv)");
  if (!file.isEmpty()) {
    saveComparisonTo(file.endsWith(".csv") ? file : file + ".csv");
  }
}

bool MainWindow::saveComparisonTo(const QString& file) {
  const std::shared_ptr<const MethodComparison> comparison = simulation_->snapshot()->solver.comparison;
  if (comparison == nullptr) {
    viewport_->notify("There is no comparison of methods: measure one in the Residual panel");
    return false;
  }
  try {
    writeFileAtomically(file.toStdString(), std::string_view(comparisonCsv(*comparison)));
  } catch (const OutputError& error) {
    viewport_->notify(error.what());
    return false;
  }
  viewport_->notify("Comparison saved as " + file.toStdString());
  return true;
}

}  // namespace scree
