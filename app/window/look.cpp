#include "app/window/look.h"

#include <QApplication>
#include <QPalette>

namespace scree {

void applyLook(QApplication& application) {
  QApplication::setStyle("Fusion");
  QPalette palette;
  const QColor window(40, 44, 52);
  const QColor base(30, 33, 39);
  const QColor text(226, 229, 234);
  const QColor dim(150, 156, 166);
  const QColor accent(52, 96, 152);
  palette.setColor(QPalette::Window, window);
  palette.setColor(QPalette::WindowText, text);
  palette.setColor(QPalette::Base, base);
  palette.setColor(QPalette::AlternateBase, window);
  palette.setColor(QPalette::Text, text);
  palette.setColor(QPalette::PlaceholderText, dim);
  palette.setColor(QPalette::Button, QColor(58, 63, 74));
  palette.setColor(QPalette::ButtonText, text);
  palette.setColor(QPalette::BrightText, Qt::white);
  palette.setColor(QPalette::ToolTipBase, base);
  palette.setColor(QPalette::ToolTipText, text);
  palette.setColor(QPalette::Highlight, accent);
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, QColor(96, 170, 255));
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, QColor(110, 115, 124));
  }
  application.setPalette(palette);
}

}  // namespace scree
