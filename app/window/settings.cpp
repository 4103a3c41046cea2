#include "app/window/settings.h"

#include <QSettings>
#include <QWidget>

namespace scree::settings {

namespace {

constexpr int kMostRecent = 10;
constexpr int kLayoutVersion = 1;  // of the default layout: a new one starts afresh

}  // namespace

QStringList recentScenes() { return QSettings().value("recent").toStringList(); }

void setRecentScenes(const QStringList& files) { QSettings().setValue("recent", files.mid(0, kMostRecent)); }

std::string panelLayout() {
  const QSettings stored;
  return stored.value("layout_version").toInt() == kLayoutVersion ? stored.value("layout").toString().toStdString()
                                                                  : std::string();
}

void setPanelLayout(const std::string& layout) {
  QSettings stored;
  stored.setValue("layout_version", kLayoutVersion);
  stored.setValue("layout", QString::fromStdString(layout));
}

void restoreGeometry(QWidget& window) { window.restoreGeometry(QSettings().value("geometry").toByteArray()); }

void saveGeometry(const QWidget& window) { QSettings().setValue("geometry", window.saveGeometry()); }

}  // namespace scree::settings
