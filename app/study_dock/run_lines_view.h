#pragma once

#include <QColor>
#include <QPixmap>
#include <QWidget>
#include <functional>
#include <optional>

#include "app/study_dock/study_picture.h"

namespace scree {

/// Picture of a study in parallel coordinates: a line a run, in the colour of a collected number. Runs that have none
/// yet end before the numbers; those that failed are dashed.
class RunLinesView : public QWidget {
  Q_OBJECT

 public:
  /// `textOf` gives the text of a point for the pointer on its line.
  explicit RunLinesView(std::function<QString(std::size_t)> textOf, QWidget* parent = nullptr);

  /// Shows runs with the colours of a collected number.
  void show(const StudyRuns& runs, std::size_t number);
  /// Marks the line of a point; empty: none.
  void select(std::optional<std::size_t> place);
  const ParallelPicture& picture() const { return picture_; }
  /// Place of a line at an axis, for clicks [px of the widget].
  QPointF pointOf(std::size_t line, std::size_t axis) const;

 Q_SIGNALS:
  void clicked(std::size_t place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QRectF frame() const;
  void paintGround();
  void paintAxis(QPainter& painter, std::size_t axis) const;
  /// Paints a line in its own colour, or in `ink`.
  void paintLine(QPainter& painter, std::size_t line, double width, std::optional<QColor> ink) const;
  std::optional<std::size_t> lineAt(QPointF point) const;

  std::function<QString(std::size_t)> textOf_;
  ParallelPicture picture_;
  std::vector<PointState> states_;  ///< by line
  std::vector<bool> isPerhaps_;     ///< by line: needed only if results ask for it
  QPixmap ground_;                  ///< all lines; null: to be painted
  std::optional<std::size_t> selected_;
  std::optional<std::size_t> hovered_;  ///< line
};

}  // namespace scree
