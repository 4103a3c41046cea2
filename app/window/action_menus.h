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

/// The menus of the window, made from the table of actions, and the actions by their ids.
class ActionMenus {
 public:
  explicit ActionMenus(const ActionContext& context);

  /// Runs an action after the present event; unknown ids do nothing.
  void trigger(std::string_view id) const;

 private:
  void add(const ActionSpec& spec);
  void addScenes(QMenu& menu);
  void addPanels(QMenu& menu);
  void fillRecent(QMenu& menu);
  QMenu& menuNamed(std::string_view title);
  void updateChecks();

  const ActionContext& context_;
  std::map<std::string, QAction*, std::less<>> actions_;  ///< by id; those of single panels by "panel_" and id
};

}  // namespace scree
