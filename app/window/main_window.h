#pragma once

#include <QMainWindow>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <string_view>

#include "app/window/action_context.h"

namespace scree {

class ErrorDialog;

/// The window: the viewport with menus and docks around it. Its parts have their own classes.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `library` fills the menu of shipped scenes; may be empty.
  explicit MainWindow(SceneLibrary library, QWidget* parent = nullptr);
  ~MainWindow() override;

  Simulation& simulation() const { return *simulation_; }
  Viewport& viewport() const { return *viewport_; }
  Filming& filming() const { return parts().filming; }
  PlotDocks& plots() const { return *plots_; }
  /// The parts of the window that actions use.
  const ActionContext& parts() const;

  /// Runs an action of the table after the present event; unknown ids do nothing.
  void trigger(std::string_view id);
  /// Reads a scene, a recording or a session in the background and shows it, or its errors.
  void openScene(const std::filesystem::path& file);
  /// Whether a scene starts to play when it is opened.
  void setPlayOnOpen(bool play);
  /// The dialog with the errors of the scene opened last, null when there were none.
  const ErrorDialog* errors() const;
  /// The scene or recording that runs; empty before the first one.
  const std::filesystem::path& sceneFile() const;
  /// The session that is open, or was saved last; empty when there is none.
  const std::filesystem::path& sessionFile() const;
  const SceneLibrary& library() const { return library_; }

 Q_SIGNALS:
  /// A scene was read: `good` tells whether it is the one running now.
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
