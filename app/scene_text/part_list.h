#pragma once

#include <QWidget>
#include <functional>

class QLabel;
class QListWidget;
class QPushButton;

namespace scree {

class PartEditing;

/// List of the parts of the scene's text, with buttons that rename, copy and delete the selected one.
class PartList : public QWidget {
  Q_OBJECT

 public:
  explicit PartList(PartEditing& editing);

 private:
  void fill();
  void showSelected();
  void showPreview();

  PartEditing& editing_;
  QListWidget* list_;
  QLabel* preview_;
  QPushButton* rename_;
  QPushButton* duplicate_;
  QPushButton* remove_;
  bool filling_ = false;
};

}  // namespace scree
