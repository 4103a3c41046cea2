#include "app/scene_text/new_scene_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/forms/number_box.h"

namespace scree {

namespace {

QDoubleSpinBox* numberBox(const char* name, double low, double high, double value, int decimals, const char* unit) {
  auto* box = new NumberBox;
  box->setObjectName(name);
  box->setDecimals(decimals);
  box->setRange(low, high);
  box->setValue(value);
  box->setSuffix(QString::fromUtf8(unit));
  box->setToolTip(QString("From %1 to %2%3").arg(low).arg(high).arg(QString::fromUtf8(unit)));
  return box;
}

}  // namespace

NewSceneDialog::NewSceneDialog(QWidget* parent)
    : QDialog(parent),
      kind_(new QComboBox),
      name_(new QLineEdit("New scene")),
      grains_(new WholeBox),
      problem_(new QLabel) {
  setObjectName("new_scene");
  setWindowTitle("New scene");
  const NewScene usual;
  for (std::size_t i = 0; i < kNewSceneKinds.size(); ++i) {
    kind_->addItem(QString::fromUtf8(kNewSceneKinds[i].data()));
    kind_->setItemData(static_cast<int>(i), QString::fromUtf8(kNewSceneMeanings[i].data()), Qt::ToolTipRole);
  }
  kind_->setObjectName("new_scene_kind");
  diameter_ = numberBox("new_scene_diameter", 0.01, 1000.0, usual.diameter * 1e3, 2, " mm");
  size_ = numberBox("new_scene_size", 0.001, 400.0, usual.size, 3, " m");
  density_ = numberBox("new_scene_density", 1.0, 30000.0, usual.density, 0, " kg/m³");
  friction_ = numberBox("new_scene_friction", 0.0, 10.0, usual.friction, 2, "");
  rolling_ = numberBox("new_scene_rolling", 0.0, 10.0, usual.rolling, 2, "");
  grains_->setObjectName("new_scene_grains");
  grains_->setRange(1, 1000000);
  grains_->setValue(usual.grains);
  problem_->setWordWrap(true);
  auto* form = new QFormLayout;
  form->addRow("Kind", kind_);
  form->addRow("Name", name_);
  form->addRow("Width, diameter or length", size_);
  form->addRow("Grains (of a belt: a second)", grains_);
  form->addRow("Diameter of the grains", diameter_);
  form->addRow("Density", density_);
  form->addRow("Friction", friction_);
  form->addRow("Rolling resistance", rolling_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  make_ = buttons->addButton("Make the scene", QDialogButtonBox::AcceptRole);
  make_->setObjectName("new_scene_make");
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(kind_, &QComboBox::currentIndexChanged, this, &NewSceneDialog::check);
  connect(grains_, &QSpinBox::valueChanged, this, &NewSceneDialog::check);
  for (QDoubleSpinBox* box : {diameter_, size_, density_, friction_, rolling_}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, &NewSceneDialog::check);
  }
  auto* rows = new QVBoxLayout(this);
  rows->addLayout(form);
  rows->addWidget(problem_);
  rows->addWidget(buttons);
  check();
}

NewScene NewSceneDialog::scene() const {
  NewScene scene;
  scene.kind = static_cast<NewSceneKind>(kind_->currentIndex());
  scene.name = name_->text().toStdString();
  scene.diameter = diameter_->value() * 1e-3;
  scene.grains = grains_->value();
  scene.size = size_->value();
  scene.density = density_->value();
  scene.friction = friction_->value();
  scene.rolling = rolling_->value();
  return scene;
}

void NewSceneDialog::check() {
  const std::string problem = problemOf(scene());
  problem_->setText(problem.empty()
                        ? QString::fromUtf8(kNewSceneMeanings[static_cast<std::size_t>(kind_->currentIndex())].data())
                        : QString::fromStdString(problem));
  make_->setEnabled(problem.empty());
}

}  // namespace scree
