#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "app/window/action_context.h"

class QAction;
class QMenu;

namespace scree {

struct ActionSpec;

/// Menus of the window, made from the table of actions.
class ActionMenus {
 public:
  explicit ActionMenus(const ActionContext& context);

  /// Runs an action by its id after the present event; an unknown id does nothing.
  void trigger(std::string_view id) const;

 private:
  void add(const ActionSpec& spec);
  void addScenes(QMenu& menu);
  void addPanels(QMenu& menu);
  void fillRecent(QMenu& menu);
  QMenu& menuNamed(std::string_view title);
  void updateChecks();

  const ActionContext& context_;
  /// Actions by id; actions of single panels by "panel_" and the panel's id.
  std::map<std::string, QAction*, std::less<>> actions_;
};

}  // namespace scree
