#pragma once

#include <QDialog>
#include <QTimer>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

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
class QListWidget;
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
  /// Emitted when a defect was chosen in the list: a sphere around it in the world [m].
  void defectChosen(const scree::Vec3& centre, double radius);

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
  void buildHealth(QFormLayout& form);
  /// Lists the defects of the mesh as it would be added, none of them chosen.
  void listDefects();
  /// Writes sizes and places for the present unit.
  void nameDefects();
  void chooseDefect(int row);
  /// Makes the lines on all defects, those of one in a row of the list first; none: -1.
  void markDefects(int chosen);
  /// Mesh as it would be added: with its holes, or with them closed. There is one.
  const MendedMesh& mended() const;
  bool closesHoles() const;
  /// Place in the world of a point of the mesh, in the unit of its file.
  Vec3 inWorld(const Vec3& point) const;
  double scale() const;
  Vec3 origin() const;
  /// Pose of the body.
  Pose pose() const;
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
  QListWidget* defects_ = nullptr;
  QCheckBox* closeHoles_ = nullptr;
  std::shared_ptr<const std::vector<LineSegment>> defectLines_;
  std::size_t chosenLines_ = 0;  ///< number of lines of the chosen defect, which come first
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
