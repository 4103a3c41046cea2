#include "app/import/file_scene_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QThreadPool>
#include <QVBoxLayout>
#include <array>
#include <memory>

#include "app/forms/number_box.h"

namespace scree {

namespace {

constexpr int kPollEvery = 20;  // ms

/// Lengths of a unit of the file; the first is that which the file tells, or 1 m.
struct FileUnit {
  const char* name;
  double metres;
};
constexpr std::array<FileUnit, 5> kFileUnits = {
    {{"as the file says, or m", 0.0}, {"m", 1.0}, {"cm", 1e-2}, {"mm", 1e-3}, {"µm", 1e-6}}};

}  // namespace

FileSceneDialog::FileSceneDialog(const std::filesystem::path& file, QWidget* parent)
    : QDialog(parent),
      file_(new QLineEdit(QString::fromStdString(file.string()))),
      unit_(new QComboBox),
      frame_(new WholeBox),
      preview_(new QPlainTextEdit) {
  setObjectName("file_scene");
  setWindowTitle("Scene from a file");
  for (const FileUnit& unit : kFileUnits) {
    unit_->addItem(QString::fromUtf8(unit.name));
  }
  unit_->setObjectName("file_scene_unit");
  unit_->setAccessibleName("Unit of length");
  frame_->setObjectName("file_scene_frame");
  frame_->setAccessibleName("Frame");
  frame_->setRange(0, 1000000000);
  frame_->setSpecialValueText("last");
  frame_->setKeyboardTracking(false);
  frame_->setToolTip("Frame of a file with several, from 1.");
  preview_->setObjectName("file_scene_preview");
  preview_->setAccessibleName("How the file is read");
  preview_->setReadOnly(true);
  preview_->setTabChangesFocus(true);
  preview_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  auto* form = new QFormLayout;
  form->addRow("File", fileRow());
  form->addRow("Unit of length", unit_);
  form->addRow("Frame", frame_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  make_ = buttons->addButton("Make scene", QDialogButtonBox::AcceptRole);
  make_->setObjectName("file_scene_make");
  make_->setToolTip("Shows the scene as text, to be changed and saved.");
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* rows = new QVBoxLayout(this);
  rows->addLayout(form);
  rows->addWidget(preview_, 1);
  rows->addWidget(buttons);
  resize(720, 460);
  connect(file_, &QLineEdit::editingFinished, this, &FileSceneDialog::read);
  connect(unit_, &QComboBox::currentIndexChanged, this, &FileSceneDialog::read);
  connect(frame_, &QSpinBox::valueChanged, this, &FileSceneDialog::read);
  timer_.setInterval(kPollEvery);
  connect(&timer_, &QTimer::timeout, this, &FileSceneDialog::poll);
  read();
}

QWidget* FileSceneDialog::fileRow() {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  file_->setObjectName("file_scene_file");
  file_->setAccessibleName("File");
  auto* browse = new QPushButton("Browse…");
  browse->setObjectName("file_scene_browse");
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, &FileSceneDialog::browse);
  line->addWidget(file_, 1);
  line->addWidget(browse);
  return row;
}

void FileSceneDialog::browse() {
  const QString file = QFileDialog::getOpenFileName(
      this, "File of particles, mesh or script", file_->text(),
      "Particles, meshes and scripts (*.csv *.txt *.dump *.lammpstrj *.data *.xyz *.extxyz *.vtk *.vtp *.vtu *.pvtp "
      "*.pvtu *.pvd *.gz *.stl *.obj *.ply *.in *.liggghts in.*);;All files (*)");
  if (!file.isEmpty()) {
    file_->setText(file);
    read();
  }
}

QString FileSceneDialog::name() const {
  return QString::fromStdString(std::filesystem::path(file_->text().toStdString()).stem().string());
}

void FileSceneDialog::read() {
  if (file_->text().isEmpty()) {
    preview_->setPlainText("Choose a table, a dump, XYZ or VTK of particles, a mesh, or an input script of LIGGGHTS.");
    make_->setEnabled(false);
    return;
  }
  const double metres = kFileUnits[static_cast<std::size_t>(unit_->currentIndex())].metres;
  FileToScene wanted{.file = std::filesystem::absolute(file_->text().toStdString()),
                     .out = {},
                     .scale = metres > 0.0 ? std::optional(metres) : std::nullopt,
                     .frame = frame_->value()};
  // Leaving the field is no change, and must not take the button away that is being pressed.
  if (wanted_ && wanted_->file == wanted.file && wanted_->scale == wanted.scale && wanted_->frame == wanted.frame) {
    return;
  }
  wanted_ = wanted;
  found_ = {};
  make_->setEnabled(false);
  preview_->setPlainText("Reading …");
  // Not std::async: its future would wait for the file when the dialog is closed.
  const auto promise = std::make_shared<std::promise<FileScene>>();
  reading_ = promise->get_future();
  QThreadPool::globalInstance()->start([promise, wanted] {
    try {
      promise->set_value(sceneOfFile(wanted));
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  });
  timer_.start();
}

void FileSceneDialog::poll() {
  if (!reading_.valid() || reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  timer_.stop();
  try {
    found_ = reading_.get();
  } catch (const std::exception& error) {
    found_ = {std::string("the file cannot be read (") + error.what() + "): use a smaller one", {}, false};
  }
  preview_->setPlainText(QString::fromStdString(found_.text));
  make_->setEnabled(found_.isSound);
}

void FileSceneDialog::done(int result) {
  timer_.stop();
  QDialog::done(result);
}

}  // namespace scree
