#pragma once

#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/saved_session.h"
#include "app/window/error_dialog.h"
#include "app/window/look.h"
#include "app/window/message_log.h"
#include "engine/io/scene_library.h"

class QAction;
class QDockWidget;
class QMenu;

namespace scree {

class Filming;
class ImportDialog;
class PlotDocks;
class Simulation;
class Stills;
class Viewport;
struct OpenOutcome;

/// The window: menus made from the table of actions, the viewport, opening of scenes, settings.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `library` fills the menu of shipped scenes; may be empty.
  explicit MainWindow(SceneLibrary library, QWidget* parent = nullptr);
  ~MainWindow() override;

  Simulation& simulation() const { return *simulation_; }
  Viewport& viewport() const { return *viewport_; }
  Filming& filming() const { return *filming_; }
  PlotDocks& plots() const { return *plots_; }
  /// Runs an action of the table after the present event; unknown ids do nothing.
  void trigger(std::string_view id);

  /// Reads a scene, a recording or a session in the background and shows it, or its errors.
  void openScene(const std::filesystem::path& file);
  /// Whether a scene starts to play when it is opened.
  void setPlayOnOpen(bool play) { playOnOpen_ = play; }
  const std::filesystem::path& sceneFile() const { return sceneFile_; }
  const SceneLibrary& library() const { return library_; }
  /// The session that is open, or was saved last; empty when there is none.
  const std::filesystem::path& sessionFile() const { return sessionFile_; }
  /// Saves the session in its file; asks for one when it has none.
  void saveSession();
  void saveSessionAs();
  /// Saves the session and says so, or why not; waits with that for changes that the simulation has yet to make.
  void saveSessionTo(const std::filesystem::path& file);
  /// The session as it is now.
  SavedSession session() const;
  /// The dialog with the errors of the scene opened last, null when there were none.
  const ErrorDialog* errors() const { return errors_; }

  void openWithDialog();
  void reload();
  /// Opens the dialog that adds a mesh to the scene, with a file where one is named.
  void importMesh(const std::filesystem::path& file = {});
  /// Null when it is not open.
  ImportDialog* importDialog() const;
  void savePicture();
  /// Saves a picture without panels in the background, as large and smooth as the Record panel says.
  void saveScenePicture();
  void savePictureAs();
  /// Saves the picture and says so. False with a message when it can't be written.
  bool savePictureTo(const QString& file, bool withPanels);
  /// Asks for a file and writes the measured comparison of methods there as CSV.
  void saveComparison();
  /// Saves the comparison and says so. False with a message when there is none or it can't be written.
  bool saveComparisonTo(const QString& file);
  /// Asks for a file and saves the run so far there as a recording.
  void saveRecording();
  /// Saves the run so far in the background and says so, or why not.
  void saveRecordingTo(const std::filesystem::path& file);
  /// Takes the last change back, or does it again: of settings by commands at the present step.
  void undo();
  void redo();
  void toggleUndoList();
  bool undoListShown() const;
  /// Asks for a file and reads a camera path from it, or writes one.
  void openCameraPath();
  void saveCameraPath();
  /// The same without asking. False, with a notice, when it fails.
  bool openCameraPathFrom(const std::filesystem::path& file);
  bool saveCameraPathTo(const std::filesystem::path& file);
  void changeSpeed(int stops);
  /// Warm starting off, or back to the mode that was last in force.
  void toggleWarmStart();
  void toggleLegend();
  void toggleTimeline();
  void toggleForceChains();
  void toggleOutlines();
  /// Goes on by so many in the list of what grains can be coloured by.
  void changeColouring(int places);
  void toggleFullScreen();
  void resetLayout();
  /// Shows and opens the panel for films and pictures.
  void showRecordPanel();
  void showGraphicsInformation();
  void copyGraphicsInformation();
  void showAbout();
  /// Asks for a file and writes all that a report of a problem needs there.
  void saveProblemReport();
  /// Writes the report and says so. False with a message when it can't be written.
  bool saveProblemReportTo(const std::filesystem::path& file);
  void showCommandPalette();
  const Look& look() const { return look_; }
  /// Gives menus, dialogs, panels and backdrop the look, and remembers it.
  void setLook(const Look& look);
  void cancel();

 Q_SIGNALS:
  /// A scene was read: `good` tells whether it is the one running now.
  void sceneOpened(bool good);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildPlots();
  void buildMenus();
  /// Makes the actions of undo and redo say what they would do.
  void followUndo();
  void buildUndoList();
  QMenu* menuNamed(std::string_view title);
  void fillRecentMenu();
  void tick();
  void finishOpening(const OpenOutcome& outcome);
  /// What holds for every scene that now runs, wherever it came from.
  void adoptScene(const std::filesystem::path& scene, const SceneHashes& hashes);
  static bool isMeshFile(const std::filesystem::path& file);
  void addImported();
  void finishImport(const OpenOutcome& outcome);
  /// Makes the import of a body an entry of the undo list.
  void noteImport(const OpenOutcome& outcome);
  void showErrors(const OpenOutcome& outcome);
  void showTitle();
  void adoptView(const OpenOutcome& outcome);
  void applySession(const SavedSession& session);
  void tellOfSession(const OpenOutcome& outcome);
  void writeSessionNow(const std::filesystem::path& file);
  void remember(const std::filesystem::path& file);
  void updateChecks();
  void readSettings();
  void writeSettings() const;

  SceneLibrary library_;
  std::filesystem::path sceneFile_;
  SceneHashes sceneHashes_;  ///< when it was read
  std::filesystem::path sessionFile_;
  std::shared_ptr<const SavedSession> session_;       ///< as it was opened or saved last, for what is not known here
  std::optional<std::filesystem::path> pendingSave_;  ///< of a session, until the simulation has made all changes
  std::filesystem::path lastRecording_;               ///< that was saved
  MessageLog messages_;
  Look look_;
  QByteArray usualDocks_;
  bool isRecording_ = false;  ///< what is open
  std::unique_ptr<Simulation> simulation_;
  std::unique_ptr<Filming> filming_;
  std::unique_ptr<Stills> stills_;
  Viewport* viewport_ = nullptr;
  PlotDocks* plots_ = nullptr;
  QDockWidget* undoList_ = nullptr;
  QMenu* recentMenu_ = nullptr;
  QMenu* panelsMenu_ = nullptr;
  QPointer<ErrorDialog> errors_;
  QPointer<ImportDialog> import_;
  QTimer timer_;
  QFileSystemWatcher watcher_;
  bool playOnOpen_ = true;
  bool hasScene_ = false;
};

}  // namespace scree
