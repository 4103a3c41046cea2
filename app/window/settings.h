#pragma once

#include <QStringList>
#include <string>

class QWidget;

// What the window remembers between starts. Never simulation state.
namespace scree::settings {

QStringList recentScenes();
void setRecentScenes(const QStringList& files);
std::string panelLayout();
void setPanelLayout(const std::string& layout);
/// Size and place; what no longer fits a screen is left as it is.
void restoreGeometry(QWidget& window);
void saveGeometry(const QWidget& window);

}  // namespace scree::settings
