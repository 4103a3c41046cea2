#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/viewport/camera/scene_picker.h"
#include "app/viewport/camera/view_camera.h"

namespace scree {

/// Parts of a viewport that its tools may use. The tool box's object outlives all tools.
struct ToolContext {
  const ViewHost& host;
  SceneViews& views;
  ViewCamera& camera;
  ScenePicker& picker;
  std::span<const ActionText> actions;            ///< table of actions, for menus
  std::function<void(std::string_view)> trigger;  ///< runs an action by its id
};

}  // namespace scree
