#include "app/window/files/look.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QProxyStyle>
#include <algorithm>

namespace scree {

namespace {

/// Colours of menus and dialogs, near those of the panels.
struct Shades {
  QColor window;
  QColor base;
  QColor button;
  QColor text;
  QColor dim;
  QColor disabled;
  QColor accent;
  QColor accentText;
  QColor link;
};

/// Fusion, which etches what is disabled in menus: a bright copy beside the letters makes them look double.
class PlainFusion : public QProxyStyle {
 public:
  PlainFusion() : QProxyStyle("Fusion") {}
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returned) const override {
    return hint == SH_EtchDisabledText ? 0 : QProxyStyle::styleHint(hint, option, widget, returned);
  }
};

Shades shadesOf(Theme theme) {
  if (theme == Theme::light) {
    return {QColor(238, 240, 243), QColor(255, 255, 255), QColor(226, 230, 236), QColor(28, 32, 40),
            QColor(92, 99, 111),   QColor(150, 156, 166), QColor(38, 108, 190),  Qt::white,
            QColor(16, 92, 184)};
  }
  return {QColor(40, 44, 52),    QColor(30, 33, 39),  QColor(58, 63, 74), QColor(226, 229, 234), QColor(150, 156, 166),
          QColor(126, 132, 142), QColor(52, 96, 152), Qt::white,          QColor(96, 170, 255)};
}

QPalette paletteOf(Theme theme) {
  const Shades shades = shadesOf(theme);
  QPalette palette;
  palette.setColor(QPalette::Window, shades.window);
  palette.setColor(QPalette::WindowText, shades.text);
  palette.setColor(QPalette::Base, shades.base);
  palette.setColor(QPalette::AlternateBase, shades.window);
  palette.setColor(QPalette::Text, shades.text);
  palette.setColor(QPalette::PlaceholderText, shades.dim);
  palette.setColor(QPalette::Button, shades.button);
  palette.setColor(QPalette::ButtonText, shades.text);
  palette.setColor(QPalette::BrightText, Qt::white);
  palette.setColor(QPalette::ToolTipBase, shades.base);
  palette.setColor(QPalette::ToolTipText, shades.text);
  palette.setColor(QPalette::Highlight, shades.accent);
  palette.setColor(QPalette::HighlightedText, shades.accentText);
  palette.setColor(QPalette::Link, shades.link);
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, shades.disabled);
  }
  return palette;
}

}  // namespace

Theme themeOf(ThemeChoice choice) {
  if (choice != ThemeChoice::system) {
    return choice == ThemeChoice::light ? Theme::light : Theme::dark;
  }
  const QPalette ours = QApplication::palette();
  QApplication::setPalette(QPalette());  // colours that are not set come from the system
  const QPalette system = QApplication::palette();
  QApplication::setPalette(ours);
  return system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness() ? Theme::dark
                                                                                                     : Theme::light;
}

int nextInterfaceSize(int percent, int way) {
  constexpr int kStep = 10;  // step between sizes [%]
  return std::clamp(percent + way * kStep, kSmallestInterface, kLargestInterface);
}

void applyLook(QApplication& application, const Look& look) {
  if (dynamic_cast<const PlainFusion*>(application.style()) == nullptr) {
    QApplication::setStyle(new PlainFusion);
  }
  QApplication::setPalette(paletteOf(themeOf(look.theme)));
  QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  const double points = font.pointSizeF() > 0.0 ? font.pointSizeF() : 9.0;
  font.setPointSizeF(points * look.percent / 100.0);
  QApplication::setFont(font);
}

}  // namespace scree
