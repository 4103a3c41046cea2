#pragma once

#include <QImage>
#include <QWidget>
#include <optional>

#include "app/study_dock/study_picture.h"

namespace scree {

/// Map of a collected number over two keys: colours with round contours between the settings, and the settings as dots.
class ValueMapView : public QWidget {
  Q_OBJECT

 public:
  explicit ValueMapView(QWidget* parent = nullptr);

  /// Shows a map, or with none the text that says why.
  void show(std::optional<ValueMap> map, const QString& whyNot = {});
  /// Marks the setting that is nearest to the place of a point with its axes' numbers; empty: none.
  void select(std::optional<std::array<double, 2>> shares);
  const std::optional<ValueMap>& map() const { return map_; }
  /// Place of a setting, for clicks [px of the widget].
  QPointF pointOf(const MapSample& sample) const;
  /// Number at a contour, and its place beside all dots and other numbers [px of the widget].
  struct Label {
    QRectF place;
    QString text;
  };
  std::vector<Label> labels() const;

 Q_SIGNALS:
  /// Emitted for the first point of the setting that was clicked.
  void clicked(std::size_t place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  QRectF frame() const;
  QPointF placeAt(double x, double y) const;
  void paintGround();
  void paintContours(QPainter& painter) const;
  void paintAxes(QPainter& painter) const;
  void paintScale(QPainter& painter) const;
  const MapSample* sampleAt(QPointF point) const;

  std::optional<ValueMap> map_;
  QString whyNot_;
  QImage ground_;  ///< colours between the settings; null: to be painted
  std::optional<std::array<double, 2>> selected_;
};

}  // namespace scree
