#include "app/study_dock/flow_layout.h"

#include <algorithm>

namespace scree {

FlowLayout::~FlowLayout() { qDeleteAll(items_); }

QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

QSize FlowLayout::sizeHint() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : items_) {
    if (!item->isEmpty()) {
      const int gap = size.width() > 0 ? spacing() : 0;
      size = {size.width() + gap + item->sizeHint().width(), std::max(size.height(), item->sizeHint().height())};
    }
  }
  return size;
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : items_) {
    size = size.expandedTo(item->isEmpty() ? QSize(0, 0) : item->sizeHint());
  }
  return size;
}

void FlowLayout::setGeometry(const QRect& area) {
  QLayout::setGeometry(area);
  place(area, true);
}

int FlowLayout::place(const QRect& area, bool moves) const {
  int x = 0;
  int y = 0;
  std::vector<QLayoutItem*> row;
  int height = 0;
  const auto endRow = [&] {
    int at = 0;
    for (QLayoutItem* item : row) {
      const QSize size = item->sizeHint().boundedTo({area.width(), height});
      if (moves) {
        item->setGeometry({area.topLeft() + QPoint(at, y + (height - size.height()) / 2), size});
      }
      at += size.width() + spacing();
    }
    row.clear();
  };
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) {
      continue;
    }
    const QSize size = item->sizeHint();
    if (!row.empty() && x + size.width() > area.width()) {
      endRow();
      x = 0;
      y += height + spacing();
      height = 0;
    }
    row.push_back(item);
    height = std::max(height, size.height());
    x += size.width() + spacing();
  }
  endRow();
  return y + height;
}

}  // namespace scree
