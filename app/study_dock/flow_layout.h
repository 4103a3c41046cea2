#pragma once

#include <QLayout>
#include <QList>
#include <vector>

namespace scree {

/// Row of widgets that goes on in the next row where the window is narrow. Hidden widgets take no place.
class FlowLayout : public QLayout {
 public:
  using QLayout::QLayout;
  FlowLayout(const FlowLayout&) = delete;
  FlowLayout& operator=(const FlowLayout&) = delete;
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override { items_.append(item); }
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override { return items_.value(index); }
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
  /// All in one row.
  QSize sizeHint() const override;
  /// The widest widget alone.
  QSize minimumSize() const override;
  void setGeometry(const QRect& area) override;

 private:
  /// Height that the rows take in the width of an area [px]; with `moves` the widgets get their places.
  int place(const QRect& area, bool moves) const;

  QList<QLayoutItem*> items_;
};

}  // namespace scree
