#pragma once

#include <QDialog>
#include <QTimer>
#include <array>
#include <filesystem>
#include <optional>

#include "app/import/mesh_reading.h"
#include "app/view/view_options.h"
#include "engine/scene/mesh_import.h"
#include "engine/scene_file/scene_edit.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace scree {

/// Data of the scene to which a mesh is added.
struct ImportScene {
  std::filesystem::path file;
  SceneNames names;
  double size = 0.0;       ///< diameter of the bounding sphere of the scene [m], for a warning about units
  bool isShipped = false;  ///< true: scene of the program, in whose folder no other scenes are saved
};

/// Dialog that asks for the properties of a body made from a mesh file, and previews it. It does not block the window.
class ImportDialog : public QDialog {
  // Wide: a widget for each choice of the user.
  Q_OBJECT

 public:
  ImportDialog(ImportScene scene, QWidget* parent);

  /// Reads another file; the other entries stay.
  void setFile(const std::filesystem::path& file);
  /// Shows why adding the body has failed, and enables the entries again.
  void showTrouble(const QString& text);
  /// Present choices of the user.
  MeshImport choices() const;
  /// Path of the scene file with the body.
  std::filesystem::path target() const;

 Q_SIGNALS:
  /// Emitted when the button was pressed and all entries are valid.
  void wanted();
  /// Emitted when the preview has changed.
  void ghostChanged(const scree::GhostBody& ghost);

 protected:
  void done(int result) override;

 private:
  void buildFile(QFormLayout& form);
  void buildPlace(QFormLayout& form);
  void buildMotion(QFormLayout& form);
  void buildTarget(QFormLayout& form);
  void browse();
  void browseTarget();
  void readFile();
  void poll();
  void adopt(ReadMesh read);
  void guessUnit();
  void refresh();
  void showMesh();
  void showGhost();
  double scale() const;
  Vec3 origin() const;
  QString problem() const;
  QString doubts() const;

  ImportScene scene_;
  MeshReading reading_;
  std::optional<ReadMesh> mesh_;
  bool isAdding_ = false;
  bool unitChosen_ = false;  ///< true: the user chose the unit, so it is not guessed
  bool nameChosen_ = false;
  bool targetChosen_ = false;
  QTimer timer_;
  QLineEdit* file_ = nullptr;
  QComboBox* unit_ = nullptr;
  QDoubleSpinBox* factor_ = nullptr;
  QLabel* size_ = nullptr;
  QPlainTextEdit* notes_ = nullptr;
  QLineEdit* name_ = nullptr;
  QComboBox* shape_ = nullptr;
  std::array<QDoubleSpinBox*, 3> position_{};
  std::array<QDoubleSpinBox*, 3> turn_{};
  QCheckBox* centred_ = nullptr;
  QComboBox* material_ = nullptr;
  QComboBox* motion_ = nullptr;
  QComboBox* axis_ = nullptr;
  QDoubleSpinBox* speed_ = nullptr;
  QComboBox* weighedBy_ = nullptr;
  QDoubleSpinBox* heaviness_ = nullptr;
  QLineEdit* target_ = nullptr;
  QLabel* trouble_ = nullptr;
  QPushButton* add_ = nullptr;
};

}  // namespace scree
