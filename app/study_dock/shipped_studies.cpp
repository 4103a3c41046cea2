#include "app/study_dock/shipped_studies.h"

#include <QDir>
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
