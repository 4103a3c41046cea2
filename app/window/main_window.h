#pragma once

#include <QMainWindow>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <string_view>

#include "app/window/action_context.h"

namespace scree {

class ErrorDialog;

/// Main window: the viewport with menus and docks around it. Parts of the window have classes of their own.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `library` fills the menu of shipped scenes; it may be empty.
  explicit MainWindow(SceneLibrary library, QWidget* parent = nullptr);
  ~MainWindow() override;

  Simulation& simulation() const { return *simulation_; }
  Viewport& viewport() const { return *viewport_; }
  Filming& filming() const { return parts().filming; }
  PlotDocks& plots() const { return *plots_; }
  /// Parts of the window that actions use.
  const ActionContext& parts() const;

  /// Runs an action by its id after the present event; an unknown id does nothing.
  void trigger(std::string_view id);
  /// Reads a scene, a recording or a session in the background and shows it, or its errors.
  void openScene(const std::filesystem::path& file);
  /// Sets whether the first opened scene starts to play.
  void setPlayOnOpen(bool play);
  /// Dialog with the errors of the file opened last; null if there were none.
  const ErrorDialog* errors() const;
  /// File of the present scene or recording; empty before the first one.
  const std::filesystem::path& sceneFile() const;
  /// File of the session that is open or was saved last; empty if there is none.
  const std::filesystem::path& sessionFile() const;
  const SceneLibrary& library() const { return library_; }

 Q_SIGNALS:
  /// Emitted when a file was read; `good` is true if its scene or recording is the present one now.
  void sceneOpened(bool good);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Parts;
  PlotDocks* makePlots();
  void tick();

  SceneLibrary library_;
  std::unique_ptr<Simulation> simulation_;
  Viewport* viewport_ = nullptr;
  PlotDocks* plots_ = nullptr;
  std::unique_ptr<Parts> parts_;
  QTimer timer_;
};

}  // namespace scree
