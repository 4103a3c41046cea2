#pragma once

#include <QDockWidget>
#include <QElapsedTimer>
#include <QTimer>
#include <functional>
#include <future>

#include "app/document/scene_point.h"
#include "app/study_dock/sweep_control.h"

class QCheckBox;
class QLabel;
class QMainWindow;
class QMenu;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace scree {

class ElidedLabel;
class StudyViews;

/// Dock of a study: its points as a table and as pictures, its sweep, which is a process of its own, and the point that
/// is chosen, to be opened in the window. Files are read on other threads.
class StudiesDock : public QDockWidget {
  Q_OBJECT

 public:
  /// Functions of the window that the dock calls.
  struct Calls {
    std::function<void(const std::filesystem::path&)> open;  ///< opens a recording
    std::function<void(const ScenePoint&, bool)> openPoint;  ///< opens a run, which plays or not
    std::function<void(const std::string&)> notify;          ///< shows a message for some seconds
    std::function<QStringList()> lastStudy;                  ///< study and folder that were open last, or nothing
    std::function<void(const QStringList&)> rememberStudy;
  };
  StudiesDock(Calls calls, QMainWindow& window);
  ~StudiesDock() override;

  /// Reads a study and shows it with its folder; an empty folder is the usual one.
  void open(const std::filesystem::path& file, const std::filesystem::path& folder = {});
  /// True while a study is being read.
  bool isReading() const { return opening_.valid(); }
  /// Folder of the sweep; empty without a study.
  const std::filesystem::path& folder() const { return folder_; }
  SweepState state() const { return control_.state(); }
  StudyViews& views() { return *views_; }
  /// Errors of the study that was opened last, a line each.
  QString errors() const;
  /// Asks what becomes of sweeps that were started here and run. Returns false if the window shall stay open.
  bool mayClose();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Controls;  ///< buttons, labels and menus

  void build();
  void setLeastSize();
  QWidget* emptyPage();
  QWidget* errorPage();
  QWidget* studyPage();
  void fillStudyMenu(QMenu& menu);
  void askForStudy();
  void askForFolder();
  void setFolder(const std::filesystem::path& folder);
  void startSweep();
  void stopSweep();
  void openSelected(bool fromBeginning);
  void poll();
  void takeOpened();
  void takeNews();
  void follow();

  Calls calls_;
  std::unique_ptr<Controls> controls_;
  StudyViews* views_;
  SweepControl control_;
  std::filesystem::path file_;
  std::filesystem::path folder_;
  std::future<OpenedStudyResult> opening_;
  std::shared_ptr<StudyWatch> watch_;
  std::shared_ptr<StudyWatch> watched_;  ///< the watch that looks now
  std::future<FolderNews> looking_;
  std::future<void> forgetting_;                                ///< removes what a stopped sweep has saved
  std::vector<std::pair<std::filesystem::path, int>> started_;  ///< folders and processes of sweeps started here
  QTimer timer_;
  QElapsedTimer sinceLook_;
};

}  // namespace scree
