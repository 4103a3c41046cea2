#include "app/import/import_dialog.h"

#include <fmt/format.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QVBoxLayout>
#include <algorithm>

#include "app/import/import_units.h"
#include "engine/formats/mesh_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr int kPollMilliseconds = 20;

constexpr int kMillimetres = 0;
constexpr int kMetres = 2;
/// Largest side of a mesh in its own unit from which millimetres are guessed, below it metres: parts of machines are
/// rarely larger than 5 m or smaller than 5 mm.
constexpr double kRatherMillimetres = 5.0;

/// Ratios of the size of the mesh to that of the scene beyond which the unit is doubtful.
constexpr double kFarTooLarge = 20.0;
constexpr double kFarTooSmall = 1.0 / 500.0;

/// Filter of file dialogs for readable meshes.
QString filterOfMeshes() {
  std::string endings;
  for (const std::string_view ending : meshEndings()) {
    endings += (endings.empty() ? "*" : " *") + std::string(ending);
  }
  return QString::fromStdString("Meshes (" + endings + ");;All files (*)");
}

QString qtext(const std::string& text) { return QString::fromStdString(text); }

Vec3 valuesOf(const std::array<QDoubleSpinBox*, 3>& boxes) {
  return {boxes[0]->value(), boxes[1]->value(), boxes[2]->value()};
}

Quat turned(const Vec3& degrees) {
  const Vec3 e = degrees * (EIGEN_PI / 180.0);
  return Quat(Eigen::AngleAxisd(e.z(), Vec3::UnitZ())) * Quat(Eigen::AngleAxisd(e.y(), Vec3::UnitY())) *
         Quat(Eigen::AngleAxisd(e.x(), Vec3::UnitX()));
}

/// Returns `wanted`, with a number if a body has that name already.
std::string freeName(const std::string& wanted, const std::vector<std::string>& taken) {
  std::string name = wanted;
  for (int i = 2; std::ranges::find(taken, name) != taken.end(); ++i) {
    name = fmt::format("{}_{}", wanted, i);
  }
  return name;
}

/// Default path of the scene with the added body: beside the scene, or in the user's folder of documents if the scene
/// is shipped or its folder cannot be written.
fs::path usualTarget(const ImportScene& scene, const std::string& body) {
  fs::path folder = fs::absolute(scene.file).parent_path();
  if (scene.isShipped || !QFileInfo(qtext(folder.string())).isWritable()) {
    folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation).toStdString();
  }
  const std::string stem = scene.file.stem().string() + " with " + body;
  fs::path target = folder / (stem + ".yaml");
  for (int i = 2; fs::exists(target); ++i) {
    target = folder / fmt::format("{} {}.yaml", stem, i);
  }
  return target;
}

}  // namespace

ImportDialog::ImportDialog(ImportScene scene, QWidget* parent) : QDialog(parent), scene_(std::move(scene)) {
  setObjectName("import_mesh");
  setWindowTitle("Import mesh");
  auto* form = new QFormLayout;
  buildFile(*form);
  buildPlace(*form);
  buildMotion(*form);
  buildTarget(*form);
  trouble_ = new QLabel;
  trouble_->setObjectName("import_trouble");
  trouble_->setWordWrap(true);
  trouble_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Cancel)->setObjectName("import_cancel");
  add_ = buttons->addButton("Add to scene", QDialogButtonBox::AcceptRole);
  add_->setObjectName("import_add");
  connect(add_, &QPushButton::clicked, this, [this] {
    isAdding_ = true;
    refresh();
    Q_EMIT wanted();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(trouble_);
  column->addWidget(buttons);
  resize(520, sizeHint().height());
  connect(&timer_, &QTimer::timeout, this, &ImportDialog::poll);
  refresh();
}

void ImportDialog::setFile(const fs::path& file) {
  file_->setText(qtext(file.string()));
  readFile();
}

void ImportDialog::browse() {
  const QString file = QFileDialog::getOpenFileName(this, "Mesh", file_->text(), filterOfMeshes());
  if (!file.isEmpty()) {
    setFile(file.toStdString());
  }
}

void ImportDialog::browseTarget() {
  const QString file = QFileDialog::getSaveFileName(this, "Save scene", target_->text(), "Scenes (*.yaml)");
  if (!file.isEmpty()) {
    target_->setText(file);
    targetChosen_ = true;
    refresh();
  }
}

void ImportDialog::readFile() {
  if (file_->text().isEmpty()) {
    return;
  }
  mesh_.reset();
  closeHoles_->setChecked(false);
  listDefects();
  trouble_->clear();
  reading_.begin(file_->text().toStdString());
  timer_.start(kPollMilliseconds);
  refresh();
}

void ImportDialog::poll() {
  if (auto read = reading_.poll()) {
    timer_.stop();
    adopt(std::move(*read));
  }
}

void ImportDialog::adopt(ReadMesh read) {
  mesh_ = std::move(read);
  const fs::path file = file_->text().toStdString();
  if (!nameChosen_) {
    name_->setText(qtext(freeName(file.stem().string(), scene_.names.bodies)));
  }
  if (!targetChosen_) {
    target_->setText(qtext(usualTarget(scene_, name_->text().toStdString()).string()));
  }
  if (!unitChosen_ && mesh_->problem.empty()) {
    guessUnit();
  }
  showMesh();
  listDefects();
  refresh();
}

void ImportDialog::guessUnit() {
  const Bounds& box = mended().health.bounds;
  unit_->setCurrentIndex((box.upper - box.lower).maxCoeff() >= kRatherMillimetres ? kMillimetres : kMetres);
}

void ImportDialog::showMesh() {
  if (!mesh_->problem.empty()) {
    notes_->setPlainText(qtext(mesh_->problem));
    return;
  }
  QString text =
      qtext(fmt::format("{} triangles, {}", mended().triangles, mended().health.isClosed() ? "closed" : "open"));
  for (const std::string& note : notesOf(mended().health)) {
    text += "\n" + qtext(note);
  }
  notes_->setPlainText(text);
}

double ImportDialog::scale() const {
  const double metres = kUnits[static_cast<std::size_t>(unit_->currentIndex())].metres;
  return metres > 0.0 ? metres : factor_->value();
}

Vec3 ImportDialog::origin() const {
  if (!mesh_ || !centred_->isChecked()) {
    return Vec3::Zero();
  }
  return 0.5 * scale() * (mended().health.bounds.lower + mended().health.bounds.upper);
}

Pose ImportDialog::pose() const { return {valuesOf(position_), turned(valuesOf(turn_))}; }

QString ImportDialog::problem() const {
  if (!mesh_) {
    return reading_.isUnderWay() ? "Reading the file…" : "Choose a file.";
  }
  if (!mesh_->problem.empty()) {
    return qtext(mesh_->problem);
  }
  if (material_->currentText().isEmpty()) {
    return "The scene has no materials: add one to its file first.";
  }
  const std::string name = name_->text().toStdString();
  if (name.empty() || std::ranges::find(scene_.names.bodies, name) != scene_.names.bodies.end()) {
    return name.empty() ? QString("Give the body a name.")
                        : QString("There is a body called %1 already: give another name.").arg(name_->text());
  }
  if (shape_->currentIndex() == 1 && mesh_->hull == nullptr) {
    return "All of it lies in a plane, so it has no convex hull: take the surface as it is.";
  }
  const bool isHeavy = static_cast<ImportMotion>(motion_->currentIndex()) == ImportMotion::forces;
  if (isHeavy && shape_->currentIndex() == 0 && !mended().health.isClosed()) {
    return mesh_->closed && !closesHoles()
               ? "An open surface has no inside to weigh: close its holes, or take its convex hull."
               : "An open surface has no inside to weigh: take its convex hull, or close it.";
  }
  if (target_->text().isEmpty()) {
    return "Say where the scene with the body is to be saved.";
  }
  std::error_code ignored;
  return fs::equivalent(target(), scene_.file, ignored)
             ? QString("Save it under another name: the scene's own file stays as it is.")
             : QString();
}

QString ImportDialog::doubts() const {
  if (!mesh_ || !mesh_->problem.empty() || !(scene_.size > 0.0)) {
    return {};
  }
  const double size = scale() * (mended().health.bounds.upper - mended().health.bounds.lower).norm();
  const double ratio = size / scene_.size;
  if (ratio > kFarTooLarge || ratio < kFarTooSmall) {
    return qtext(fmt::format("{:.3g} times the size of the scene: is the unit right?", ratio));
  }
  return {};
}

void ImportDialog::refresh() {
  const auto motion = static_cast<ImportMotion>(motion_->currentIndex());
  const bool isDriven = motion == ImportMotion::turns || motion == ImportMotion::slides;
  const double metres = kUnits[static_cast<std::size_t>(unit_->currentIndex())].metres;
  factor_->setEnabled(metres == 0.0);
  if (metres > 0.0) {
    const QSignalBlocker quiet(factor_);
    factor_->setValue(metres);
  }
  axis_->setEnabled(isDriven);
  speed_->setEnabled(isDriven);
  speed_->setSuffix(motion == ImportMotion::slides ? " m/s" : " rpm");
  weighedBy_->setEnabled(motion == ImportMotion::forces);
  heaviness_->setEnabled(motion == ImportMotion::forces);
  closeHoles_->setEnabled(mesh_ && mesh_->closed && shape_->currentIndex() == 0);
  nameDefects();
  if (mesh_ && mesh_->problem.empty()) {
    const Vec3 size = scale() * (mended().health.bounds.upper - mended().health.bounds.lower);
    const QString doubt = doubts();
    size_->setText(qtext(fmt::format("{:.4g} x {:.4g} x {:.4g} m", size.x(), size.y(), size.z())) +
                   (doubt.isEmpty() ? QString() : "\n" + doubt));
  } else {
    size_->setText("-");
  }
  const QString wrong = problem();
  trouble_->setText(isAdding_ ? QString("Adding it…") : wrong);
  add_->setEnabled(wrong.isEmpty() && !isAdding_);
  showGhost();
}

void ImportDialog::showGhost() {
  GhostBody ghost;
  if (mesh_ && mesh_->problem.empty()) {
    ghost.mesh = shape_->currentIndex() == 1 && mesh_->hull ? mesh_->hull : mended().surface;
    ghost.pose = {inWorld(Vec3::Zero()), pose().orientation};
    ghost.scale = scale();
    const Bounds& box = mended().health.bounds;
    ghost.centre = inWorld(0.5 * (box.lower + box.upper));
    ghost.radius = static_cast<float>(0.5 * scale() * (box.upper - box.lower).norm());
    ghost.defects = defectLines_;
    ghost.defectsMiddle = mended().surface->middle;
    ghost.chosenDefects = chosenLines_;
  }
  Q_EMIT ghostChanged(ghost);
}

MeshImport ImportDialog::choices() const {
  MeshImport made;
  made.name = name_->text().toStdString();
  made.file = fs::absolute(file_->text().toStdString());
  made.scale = scale();
  made.asHull = shape_->currentIndex() == 1;
  made.closeHoles = closesHoles();
  made.position = valuesOf(position_);
  made.turn = valuesOf(turn_);
  made.origin = origin();
  made.material = material_->currentText().toStdString();
  made.motion = static_cast<ImportMotion>(motion_->currentIndex());
  made.axis = Vec3::Zero();
  made.axis[axis_->currentIndex() % 3] = axis_->currentIndex() < 3 ? 1.0 : -1.0;
  made.speed = speed_->value();
  made.byDensity = weighedBy_->currentIndex() == 0;
  made.heaviness = heaviness_->value();
  return made;
}

fs::path ImportDialog::target() const {
  const fs::path file = target_->text().toStdString();
  return file.has_extension() ? file : fs::path(file.string() + ".yaml");
}

void ImportDialog::showTrouble(const QString& text) {
  isAdding_ = false;
  refresh();
  trouble_->setText(text);
}

void ImportDialog::done(int result) {
  Q_EMIT ghostChanged(GhostBody());
  QDialog::done(result);
}

}  // namespace scree
