#include "app/window/window_look.h"

#include <QApplication>

#include "app/viewport/viewport.h"
#include "app/window/files/settings.h"

namespace scree {

void WindowLook::set(const Look& look) {
  look_ = look;
  applyLook(*qApp, look);
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
