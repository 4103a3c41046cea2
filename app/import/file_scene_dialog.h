#pragma once

#include <QDialog>
#include <QTimer>
#include <filesystem>
#include <future>
#include <optional>

#include "app/setups/file_scene.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace scree {

/// Asks for a file of particles, a mesh or a script of LIGGGHTS that is to become a scene, shows how it is read, and
/// takes the length of its unit and its frame. The file is read in the background.
class FileSceneDialog : public QDialog {
  Q_OBJECT

 public:
  FileSceneDialog(const std::filesystem::path& file, QWidget* parent);

  /// Scene of the file as it is shown; empty where there is none.
  const std::string& scene() const { return found_.scene; }
  /// Name of the file without its ending.
  QString name() const;

 protected:
  void done(int result) override;

 private:
  QWidget* fileRow();
  void browse();
  void read();
  void poll();

  QLineEdit* file_;
  QComboBox* unit_;
  QSpinBox* frame_;
  QPlainTextEdit* preview_;
  QPushButton* make_ = nullptr;
  QTimer timer_;
  std::future<FileScene> reading_;
  FileScene found_;
  std::optional<FileToScene> wanted_;  ///< that was read last, or is being read
};

}  // namespace scree
