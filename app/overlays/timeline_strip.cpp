#include "app/overlays/timeline_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/overlays/timeline_graph.h"
#include "app/ui_state/level_summary.h"
#include "app/widgets/event_text.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kHeightInFonts = 4.7f;
constexpr float kControlsInFonts = 14.5f;  // width of buttons and times beside the graph
constexpr float kLevelInFonts = 7.5f;      // width of the reduction level in large figures
constexpr float kLeastPictureInFonts = 8.0f;
constexpr float kLeastPicture = 20.0f;  // [px]
constexpr std::string_view kStripHelp =
    "Drag to go to another time; playing from there repeats the run to its end, a change starts another one from "
    "there.\nAbove: reduction level h, with a thin line for its mean over the 3 s before. Below: grains merged (up) "
    "and split off (down, in the colours of the causes), "
    "by the logarithm of their number. Grains that joined (up) and broke (down) have a row of their own where any did: "
    "a click on a bar lists them in the panel Granulation. Triangles are your changes; a grey curve is what was "
    "dropped.";

enum class Icon { first, back, play, pause, forward, last, loop };

/// Draws a triangle about a point that points right (`way` 1) or left (-1).
void addArrow(ImDrawList& list, ImVec2 at, float size, float way) {
  list.AddTriangleFilled({at.x - way * size * 0.5f, at.y - size * 0.6f}, {at.x + way * size * 0.5f, at.y},
                         {at.x - way * size * 0.5f, at.y + size * 0.6f}, theme::kText);
}

void addBar(ImDrawList& list, float x, float y, float size) {
  list.AddRectFilled({x - size * 0.1f, y - size * 0.6f}, {x + size * 0.1f, y + size * 0.6f}, theme::kText);
}

void drawTransportIcon(Icon icon) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImVec2 at((low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f);
  const float size = std::round((high.y - low.y) * 0.5f);
  switch (icon) {
    case Icon::first:
    case Icon::back:
      addArrow(list, at, size, -1.0f);
      addBar(list, icon == Icon::first ? at.x - size * 0.65f : at.x + size * 0.75f, at.y, size);
      break;
    case Icon::play:
      addArrow(list, at, size * 1.1f, 1.0f);
      break;
    case Icon::pause:
      addBar(list, at.x - size * 0.22f, at.y, size * 1.1f);
      addBar(list, at.x + size * 0.22f, at.y, size * 1.1f);
      break;
    case Icon::forward:
    case Icon::last:
      addArrow(list, at, size, 1.0f);
      addBar(list, icon == Icon::last ? at.x + size * 0.65f : at.x - size * 0.75f, at.y, size);
      break;
    case Icon::loop:
      list.PathArcTo(at, size * 0.55f, 0.6f, 5.6f);
      list.PathStroke(theme::kText, ImDrawFlags_None, 1.6f);
      list.AddTriangleFilled({at.x + size * 0.25f, at.y - size * 0.35f}, {at.x + size * 0.85f, at.y - size * 0.35f},
                             {at.x + size * 0.6f, at.y + size * 0.15f}, theme::kText);
      break;
  }
}

void iconButton(PanelContext& context, std::string_view action, Icon icon, float width, bool lit = false) {
  actionButton(context, action, fmt::format("##strip_{}", action).c_str(), width, lit);
  probe(context, fmt::format("timeline.{}", action));
  drawTransportIcon(icon);
}

void drawButtons(PanelContext& context, float width) {
  const float gap = 2.0f;
  const float each = std::floor((width - 5.0f * gap) / 6.0f);
  const bool running = context.run == RunState::playing || context.run == RunState::starting;
  const bool past = context.snapshot->run.timeline.past;
  iconButton(context, "run_start", Icon::first, each);
  ImGui::SameLine(0.0f, gap);
  iconButton(context, "step_back", Icon::back, each);
  ImGui::SameLine(0.0f, gap);
  iconButton(context, "play_pause", running ? Icon::pause : Icon::play, each, running);
  ImGui::SameLine(0.0f, gap);
  iconButton(context, "step", Icon::forward, each);
  ImGui::SameLine(0.0f, gap);
  iconButton(context, "run_end", Icon::last, each, !past);
  ImGui::SameLine(0.0f, gap);
  iconButton(context, "loop", Icon::loop, each, context.snapshot->run.timeline.loop);
}

void drawState(PanelContext& context, float width) {
  const Timeline& timeline = context.snapshot->run.timeline;
  const auto widthOf = [](const std::string& words) { return ImGui::CalcTextSize(words.c_str()).x; };
  const float gap = ImGui::GetStyle().ItemSpacing.x + 2.0f * ImGui::GetStyle().FramePadding.x;
  std::string span = timeline.past ? fmt::format("{:.2f} of {:.2f} s", context.snapshot->run.time, timeline.last.time)
                                   : fmt::format("{:.2f} s", timeline.last.time);
  const char* resume = "Resume here";
  if (timeline.past && widthOf(span) + gap + widthOf(resume) > width) {  // a narrow view
    resume = "Resume";
    span = widthOf(span) + gap + widthOf(resume) > width ? fmt::format("{:.2f} s", context.snapshot->run.time) : span;
  }
  ImGui::AlignTextToFramePadding();
  text(span, timeline.past ? theme::kWarn : theme::kText);
  probe(context, "timeline.span");
  tooltip("Simulated time shown, and in the past also how far the run goes [s].");
  if (!timeline.past) {
    ImGui::SameLine();
    text("present", theme::kDim);
    return;
  }
  const float wanted = std::max(0.46f * width, widthOf(resume) + 2.0f * ImGui::GetStyle().FramePadding.x);
  const float button = std::floor(std::min(wanted, width - widthOf(span) - ImGui::GetStyle().ItemSpacing.x));
  ImGui::SameLine(width - button);  // in a group, places count from its left edge
  actionButton(context, "resume_here", resume, button);
}

/// Draws the reduction level in large figures, below it its running mean, or why it drops.
void drawLevelBlock(PanelContext& context, float width) {
  const LevelSummary level = summaryOf(context.memory.reductionHistory);
  const bool merges = context.snapshot->scene.parameters.reduction.merging == Switch::on;
  ImGui::BeginGroup();
  text("h", theme::kDim);
  ImGui::SameLine();
  bigText(fmt::format("{:.0f} %", 100.0 * level.now), level.now > 0.0 ? theme::kText : theme::kDim);
  std::string below = merges ? fmt::format("mean {:.0f} %", 100.0 * level.mean) : "merging is off";
  const bool drops = merges && level.dropped != SplitCause::none;
  if (drops) {
    below = causeName(level.dropped);
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(at, {at.x + width, at.y + 2.0f * ImGui::GetFontSize()}, true);
  text(below, drops ? theme::kWarn : theme::kDim);
  ImGui::PopClipRect();
  ImGui::EndGroup();
  probe(context, "level");
  context.probes.recordText("level", below);
  tooltip(
      fmt::format("Reduction level h: the part of the grains that the solver is spared. Below, its mean over the "
                  "last {:.0f} s of simulated time, or while it is {:.0f} points below that, the cause of most of "
                  "the {} splits in the last second.",
                  LevelSummary::kMeanSpan, 100.0 * LevelSummary::kLeastDrop, grouped(level.splits)));
}

/// Goes to the time under the pointer during a drag.
void followPointer(PanelContext& context, const TimelineGraph& graph) {
  TimelineMemory& memory = context.memory.timeline;
  const Timeline& timeline = context.snapshot->run.timeline;
  if (!ImGui::IsItemActive() || timeline.last.step == timeline.first.step) {
    memory.dragged.reset();
    return;
  }
  const std::uint64_t step = stepAt(timeline, graph.timeAt(ImGui::GetMousePos().x));
  if (memory.dragged != step) {
    memory.dragged = step;
    memory.asked = {context.post(SeekTo{step}), static_cast<double>(step)};
  }
}

/// Time that the run is going to, or the time shown [s].
double askedTime(const PanelContext& context) {
  const Timeline& timeline = context.snapshot->run.timeline;
  const TimelineMemory& memory = context.memory.timeline;
  if (memory.dragged) {
    return timeOf(timeline, *memory.dragged);
  }
  if (context.snapshot->run.lastCommand < memory.asked.sequence) {
    return timeOf(timeline, static_cast<std::uint64_t>(memory.asked.value));
  }
  return timeline.seekTo ? timeOf(timeline, *timeline.seekTo) : context.snapshot->run.time;
}

void drawPicture(PanelContext& context, ImVec2 size) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("timeline", size);
  probe(context, "timeline");
  const TimelineGraph graph = timelineGraph(context, low, {low.x + size.x, low.y + size.y});
  if (ImGui::IsItemActivated()) {
    if (const std::optional<ListedGrains> bar = grainBarAt(context, graph, ImGui::GetMousePos())) {
      context.memory.listedGrains = bar;
    }
  }
  followPointer(context, graph);
  const bool hovered = ImGui::IsItemHovered();
  drawTimelineGraph(context, graph);
  const float x = graph.xOf(context.snapshot->run.time);
  context.probes.record("timeline.now", {x - 3.0f, low.y, x + 3.0f, low.y + size.y});
  drawTimelineMarkers(graph, context.snapshot->run.time, askedTime(context));
  if (hovered && !context.memory.timeline.dragged) {
    tooltip(fmt::format("{}\n\n{}", describeTime(context, graph, ImGui::GetMousePos().x), kStripHelp));
  }
}

}  // namespace

std::string pastText(const PanelContext& context) {
  const Timeline& timeline = context.snapshot->run.timeline;
  if (timeline.seekTo) {
    const double way = static_cast<double>(*timeline.seekTo - timeline.seekFrom);
    const double done = static_cast<double>(context.snapshot->run.step - timeline.seekFrom);
    return fmt::format("going to {:.2f} s ({:.0f} %)", timeOf(timeline, *timeline.seekTo),
                       way > 0.0 ? 100.0 * done / way : 100.0);
  }
  if (!timeline.past) {
    return {};
  }
  return fmt::format("{}: {:.2f} s of {:.2f} s", context.snapshot->run.playing ? "replaying" : "in the past",
                     context.snapshot->run.time, timeline.last.time);
}

float drawTimelineStrip(PanelContext& context, const ProbeRect& area) {
  if (!context.memory.timeline.shown) {
    return 0.0f;
  }
  const float font = ImGui::GetFontSize();
  const float height = std::round(font * kHeightInFonts);
  const float pad = std::round(font * 0.5f);
  const float width = area.x1 - area.x0;
  ImGui::SetNextWindowPos({area.x0, area.y1 - height});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {pad, pad});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                 ImGuiWindowFlags_NoNav;
  ImGui::Begin("##timeline_strip", nullptr, flags);
  // In a narrow view the buttons keep their size, and the picture gets what is left.
  const float controls = std::min(font * kControlsInFonts, width - 5.0f * pad - kLeastPicture);
  ImGui::BeginGroup();
  drawButtons(context, controls);
  ImGui::Dummy({0.0f, std::round(font * 0.25f)});
  drawState(context, controls);
  ImGui::EndGroup();
  float left = pad + controls + pad;
  const float block = font * kLevelInFonts;
  if (width - left - block > kLeastPictureInFonts * font) {
    ImGui::SetCursorPos({left, pad});
    drawLevelBlock(context, block);
    left += block + pad;
  }
  ImGui::SetCursorPos({left, pad});
  drawPicture(context, {std::max(width - left - pad, kLeastPicture), height - 2.0f * pad});
  ImGui::End();
  ImGui::PopStyleVar(3);
  context.probes.record("timeline_strip", {area.x0, area.y1 - height, area.x1, area.y1});
  return height;
}

}  // namespace scree
