#pragma once

#include "app/window/files/look.h"
#include "app/window/files/window_host.h"

namespace scree {

/// Theme and size of menus, dialogs, panels and backdrop.
class WindowLook {
 public:
  explicit WindowLook(const WindowHost& host) : host_(host) {}

  const Look& now() const { return look_; }
  /// Sets the look of the whole interface, and stores it in the settings.
  void set(const Look& look);
  void setTheme(ThemeChoice theme);
  /// Makes the interface one size larger (1) or smaller (-1), or sets the default size (0).
  void resize(int way);

 private:
  const WindowHost& host_;
  Look look_;
};

}  // namespace scree
