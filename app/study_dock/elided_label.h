#pragma once

#include <QLabel>
#include <QPainter>

namespace scree {

/// Line of text that gives way to a narrow window: what has no room is left out in its middle, and told by the pointer.
class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(const QString& name, QWidget* parent = nullptr) : QLabel(parent) {
    setObjectName(name);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  }
  /// Sets the text, with more of it for the pointer.
  void setTexts(const QString& text, const QString& tip) {
    setText(text);
    setToolTip(tip.isEmpty() ? text : tip);
  }
  QSize minimumSizeHint() const override { return {0, fontMetrics().lineSpacing()}; }
  QSize sizeHint() const override { return {0, fontMetrics().lineSpacing()}; }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
  }
};

}  // namespace scree
