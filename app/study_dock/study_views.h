#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "app/study_dock/study_model.h"

class QComboBox;
class QSplitter;
class QTableView;
class QTabWidget;

namespace scree {

class RunLinesView;
class ValueMapView;

/// Table of the points of a study, and beside or below it their pictures: parallel coordinates and a map over two keys.
/// A point that is chosen in one of them is chosen in all.
class StudyViews : public QWidget {
  Q_OBJECT

 public:
  explicit StudyViews(QWidget* parent = nullptr);

  /// Shows a study of which nothing is known yet.
  void show(const std::shared_ptr<const OpenedStudy>& study);
  /// Shows the same study with other points: a search that is further. Choices stay.
  void grow(const std::shared_ptr<const OpenedStudy>& study);
  /// Takes over which points are needed by the results that there are.
  void setWanted(std::vector<bool> wanted);
  /// Takes over what has changed in its folder.
  void take(std::vector<std::pair<std::size_t, PointReading>> news);
  const StudyModel& model() const { return *model_; }
  QTableView& table() { return *table_; }
  RunLinesView& lines() { return *lines_; }
  ValueMapView& map() { return *map_; }
  /// Place of the chosen point; empty without one.
  std::optional<std::size_t> selected() const;
  /// Chooses a point, which the filter lets through then.
  void select(std::size_t place);
  /// The same in width whether the pictures stand beside the table or below it.
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override { return minimumSizeHint(); }

 Q_SIGNALS:
  void selectionChanged();
  /// Emitted on a double click or Return in the table.
  void activated(std::size_t place);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildTable(QSplitter& halves);
  void buildPictures(QSplitter& halves);
  void turnToFit();
  void showSoon();
  void fitColumns();
  void fillChoices();
  void showPictures();
  void follow();

  QTimer later_;                 ///< runs until the pictures are shown anew
  QElapsedTimer sincePictures_;  ///< runs since they were shown last
  bool isFitted_ = false;        ///< columns have the width of what is known of the points
  StudyModel* model_;
  StudyOrder* order_;
  QTableView* table_;
  QComboBox* filter_;
  QSplitter* halves_;
  QTabWidget* tabs_;
  RunLinesView* lines_;
  ValueMapView* map_;
  QComboBox* number_;
  QComboBox* keyX_;
  QComboBox* keyY_;
};

}  // namespace scree
