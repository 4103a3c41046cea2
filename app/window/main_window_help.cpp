#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

#include "app/document/session_file.h"
#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"
#include "app/window/problem_report.h"
#include "app/window/settings.h"
#include "engine/io/output_file.h"

// What the window tells of itself, and how it looks.
namespace scree {

void MainWindow::showGraphicsInformation() {
  QMessageBox box(QMessageBox::Information, "Graphics information", QString::fromStdString(graphicsText(*viewport_)),
                  QMessageBox::Ok, this);
  box.setObjectName("graphics_information");
  box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box.setInformativeText(viewport_->views().isSoftware()
                             ? "OpenGL runs in software: drawing is slow and leaves less time to the simulation."
                             : "");
  const QPushButton* copy = box.addButton("Copy", QMessageBox::ActionRole);
  box.setEscapeButton(QMessageBox::Ok);  // with two buttons Qt knows of none by itself, and Esc does nothing
  box.exec();
  if (box.clickedButton() == copy) {
    copyGraphicsInformation();
  }
}

void MainWindow::copyGraphicsInformation() {
  QApplication::clipboard()->setText(QString::fromStdString(graphicsText(*viewport_)));
  viewport_->notify("Graphics information copied");
}

void MainWindow::showAbout() {
  QMessageBox::about(this, "About Scree",
                     "Scree " SCREE_VERSION
                     "\nA real-time visualiser of granular matter, computed by nonsmooth discrete elements.");
}

void MainWindow::saveProblemReport() {
  const QString file =
      QFileDialog::getSaveFileName(this, "Save problem report", "scree-problem.txt", "Texts (*.txt);;All files (*)");
  if (!file.isEmpty()) {
    saveProblemReportTo(file.toStdString());
  }
}

bool MainWindow::saveProblemReportTo(const std::filesystem::path& file) {
  ReportedState state;
  state.sceneFile = sceneFile_;
  state.isRecording = isRecording_;
  if (hasScene_) {
    state.session = sessionText(session(), file);
  }
  state.messages = {messages_.lines().begin(), messages_.lines().end()};
  state.lastRecording = lastRecording_;
  try {
    writeFileAtomically(file, std::string_view(problemReport(*viewport_, *simulation_->snapshot(), state)));
  } catch (const OutputError& error) {
    viewport_->notify(std::string(error.what()) + ": choose another name or place");
    return false;
  }
  viewport_->notify("Problem report saved as " + file.string() + ". It is sent nowhere.");
  return true;
}

void MainWindow::setLook(const Look& look) {
  look_ = look;
  applyLook(*qApp, look);
  viewport_->setLook(themeOf(look.theme), static_cast<float>(look.percent) / 100.0f);
  settings::setLook(look);
}

}  // namespace scree
