#include "app/study_dock/shipped_studies.h"

#include <QDir>
#include <QFileDialog>
#include <QStandardPaths>
#include <algorithm>

#include "engine/io/shipped_files.h"

namespace scree {

QString textOfPath(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

const std::vector<std::filesystem::path>& shippedStudies() {
  static const std::vector<std::filesystem::path> files = findShipped(executablePath(), {}, "studies", ".yaml").files;
  return files;
}

bool isShippedStudy(const std::filesystem::path& file) {
  return std::ranges::find(shippedStudies(), file) != shippedStudies().end();
}

std::filesystem::path documentsFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return (QDir(documents).exists() ? documents : QDir::homePath()).toStdString();
}

std::filesystem::path askedStudy(const std::filesystem::path& present, QWidget* parent) {
  const bool isOwn = !present.empty() && !isShippedStudy(present);
  const std::filesystem::path start = isOwn ? std::filesystem::absolute(present).parent_path() : documentsFolder();
  return QFileDialog::getOpenFileName(parent, "Open a study", textOfPath(start),
                                      "Studies (*.yaml *.yml);;All files (*)")
      .toStdString();
}

std::filesystem::path askedFolder(const std::filesystem::path& present, QWidget* parent) {
  std::filesystem::path start = present;
  std::error_code error;
  while (!start.empty() && start != start.root_path() && !std::filesystem::is_directory(start, error)) {
    start = start.parent_path();
  }
  return QFileDialog::getExistingDirectory(parent, "Folder of the study", textOfPath(start)).toStdString();
}

void addStudies(QMenu& menu, const StudyChoices& choices) {
  QObject::connect(menu.addAction("Another study…"), &QAction::triggered, &menu, [ask = choices.ask] { ask(); });
  for (const std::filesystem::path& file : shippedStudies()) {
    QAction* action = menu.addAction(textOfPath(file.stem()));
    action->setToolTip(textOfPath(file));
    QObject::connect(action, &QAction::triggered, &menu, [file, open = choices.open] { open(file); });
  }
}

QPushButton* namedButton(const char* name, const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace scree
