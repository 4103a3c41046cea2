#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include "app/forms/number_box.h"
#include "app/import/import_dialog.h"
#include "app/import/import_units.h"

// Rows of the import dialog.
namespace scree {

namespace {

constexpr std::array<const char*, 6> kAxes = {"x", "y", "z", "-x", "-y", "-z"};

QDoubleSpinBox* number(const char* name, double least, double most, double value, int decimals, const char* suffix) {
  auto* box = new NumberBox;
  box->setObjectName(name);
  box->setRange(least, most);
  box->setDecimals(decimals);
  box->setValue(value);
  box->setSuffix(suffix);
  box->setKeyboardTracking(false);
  return box;
}

template <typename Names>
QComboBox* choice(const char* name, const Names& names) {
  auto* box = new QComboBox;
  box->setObjectName(name);
  for (const auto& one : names) {
    box->addItem(one);
  }
  return box;
}

QWidget* row(std::initializer_list<QWidget*> widgets) {
  auto* holder = new QWidget;
  auto* line = new QHBoxLayout(holder);
  line->setContentsMargins(0, 0, 0, 0);
  for (QWidget* widget : widgets) {
    line->addWidget(widget);
  }
  return holder;
}

}  // namespace

void ImportDialog::buildFile(QFormLayout& form) {
  file_ = new QLineEdit;
  file_->setObjectName("import_file");
  auto* choose = new QPushButton("Choose…");
  choose->setAutoDefault(false);
  connect(choose, &QPushButton::clicked, this, &ImportDialog::browse);
  connect(file_, &QLineEdit::editingFinished, this, &ImportDialog::readFile);
  form.addRow("File", row({file_, choose}));
  unit_ =
      choice("import_unit", std::array{kUnits[0].name, kUnits[1].name, kUnits[2].name, kUnits[3].name, kUnits[4].name});
  unit_->setToolTip("Unit of length of the file; mesh files do not store it.");
  factor_ = number("import_factor", 1e-9, 1e6, 1.0, 9, " m");
  connect(unit_, &QComboBox::activated, this, [this] { unitChosen_ = true; });
  connect(unit_, &QComboBox::currentIndexChanged, this, &ImportDialog::refresh);
  connect(factor_, &QDoubleSpinBox::valueChanged, this, &ImportDialog::refresh);
  form.addRow("One unit is", row({unit_, factor_}));
  size_ = new QLabel;
  size_->setObjectName("import_size");
  size_->setWordWrap(true);
  form.addRow("Size", size_);
  buildHealth(form);
}

void ImportDialog::buildPlace(QFormLayout& form) {
  name_ = new QLineEdit;
  name_->setObjectName("import_name");
  connect(name_, &QLineEdit::textEdited, this, [this] {
    nameChosen_ = true;
    refresh();
  });
  form.addRow("Name", name_);
  shape_ = choice("import_shape", std::array{"surface as it is", "convex hull"});
  shape_->setToolTip("Grains stay on either side of a surface; a convex hull is solid.");
  connect(shape_, &QComboBox::currentIndexChanged, this, &ImportDialog::refresh);
  form.addRow("Shape", shape_);
  const std::array<const char*, 3> places = {"import_x", "import_y", "import_z"};
  const std::array<const char*, 3> turns = {"import_turn_x", "import_turn_y", "import_turn_z"};
  for (std::size_t i = 0; i < 3; ++i) {
    position_[i] = number(places[i], -1e3, 1e3, 0.0, 4, " m");
    position_[i]->setSingleStep(0.01);
    turn_[i] = number(turns[i], -360.0, 360.0, 0.0, 2, "°");
    turn_[i]->setSingleStep(5.0);
    connect(position_[i], &QDoubleSpinBox::valueChanged, this, &ImportDialog::refresh);
    connect(turn_[i], &QDoubleSpinBox::valueChanged, this, &ImportDialog::refresh);
  }
  form.addRow("Position", row({position_[0], position_[1], position_[2]}));
  form.addRow("Turned about x, y, z", row({turn_[0], turn_[1], turn_[2]}));
  centred_ = new QCheckBox("its middle there, not the file's origin");
  centred_->setObjectName("import_centred");
  connect(centred_, &QCheckBox::toggled, this, &ImportDialog::refresh);
  form.addRow("", centred_);
  material_ = new QComboBox;
  material_->setObjectName("import_material");
  for (const std::string& name : scene_.names.materials) {
    material_->addItem(QString::fromStdString(name));
  }
  connect(material_, &QComboBox::currentIndexChanged, this, &ImportDialog::refresh);
  form.addRow("Material", material_);
}

void ImportDialog::buildMotion(QFormLayout& form) {
  motion_ = choice("import_motion", std::array{"stays where it is", "turns about an axis", "slides along an axis",
                                               "is moved by forces"});
  axis_ = choice("import_axis", kAxes);
  axis_->setCurrentIndex(2);
  axis_->setToolTip("Axis in the world; a body turns about its position.");
  speed_ = number("import_speed", -1e4, 1e4, 0.0, 4, "");
  weighedBy_ = choice("import_weighed_by", std::array{"density", "mass"});
  heaviness_ = number("import_heaviness", 1e-6, 1e9, 2500.0, 6, " kg/m³");
  connect(motion_, &QComboBox::currentIndexChanged, this, &ImportDialog::refresh);
  connect(weighedBy_, &QComboBox::currentIndexChanged, this, [this](int index) {
    heaviness_->setSuffix(index == 0 ? " kg/m³" : " kg");
    heaviness_->setValue(index == 0 ? 2500.0 : 1.0);
    refresh();
  });
  for (QDoubleSpinBox* box : {speed_, heaviness_}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, &ImportDialog::refresh);
  }
  form.addRow("Motion", row({motion_, axis_, speed_}));
  form.addRow("Weighed by", row({weighedBy_, heaviness_}));
}

void ImportDialog::buildTarget(QFormLayout& form) {
  target_ = new QLineEdit;
  target_->setObjectName("import_target");
  target_->setToolTip("The scene with the body in it; the scene's own file stays as it is.");
  connect(target_, &QLineEdit::textEdited, this, [this] {
    targetChosen_ = true;
    refresh();
  });
  auto* choose = new QPushButton("Choose…");
  choose->setAutoDefault(false);
  connect(choose, &QPushButton::clicked, this, &ImportDialog::browseTarget);
  form.addRow("Save scene as", row({target_, choose}));
}

}  // namespace scree
