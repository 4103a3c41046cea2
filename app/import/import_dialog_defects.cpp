#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <algorithm>

#include "app/import/import_dialog.h"

// Health of the mesh in the import dialog: notes, the list of defects, closing of holes.
namespace scree {

void ImportDialog::buildHealth(QFormLayout& form) {
  notes_ = new QPlainTextEdit;
  notes_->setObjectName("import_notes");
  notes_->setReadOnly(true);
  notes_->setMaximumHeight(5 * fontMetrics().lineSpacing());
  form.addRow("Health", notes_);
  defects_ = new QListWidget;
  defects_->setObjectName("import_defects");
  defects_->setAccessibleName("Defects");
  defects_->setToolTip("Click on a defect to fly to it.");
  defects_->setFixedHeight(6 * fontMetrics().lineSpacing());
  defects_->setWordWrap(true);
  defects_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  defects_->hide();
  connect(defects_, &QListWidget::itemClicked, this, [this] { chooseDefect(defects_->currentRow()); });
  connect(defects_, &QListWidget::currentRowChanged, this, &ImportDialog::chooseDefect);
  form.addRow("", defects_);
  closeHoles_ = new QCheckBox("Close holes");
  closeHoles_->setObjectName("import_close_holes");
  closeHoles_->setToolTip("Puts triangles into the loops of open edges, as close_holes in the scene does.");
  connect(closeHoles_, &QCheckBox::toggled, this, [this] {
    if (mesh_ && mesh_->problem.empty()) {
      showMesh();
      listDefects();
    }
    refresh();
  });
  form.addRow("", closeHoles_);
}

bool ImportDialog::closesHoles() const { return closeHoles_->isEnabled() && closeHoles_->isChecked(); }

const MendedMesh& ImportDialog::mended() const {
  return mesh_->closed && closeHoles_->isChecked() ? *mesh_->closed : mesh_->given;
}

Vec3 ImportDialog::inWorld(const Vec3& point) const { return pose().toWorld(scale() * point - origin()); }

void ImportDialog::listDefects() {
  const QSignalBlocker quiet(defects_);
  defects_->clear();
  if (mesh_ && mesh_->problem.empty()) {
    const MeshDefects& defects = mended().defects;
    for (std::size_t i = 0; i < defects.list.size(); ++i) {
      defects_->addItem(QString());
    }
    if (defects.more > 0) {
      auto* more = new QListWidgetItem(QString("and %1 smaller ones").arg(defects.more));
      more->setFlags(Qt::NoItemFlags);
      defects_->addItem(more);
    }
  }
  defects_->setVisible(defects_->count() > 0);
  markDefects(-1);
}

void ImportDialog::nameDefects() {
  if (!mesh_ || !mesh_->problem.empty()) {
    return;
  }
  const std::vector<MeshDefect>& list = mended().defects.list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    defects_->item(static_cast<int>(i))->setText(QString::fromStdString(textOf(list[i], scale())));
  }
}

void ImportDialog::markDefects(int chosen) {
  std::vector<LineSegment> lines;
  chosenLines_ = 0;
  if (mesh_ && mesh_->problem.empty()) {
    const std::vector<MeshDefect>& list = mended().defects.list;
    const Vec3 middle = mended().surface->middle;
    const auto add = [&](const MeshDefect& defect) {
      for (const auto& [from, to] : defect.lines) {
        lines.push_back({(from - middle).cast<float>(), 1.0f, (to - middle).cast<float>()});
      }
    };
    if (chosen >= 0) {
      add(list[static_cast<std::size_t>(chosen)]);
      chosenLines_ = lines.size();
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (static_cast<int>(i) != chosen) {
        add(list[i]);
      }
    }
  }
  defectLines_ = lines.empty() ? nullptr : std::make_shared<const std::vector<LineSegment>>(std::move(lines));
}

void ImportDialog::chooseDefect(int row) {
  // Sphere around the defect over its size, and the least over that of the mesh: what is around it has to be seen, too.
  constexpr double kAround = 1.0;
  constexpr double kLeastAround = 0.02;
  if (row < 0 || static_cast<std::size_t>(row) >= mended().defects.list.size()) {
    return;
  }
  const MeshDefect& defect = mended().defects.list[static_cast<std::size_t>(row)];
  markDefects(row);
  showGhost();
  const Bounds& box = mended().health.bounds;
  const double radius = std::max(kAround * defect.size, kLeastAround * (box.upper - box.lower).norm());
  Q_EMIT defectChosen(inWorld(defect.place), scale() * radius);
}

}  // namespace scree
