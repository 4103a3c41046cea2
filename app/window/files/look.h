#pragma once

#include <array>
#include <string_view>

#include "app/widgets/theme.h"

class QApplication;

namespace scree {

enum class ThemeChoice : unsigned char { system, dark, light };
constexpr std::array<std::string_view, 3> kThemeNames = {"system", "dark", "light"};

constexpr int kSmallestInterface = 80;  // %
constexpr int kLargestInterface = 200;

/// How the whole interface looks: menus, dialogs and panels alike.
struct Look {
  ThemeChoice theme = ThemeChoice::dark;
  int percent = 100;  ///< size of letters and all that goes with them

  bool operator==(const Look&) const = default;
};

/// The theme that is meant; the system's is that of the palette which the desktop gives to Qt.
Theme themeOf(ThemeChoice choice);
/// The next size up (1) or down (-1), within its bounds.
int nextInterfaceSize(int percent, int way);
/// Gives menus and dialogs the look.
void applyLook(QApplication& application, const Look& look);

}  // namespace scree
