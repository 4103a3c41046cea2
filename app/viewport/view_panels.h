#pragma once

#include <QElapsedTimer>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewport/imgui_backend.h"
#include "app/viewport/tools/tool_box.h"

namespace scree {

/// Panels and overlays of a viewport, over the picture of the scene.
class ViewPanels {
 public:
  using Trigger = std::function<void(std::string_view)>;
  ViewPanels(const ViewHost& host, std::vector<ActionText> actions, Trigger trigger);

  /// Dear ImGui in the widget: takes the events that the panels get.
  ImGuiBackend& backend() { return backend_; }
  const ImGuiBackend& backend() const { return backend_; }
  const std::vector<ActionText>& actions() const { return actions_; }
  const Trigger& trigger() const { return trigger_; }

  /// Builds a frame of all panels; `mayDraw` as in ImGuiBackend.
  void build(const SceneViews& views, ViewCamera& camera, const ToolBox& tools, const FrameTimes& times, bool mayDraw);
  /// Whether all panels stand still.
  bool isSettled() const { return !shown_ || host_.layout.isSettled(); }

  /// Whether panels and the line at the top are shown.
  bool areShown() const { return shown_; }
  void setShown(bool shown);
  bool cheatSheetShown() const { return cheatSheet_; }
  void setCheatSheetShown(bool shown);
  /// Shows or hides everything over the picture but border and legend; returns the setting before.
  bool setOverlaysShown(bool shown);
  /// Closes an open combo box or list. False when there is none.
  bool closePopup();

  /// Names and places of the widgets in the last frame.
  const Probes& probes() const { return probes_; }
  /// The part of the view between the panels, in the last frame.
  const ProbeRect& freeArea() const { return free_; }

  /// Shows a line over the view for some seconds.
  void setNotice(const std::string& text);
  const std::string& notice() const { return notice_; }
  /// Takes the line away when its time is over. True when it was.
  bool endNotice();
  /// The film that the line at the top and the Record panel describe.
  void setRecordStatus(const RecordStatus& status) { recording_ = status; }
  const RecordStatus& recordStatus() const { return recording_; }

 private:
  PanelContext context(const SceneViews& views, const ViewCamera& camera, const FrameTimes& times);
  void drawFilmOutline(PanelContext& context);
  void revealPicked(const std::optional<ParticleId>& before);

  const ViewHost& host_;
  std::vector<ActionText> actions_;
  Trigger trigger_;
  ImGuiBackend backend_;
  Probes probes_;
  RecordStatus recording_;
  ProbeRect free_;
  std::string notice_;
  QElapsedTimer noticeAge_;
  bool shown_ = true;
  bool overlaysShown_ = true;
  bool cheatSheet_ = false;
};

}  // namespace scree
