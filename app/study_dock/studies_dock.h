#pragma once

#include <QDockWidget>
#include <QTimer>
#include <functional>

#include "app/document/scene_point.h"
#include "app/study_dock/watch/study_follower.h"
#include "app/study_dock/watch/sweep_control.h"

class QMainWindow;
class QStackedWidget;

namespace scree {

class StudyErrorPage;
class StudyPage;
class StudyStartPage;
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
  bool isReading() const { return follower_.isOpening(); }
  /// Folder of the sweep; empty without a study.
  const std::filesystem::path& folder() const { return folder_; }
  SweepState state() const { return control_.state(); }
  StudyViews& views();
  /// Errors of the study that was opened last, a line each.
  QString errors() const;
  /// Asks what becomes of sweeps that were started here and run. Returns false if the window shall stay open.
  bool mayClose();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void build();
  void setLeastSize();
  void askForStudy();
  void setFolder(const std::filesystem::path& folder);
  void startSweep();
  void stopSweep();
  void openSelected(bool fromBeginning);
  void watch(const std::shared_ptr<const OpenedStudy>& study);
  void poll();
  void takeOpened(const OpenedStudyResult& read);
  void showErrors(const OpenedStudyResult& read);
  void takeNews(FolderNews& news);
  void takeEnd(SweepState before);
  void follow();

  Calls calls_;
  QStackedWidget* pages_;
  StudyStartPage* startPage_ = nullptr;
  StudyErrorPage* errorPage_ = nullptr;
  StudyPage* page_ = nullptr;
  SweepControl control_;
  QString trouble_;  ///< of the last sweep
  std::filesystem::path file_;
  std::filesystem::path folder_;
  StudyFollower follower_;
  StartedSweeps started_;
  QTimer timer_;
};

}  // namespace scree
