#pragma once

#include <QStringList>
#include <string>

#include "app/ui_state/panel_context.h"
#include "app/window/files/look.h"

class QMainWindow;
class QWidget;

// What the window remembers between starts. Never simulation state.
namespace scree::settings {

QStringList recentScenes();
void setRecentScenes(const QStringList& files);
std::string panelLayout();
void setPanelLayout(const std::string& layout);
/// How grains and bodies are coloured and drawn, and whether a legend says so; not what is picked. What was never
/// saved, or is not understood, is left as it is.
void restoreView(ViewOptions& view, PanelMemory& memory);
void saveView(const ViewOptions& view, const PanelMemory& memory);
/// What the user chose for films and pictures; as above.
void restoreRecord(RecordChoices& choices);
void saveRecord(const RecordChoices& choices);
/// Memory for states to go back to [bytes].
std::size_t historyBudget();
void setHistoryBudget(std::size_t bytes);
/// Theme and size of the interface.
Look look();
void setLook(const Look& look);
/// What was run from the command palette, the newest first, by their ids.
QStringList recentCommands();
void setRecentCommands(const QStringList& ids);
/// Size and place; what no longer fits a screen is left as it is.
void restoreGeometry(QWidget& window);
void saveGeometry(const QWidget& window);
/// Which docks are shown, and where.
void restoreDocks(QMainWindow& window);
void saveDocks(const QMainWindow& window);

}  // namespace scree::settings
