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

/// What the dialog must know of the scene that the mesh is for.
struct ImportScene {
  std::filesystem::path file;
  SceneNames names;
  double size = 0.0;       ///< m across, for a word about units
  bool isShipped = false;  ///< it came with the program: its folder is not for other scenes
};

/// Asks how a mesh file becomes a body of the scene, and shows it meanwhile. Does not block the window.
class ImportDialog : public QDialog {
  // Wide: a widget for each choice of the user.
  Q_OBJECT

 public:
  ImportDialog(ImportScene scene, QWidget* parent);

  /// Reads another file; what was entered besides stays.
  void setFile(const std::filesystem::path& file);
  /// Adding it has failed: says why and lets everything be changed.
  void showTrouble(const QString& text);
  /// The choices as they are.
  MeshImport choices() const;
  /// Where the scene with the body is to be saved.
  std::filesystem::path target() const;

 Q_SIGNALS:
  /// The button was pressed and nothing is wrong with what was entered.
  void wanted();
  /// What is to be shown has changed.
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
  bool unitChosen_ = false;  ///< by hand
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
