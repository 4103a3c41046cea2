#pragma once

#include <QDockWidget>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <future>
#include <string>
#include <vector>

#include "app/scene_text/part_editing.h"
#include "engine/scene_file/scene_error.h"

class QLabel;
class QListWidget;
class QMainWindow;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace scree {

class SceneEdit;

/// Dock with the text of the scene: the same file that runs, checked while it is written, saved and run by one button.
/// A text that was not saved is never replaced.
class SceneTextDock : public QDockWidget {
  Q_OBJECT

 public:
  /// Functions of the window that the dock calls.
  struct Calls {
    std::function<void(const std::filesystem::path&)> run;        ///< opens a scene file and plays it
    std::function<void(const std::filesystem::path&)> wrote;      ///< takes note of a file that was saved
    std::function<void(const std::string&)> notify;               ///< shows a message for some seconds
    std::function<bool(const std::filesystem::path&)> isShipped;  ///< true for a file that belongs to the program
    std::function<std::pair<Vec3, double>()> place;               ///< middle and size of a new part [m]
    PartEditing::Calls parts;
  };
  SceneTextDock(Calls calls, QMainWindow& window);
  ~SceneTextDock() override;

  /// Shows a scene file, unless the text was changed and not saved.
  void load(const std::filesystem::path& file);
  /// Shows the text of a new scene, which has no file yet. Keeps a text that was not saved if the user wants so.
  void setNew(const std::string& text, const QString& name);
  /// Takes note that a run was opened from a file.
  void runOpened(const std::filesystem::path& file);
  SceneEdit& edit() { return *edit_; }
  PartEditing& parts() { return *parts_; }
  const std::vector<SceneError>& errors() const { return found_; }
  const std::filesystem::path& file() const { return file_; }
  bool isModified() const;
  /// True once the present text was checked.
  bool isChecked() const { return !checking_.valid() && !waiting_.isActive(); }
  /// Saves the text in its file, or one that is asked for, and runs it. Returns false if it was not saved.
  bool saveAndRun();
  bool saveAs();
  /// Saves the text as `file`; relative paths in it are those of the folder of `file` from then on.
  bool saveTo(const std::filesystem::path& file);
  /// Asks whether a text that was not saved may go. Returns false if the window shall stay open.
  bool mayClose();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// Text as it stands in the file.
  struct SavedText {
    QString text;
    std::string onDisk;               ///< bytes of the file as they were read or written last
    bool hasCarriageReturns = false;  ///< lines of the file end with \r\n
  };
  void build();
  void buildMessages();
  void sizeMessages();
  void fillAddMenu(QMenu& menu);
  void addPart(const std::string& id);
  /// Text of the editor with the ends of lines of its file.
  /// Asks whether a file that another program has changed may be replaced.
  bool mayReplace(const std::filesystem::path& file);
  std::string textForFile(const std::string& text) const;
  void textChanged();
  void check();
  void poll();
  void showErrors();
  void showState();

  Calls calls_;
  SceneEdit* edit_;
  PartEditing* parts_;
  QListWidget* list_;
  QStackedWidget* messages_;  ///< place of the messages, which has its size also without any
  QLabel* state_;
  QLabel* help_;
  std::filesystem::path file_;  ///< empty for a new scene
  QString name_;                ///< of a new scene
  SavedText saved_;
  std::vector<SceneError> found_;
  std::future<std::vector<SceneError>> checking_;
  bool again_ = false;  ///< the text has changed since the check under way began
  QTimer waiting_;      ///< runs while the user types
  QTimer polling_;
};

}  // namespace scree
