#pragma once

#include "app/window/files/look.h"
#include "app/window/files/window_host.h"

namespace scree {

/// Theme and size of menus, dialogs, panels and backdrop.
class WindowLook {
 public:
  explicit WindowLook(const WindowHost& host) : host_(host) {}

  const Look& now() const { return look_; }
  /// Gives the whole interface a look, and remembers it.
  void set(const Look& look);
  void setTheme(ThemeChoice theme);
  /// One size up (1) or down (-1), or back to the usual one (0).
  void resize(int way);

 private:
  const WindowHost& host_;
  Look look_;
};

}  // namespace scree
