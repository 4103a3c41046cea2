#pragma once

#include <QElapsedTimer>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewport/imgui_backend.h"
#include "app/viewport/tools/tool_box.h"

namespace scree {

/// Overlays of a viewport, over the picture of the scene, and what the panels beside it are drawn from.
class ViewPanels {
 public:
  using Trigger = std::function<void(std::string_view)>;
  ViewPanels(const ViewHost& host, std::vector<ActionText> actions, Trigger trigger);

  /// Dear ImGui in the widget, which takes the events for the panels.
  ImGuiBackend& backend() { return backend_; }
  const ImGuiBackend& backend() const { return backend_; }
  const std::vector<ActionText>& actions() const { return actions_; }
  const Trigger& trigger() const { return trigger_; }

  /// Data for overlays and panels of a frame.
  PanelContext context(const SceneViews& views, const ViewCamera& camera, const FrameTimes& times, Probes& probes);
  /// Builds a frame of all overlays. With `mayDraw` the GL context must be current
  /// (ImGuiBackend::beginFrame).
  void build(const SceneViews& views, ViewCamera& camera, const ToolBox& tools, const FrameTimes& times, bool mayDraw);
  /// Opens the Inspector if a panel has picked another grain than `before`.
  void revealPicked(const std::optional<ParticleId>& before);

  /// True if toolbar, timeline and the line at the top are shown.
  bool areShown() const { return shown_; }
  void setShown(bool shown);
  bool cheatSheetShown() const { return cheatSheet_; }
  void setCheatSheetShown(bool shown);
  /// Shows or hides everything over the picture except the twin's border and the legend. Returns the setting before.
  bool setOverlaysShown(bool shown);
  /// Closes an open combo box or list. Returns false if none is open.
  bool closePopup();

  /// Names and rectangles of the widgets in the last frame.
  const Probes& probes() const { return probes_; }
  /// Part of the view between the line at the top and the timeline in the last frame [logical px].
  const ProbeRect& freeArea() const { return free_; }

  /// Shows a notice over the view for six seconds.
  void setNotice(const std::string& text);
  const std::string& notice() const { return notice_; }
  /// True if `message` of the simulation is no empty one and not the one asked about before.
  bool isNewMessage(const std::string& message);
  /// Takes the notice away if its time is over. Returns true if it did.
  bool endNotice();
  /// Sets the state of the film that the line at the top and the Record panel describe.
  void setRecordStatus(const RecordStatus& status) { recording_ = status; }
  const RecordStatus& recordStatus() const { return recording_; }

 private:
  void drawFilmOutline(PanelContext& context);
  /// Part of an area below all overlays of some names that this frame has drawn.
  ProbeRect below(std::initializer_list<const char*> names, ProbeRect area) const;
  /// Draws long work and the notice, one below the other and below the captions of a twin and the legends.
  void drawMessages(PanelContext& context);
  /// Adds the places of overlays that this frame has drawn.
  void keepClearOf(std::initializer_list<const char*> names, std::vector<ProbeRect>& places) const;

  const ViewHost& host_;
  std::vector<ActionText> actions_;
  Trigger trigger_;
  ImGuiBackend backend_;
  Probes probes_;
  LongWorkList works_;
  RecordStatus recording_;
  std::vector<ProbeRect> taken_;  ///< legends and messages of the last frame, which labels keep clear of
  ProbeRect free_;
  std::string notice_;
  QElapsedTimer noticeAge_;
  std::string lastMessage_;  ///< last message of the simulation
  bool shown_ = true;
  bool overlaysShown_ = true;
  bool cheatSheet_ = false;
};

}  // namespace scree
