#include "app/window/window_look.h"

#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>

#include "app/viewport/viewport.h"
#include "app/window/files/settings.h"

namespace scree {

namespace {

/// Lets hidden widgets ask for the room of new letters: layouts inside layouts keep what they asked for until they are
/// shown, and the stored state of the window holds it.
void askAnew(const QWidget& dock) {
  for (QLayout* layout : dock.findChildren<QLayout*>()) {
    layout->invalidate();
  }
  for (QWidget* part : dock.findChildren<QWidget*>()) {
    part->updateGeometry();
  }
}

}  // namespace

void WindowLook::set(const Look& look) {
  look_ = look;
  applyLook(*qApp, look);
  // A dock writes its title in the letters that it began with, as long as its own font is that of the program.
  QFont ofDocks = QApplication::font();
  constexpr double kHardlyLarger = 1.001;
  ofDocks.setPointSizeF(kHardlyLarger * ofDocks.pointSizeF());
  for (QDockWidget* dock : host_.window.findChildren<QDockWidget*>()) {
    dock->setFont(ofDocks);
    if (!dock->isVisible()) {
      askAnew(*dock);
    }
  }
  host_.viewport.setLook(themeOf(look.theme), static_cast<float>(look.percent) / 100.0f);
  settings::setLook(look);
}

void WindowLook::setTheme(ThemeChoice theme) {
  Look look = look_;
  look.theme = theme;
  set(look);
}

void WindowLook::resize(int way) {
  Look look = look_;
  look.percent = way == 0 ? Look().percent : nextInterfaceSize(look.percent, way);
  set(look);
}

}  // namespace scree
