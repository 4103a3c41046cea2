#pragma once

#include <QDialog>

#include "app/scene_text/new_scene.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace scree {

/// Asks what a new scene is made from.
class NewSceneDialog : public QDialog {
  Q_OBJECT

 public:
  explicit NewSceneDialog(QWidget* parent);
  NewScene scene() const;

 private:
  void check();

  QComboBox* kind_;
  QLineEdit* name_;
  QDoubleSpinBox* diameter_;
  QSpinBox* grains_;
  QDoubleSpinBox* size_;
  QDoubleSpinBox* density_;
  QDoubleSpinBox* friction_;
  QDoubleSpinBox* rolling_;
  QLabel* problem_;
  QPushButton* make_;
};

}  // namespace scree
