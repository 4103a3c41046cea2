#include "app/viewport/view_panels.h"

#include <imgui.h>

#include <QOpenGLWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/simulation.h"
#include "app/overlays/timeline_strip.h"
#include "app/viewport/work_list.h"
#include "engine/base/clock.h"

namespace scree {

namespace {

constexpr int kNoticeMilliseconds = 6000;
constexpr std::initializer_list<const char*> kCaptions = {"twin.caption.first", "twin.caption.second"};
constexpr std::initializer_list<const char*> kLegends = {"legend_plate", "chain_legend", "slice_legend"};

}  // namespace

ViewPanels::ViewPanels(const ViewHost& host, std::vector<ActionText> actions, Trigger trigger)
    : host_(host), actions_(std::move(actions)), trigger_(std::move(trigger)), backend_(host.widget) {}

PanelContext ViewPanels::context(const SceneViews& views, const ViewCamera& camera, const FrameTimes& times,
                                 Probes& probes) {
  const Simulation& simulation = host_.simulation;
  PanelContext context{.snapshot = simulation.snapshot(),
                       .scene = simulation.scene(),
                       .actions = actions_,
                       .view = host_.options,
                       .memory = host_.memory,
                       .probes = probes,
                       .run = simulation.runState(),
                       .targetRate = simulation.targetRate(),
                       .age = simulation.age(),
                       .frame = times,
                       .recording = recording_,
                       .lookedAt = {camera.now().target, viewHeight(camera.now())},
                       .layerStatistics = views.renderer(0).layerStatistics(),
                       .longStep = std::nullopt,
                       .longStepSeconds = 0.0,
                       .works = works_.shown(),
                       .post = host_.poster(),
                       .trigger = trigger_};
  if (const auto step = simulation.longStep()) {
    context.longStep = step->step;
    context.longStepSeconds = step->seconds;
  }
  return context;
}

void ViewPanels::build(const SceneViews& views, ViewCamera& camera, const ToolBox& tools, const FrameTimes& times,
                       bool mayDraw) {
  backend_.beginFrame(mayDraw);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    host_.undo.beginGesture();
  }
  const float legends = below(kLegends, free_).y0;  // lower edge in the last frame
  probes_.clear();
  works_.update(worksUnderWay(host_.simulation, recording_), steadySeconds());
  PanelContext panels = context(views, camera, times, probes_);
  const std::optional<ParticleId> picked = host_.options.selected;
  const auto w = static_cast<float>(host_.widget.width());
  const auto h = static_cast<float>(host_.widget.height());
  free_ = {0.0f, 0.0f, w, h};
  if (overlaysShown_ && shown_) {
    const float top = drawHeadsUp(panels, w);
    const float bottom = drawTimelineStrip(panels, {0.0f, top, w, h});
    free_ = {0.0f, top, w, h - bottom};
    drawToolbar(panels, {free_.x0, std::max(free_.y0, legends), free_.x1, free_.y1});
    drawFilmOutline(panels);
  }
  views.drawBorder(panels, tools.wipe().isHot(), overlaysShown_);
  panels.labels = taken_;
  keepClearOf(kCaptions, panels.labels);
  if (overlaysShown_) {
    tools.overlay(panels, free_);
  }
  taken_.clear();
  if (!host_.memory.parts.hideRun()) {
    // At the top, because grains lie at the bottom; over the areas of measures and sensors, so that it can be read.
    drawLegend(panels, below(kCaptions, free_), LegendEdge::top);
    keepClearOf(kLegends, taken_);
  }
  if (overlaysShown_) {
    drawMessages(panels);
    drawCheatSheet(panels, {0.0f, 0.0f, w, h}, cheatSheet_);
  }
  backend_.endFrame();
  revealPicked(picked);
  camera.goToAskedKey();
}

ProbeRect ViewPanels::below(std::initializer_list<const char*> names, ProbeRect area) const {
  for (const char* name : names) {
    if (const auto place = probes_.find(name)) {
      area.y0 = std::max(area.y0, place->y1);
    }
  }
  return area;
}

void ViewPanels::drawMessages(PanelContext& context) {
  ProbeRect room = below(kLegends, below(kCaptions, free_));
  room.y0 += drawLongWork(context, room);
  drawNotice(context, room, notice_);
  keepClearOf({"long_work", "notice"}, taken_);
}

void ViewPanels::keepClearOf(std::initializer_list<const char*> names, std::vector<ProbeRect>& places) const {
  for (const char* name : names) {
    if (const auto place = probes_.find(name)) {
      places.push_back(*place);
    }
  }
}

void ViewPanels::drawFilmOutline(PanelContext& context) {
  // Draws the sides of the film only while a film is made or the Record panel is open.
  const bool wanted = recording_.state == RecordStatus::State::recording || host_.layout.isOpen("record");
  const RecordChoices& film = host_.memory.record;
  const auto [filmWidth, filmHeight] =
      film.sizePreset == kOwnSize ? film.ownSize : kSizePresets[static_cast<std::size_t>(film.sizePreset)].size;
  if (wanted && filmHeight > 0 && film.content != FilmContent::window) {
    drawFilmEdges(context,
                  {0.0f, 0.0f, static_cast<float>(host_.widget.width()), static_cast<float>(host_.widget.height())},
                  static_cast<float>(filmWidth) / static_cast<float>(filmHeight));
  }
}

void ViewPanels::revealPicked(const std::optional<ParticleId>& before) {
  // A panel has picked a grain: the Inspector opens to show its data.
  if (host_.options.selected && host_.options.selected != before) {
    host_.layout.follow("inspector");
  }
  std::optional<ListedGrains>& listed = host_.memory.listedGrains;
  if (listed && std::exchange(listed->isNew, false)) {
    host_.layout.follow("granulation");
  }
}

void ViewPanels::setShown(bool shown) {
  shown_ = shown;
  host_.requestFrame();
}

void ViewPanels::setCheatSheetShown(bool shown) {
  cheatSheet_ = shown;
  host_.requestFrame();
}

bool ViewPanels::setOverlaysShown(bool shown) { return std::exchange(overlaysShown_, shown); }

bool ViewPanels::closePopup() {
  if (!backend_.hasPopup()) {
    return false;
  }
  backend_.closePopups();
  host_.requestFrame();
  return true;
}

void ViewPanels::setNotice(const std::string& text) {
  notice_ = text;
  noticeAge_.start();
  host_.requestFrame();
}

bool ViewPanels::isNewMessage(const std::string& message) {
  const bool isNew = !message.empty() && message != lastMessage_;
  lastMessage_ = message;
  return isNew;
}

bool ViewPanels::endNotice() {
  const bool ends = !notice_.empty() && noticeAge_.elapsed() > kNoticeMilliseconds;
  if (ends) {
    notice_.clear();
  }
  return ends;
}

}  // namespace scree
