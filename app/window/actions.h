#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/ui_state/panel_context.h"

class QKeySequence;
template <typename T>
class QList;

namespace scree {

struct ActionContext;

/// One thing a user can do. This one table feeds the menus, the shortcuts, the buttons of panels and the cheat sheet.
struct ActionSpec {
  std::string_view id;
  std::string_view menu;       ///< title of its menu
  std::string_view text;       ///< in the menu, without mnemonics
  std::string_view shortcuts;  ///< portable names separated by spaces, the first is shown; may be empty
  std::string_view tooltip;    ///< one sentence
  void (*run)(const ActionContext&);
  bool (*checked)(const ActionContext&) = nullptr;  ///< for actions that are on or off
  bool separatorBefore = false;
};

std::span<const ActionSpec> actionTable();
QList<QKeySequence> shortcutsOf(const ActionSpec& action);
/// The table as panels show it.
std::vector<ActionText> actionTexts();

}  // namespace scree
