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

/// An action of the user. The table of actions feeds the menus, the shortcuts, the buttons of panels and the cheat
/// sheet.
struct ActionSpec {
  std::string_view id;
  std::string_view menu;       ///< title of the menu
  std::string_view text;       ///< text in the menu, without mnemonics
  std::string_view shortcuts;  ///< portable names of keys separated by spaces, the first is shown; may be empty
  std::string_view tooltip;    ///< one sentence
  void (*run)(const ActionContext&);
  bool (*checked)(const ActionContext&) = nullptr;  ///< state of an action that is on or off; null for others
  bool separatorBefore = false;
};

std::span<const ActionSpec> actionTable();
QList<QKeySequence> shortcutsOf(const ActionSpec& action);
/// Texts of all actions for panels.
std::vector<ActionText> actionTexts();

}  // namespace scree
