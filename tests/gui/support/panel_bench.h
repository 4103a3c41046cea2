#pragma once

#include <imgui.h>

#include <memory>
#include <vector>

#include "app/ui_state/panel_context.h"

namespace scree::testing {

/// Draws a panel without a window from a snapshot filled by hand, and collects the commands it posts.
class PanelBench {
 public:
  explicit PanelBench(void (*draw)(PanelContext&), float panelWidth = 330.0f);
  ~PanelBench();
  PanelBench(const PanelBench&) = delete;
  PanelBench& operator=(const PanelBench&) = delete;

  /// Some frames with the pointer where it is.
  void frames(int count = 3);
  /// Clicks the middle of a widget by the name of its probe. Throws when it is not in sight.
  void click(std::string_view name);
  bool isShown(std::string_view name) const { return probes.find(name).has_value(); }

  std::shared_ptr<Snapshot> snapshot = std::make_shared<Snapshot>();
  SceneInfo scene;
  ViewOptions view;
  PanelMemory memory;
  Probes probes;
  LookedAt lookedAt;
  std::vector<Command> posted;

 private:
  void (*draw_)(PanelContext&);
  float width_;  ///< of the panel [px]
  ImGuiContext* before_;
  ImGuiContext* context_;
};

}  // namespace scree::testing
