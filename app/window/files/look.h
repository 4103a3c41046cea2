#pragma once

#include <array>
#include <string_view>

#include "app/widgets/theme.h"

class QApplication;

namespace scree {

enum class ThemeChoice : unsigned char { system, dark, light };
constexpr std::array<std::string_view, 3> kThemeNames = {"system", "dark", "light"};

constexpr int kSmallestInterface = 80;  // smallest and largest size of the interface [%]
constexpr int kLargestInterface = 200;

/// Look of the whole interface: menus, dialogs and panels.
struct Look {
  ThemeChoice theme = ThemeChoice::dark;
  int percent = 100;  ///< size of letters and panels [%]

  bool operator==(const Look&) const = default;
};

/// Theme of a choice; `system` gives the theme of the palette that the desktop gives to Qt.
Theme themeOf(ThemeChoice choice);
/// Next size of the interface up (1) or down (-1), within its bounds [%].
int nextInterfaceSize(int percent, int way);
/// Applies a look to menus and dialogs.
void applyLook(QApplication& application, const Look& look);

}  // namespace scree
