#include "app/window/report_saving.h"

#include <QApplication>
#include <QClipboard>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>

#include "app/document/session_file.h"
#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "app/window/problem_report.h"
#include "engine/io/output_file.h"

namespace scree {

void ReportSaving::showGraphicsInformation() {
  QMessageBox box(QMessageBox::Information, "Graphics information",
                  QString::fromStdString(graphicsText(host_.viewport)), QMessageBox::Ok, &host_.window);
  box.setObjectName("graphics_information");
  box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  box.setInformativeText(host_.viewport.views().isSoftware()
                             ? "OpenGL runs in software: drawing is slow and leaves less time to the simulation."
                             : "");
  const QPushButton* copy = box.addButton("Copy", QMessageBox::ActionRole);
  box.setEscapeButton(QMessageBox::Ok);  // with two buttons Qt chooses none, and Esc would do nothing
  box.exec();
  if (box.clickedButton() == copy) {
    copyGraphicsInformation();
  }
}

void ReportSaving::copyGraphicsInformation() {
  QApplication::clipboard()->setText(QString::fromStdString(graphicsText(host_.viewport)));
  host_.notify("Graphics information copied");
}

void ReportSaving::showAbout() {
  QMessageBox::about(&host_.window, "About Scree",
                     "Scree " SCREE_VERSION
                     "\nA real-time visualiser of granular matter, computed by nonsmooth discrete elements.");
}

void ReportSaving::save() {
  const QString file = files_.askedFile("Save problem report", "scree-problem.txt", "Texts (*.txt);;All files (*)");
  if (!file.isEmpty()) {
    saveTo(file.toStdString());
  }
}

bool ReportSaving::saveTo(const std::filesystem::path& file) {
  ReportedState state;
  state.sceneFile = files_.scene();
  state.isRecording = files_.isRecording();
  if (files_.hasScene()) {
    state.session = sessionText(sessions_.current(), file);
  }
  state.messages = {messages_.lines().begin(), messages_.lines().end()};
  state.lastRecording = files_.lastRecording();
  try {
    writeFileAtomically(file, std::string_view(problemReport(host_.viewport, *host_.simulation.snapshot(), state)));
  } catch (const OutputError& error) {
    host_.notify(std::string(error.what()) + ": choose another name or place");
    return false;
  }
  host_.notify("Problem report saved as " + file.string() + ". It is sent nowhere.");
  return true;
}

}  // namespace scree
