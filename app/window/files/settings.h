#pragma once

#include <QStringList>
#include <string>

#include "app/ui_state/panel_context.h"
#include "app/window/files/look.h"

class QMainWindow;
class QWidget;

// Settings of the window that are stored between starts. They hold no simulation state.
namespace scree::settings {

QStringList recentScenes();
void setRecentScenes(const QStringList& files);
std::string panelLayout();
void setPanelLayout(const std::string& layout);
/// Restores the colours and layers of the view and the legend, without the selection. A value that was never saved or
/// is not valid stays unchanged.
void restoreView(ViewOptions& view, PanelMemory& memory);
void saveView(const ViewOptions& view, const PanelMemory& memory);
/// Restores the choices for films and pictures. A value that was never saved or is not valid stays unchanged.
void restoreRecord(RecordChoices& choices);
void saveRecord(const RecordChoices& choices);
/// Limit of the memory for earlier states of the run [bytes].
std::size_t historyBudget();
void setHistoryBudget(std::size_t bytes);
/// Theme and size of the interface.
Look look();
void setLook(const Look& look);
/// True if the start page is shown when the program starts without a scene.
bool showsStartPage();
void setShowsStartPage(bool shown);
/// True if colours and layers of the view were saved before.
bool hasView();
/// Ids of the commands run from the command palette, the newest first.
QStringList recentCommands();
void setRecentCommands(const QStringList& ids);
/// File and folder of the study that was open last, or nothing.
QStringList lastStudy();
void setLastStudy(const QStringList& fileAndFolder);
/// Restores size and place of the window. Qt moves a window that would be off all screens back onto one.
void restoreGeometry(QWidget& window);
void saveGeometry(const QWidget& window);
/// Restores the places of the docks, and which of them are shown.
void restoreDocks(QMainWindow& window);
void saveDocks(const QMainWindow& window);

}  // namespace scree::settings
