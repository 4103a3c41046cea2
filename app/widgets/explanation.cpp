#include "app/widgets/explanation.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace scree {

namespace {

constexpr int kListLines = 6;  // lines shown of a list; a longer one scrolls

/// Draws a value as a bar, with a mark at its limit.
void drawBar(PanelContext& context, std::string_view name, const ValueOverLimit& value) {
  const float font = ImGui::GetFontSize();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 0.55f);
  ImGui::Dummy({size.x, size.y + 2.0f});
  const double most = 1.15 * std::max(value.measured, value.limit);
  if (!(most > 0.0)) {
    return;
  }
  const auto xOf = [&](double v) { return at.x + static_cast<float>(std::clamp(v / most, 0.0, 1.0)) * size.x; };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, theme::kTrack, 3.0f);
  const ImU32 colour = value.measured > value.limit ? theme::kWarn : theme::kAccent;
  list.AddRectFilled(at, {xOf(value.measured), at.y + size.y}, colour, 3.0f);
  list.AddLine({xOf(value.limit), at.y - 2.0f}, {xOf(value.limit), at.y + size.y + 2.0f}, theme::kText, 2.0f);
  probe(context, name);
  tooltip(fmt::format("Measured {}, limit {} (the mark): {:.3g} times the limit.", quantity(value.measured, value.unit),
                      quantity(value.limit, value.unit), value.limit > 0.0 ? value.measured / value.limit : 0.0));
}

void drawStory(PanelContext& context, std::string_view name, const Story& story) {
  wrappedText(story.sentence, ImGui::GetContentRegionAvail().x);
  probe(context, name);
  context.probes.recordText(name, story.sentence);
  if (story.value) {
    drawBar(context, fmt::format("{}.bar", name), *story.value);
  }
  if (story.partner) {
    const std::string label = fmt::format("Grain {}##{}", *story.partner, name);
    if (ImGui::SmallButton(label.c_str())) {
      context.view.selected = *story.partner;
    }
    probe(context, fmt::format("{}.partner", name));
    tooltip("The other grain of the contact. Click to pick it; F then flies to it.");
  }
}

/// Begins a list that scrolls if it has more than kListLines lines. ImGui::EndChild() must follow.
bool beginList(const char* id, std::size_t lines) {
  const float shown = static_cast<float>(std::min<std::size_t>(lines, kListLines));
  return ImGui::BeginChild(id, {0.0f, shown * ImGui::GetTextLineHeightWithSpacing()});
}

/// Line about an event with the text `after` it: the longest that fits the rest of the row.
std::string fittingLine(const LoggedEvent& event, const std::string& after) {
  std::string line;
  for (const std::string& one : linesOf(event)) {
    line = one + after;
    if (ImGui::CalcTextSize(line.c_str()).x <= ImGui::GetContentRegionAvail().x) {
      break;
    }
  }
  return line;
}

void drawEventsOf(PanelContext& context, const EventHistory& history) {
  ParticleEvents& events = context.memory.explained;
  const std::deque<std::uint64_t>& numbers = events.numbers();
  const std::uint64_t told = events.chosen.value_or(numbers.back());
  text(numbers.size() > 1 ? fmt::format("Its last {} events", numbers.size()) : std::string("Its last event"),
       theme::kDim);
  tooltip("Merges and splits of this grain that are still in the log, newest first. Click one to read why.");
  if (beginList("##events", numbers.size())) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(numbers.size()));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const std::uint64_t number = numbers[numbers.size() - 1 - static_cast<std::size_t>(i)];
        const LoggedEvent& event = history.at(number);
        text("■", packed(colourOfIdea(ideaOf(event.event.cause))));
        ImGui::SameLine(0.0f, ImGui::GetFontSize() * 0.35f);
        if (ImGui::Selectable(fmt::format("{}##{}", fittingLine(event, ""), number).c_str(), number == told)) {
          events.chosen = number;
        }
        probe(context, fmt::format("explain.event.{}", i));
      }
    }
  }
  ImGui::EndChild();
}

}  // namespace

void drawExplanation(PanelContext& context, std::size_t index) {
  const Snapshot& now = *context.snapshot;
  const EventHistory& history = *now.run.events;
  const ParticleId id = now.grains.id[index];
  if (now.scene.parameters.reduction.merging != Switch::on && history.size() == 0) {
    return;  // merging has never been on
  }
  ImGui::Separator();
  const bool isMember = index < now.reduction.aggregate.size() && now.reduction.aggregate[index] != 0;
  valueRow(context, "State", isMember ? "member of " + aggregateText(now, now.reduction.aggregate[index]) : "free",
           "State of the grain: free, or member of an aggregate, with the aggregate's carrier.");
  ParticleEvents& events = context.memory.explained;
  events.follow(id, history);
  if (!events.numbers().empty()) {
    drawStory(context, "explain", storyOf(history.at(events.chosen.value_or(events.numbers().back())), history, now));
  } else {
    // A grain can be a member from the start, or at an earlier time that is shown.
    wrappedText(history.first() > 0 || isMember ? "The last merge or split of this grain is not in the log."
                                                : "This grain has neither merged nor been split off since the start.",
                ImGui::GetContentRegionAvail().x, theme::kDim);
  }
  if (!isMember && now.onRequest.request.particle == id && now.onRequest.whyFree) {
    ImGui::Spacing();
    drawStory(context, "why_free", storyOf(*now.onRequest.whyFree, now));
  }
  if (!events.numbers().empty()) {
    drawEventsOf(context, history);
  }
}

void drawListedEvents(PanelContext& context) {
  std::optional<ListedEvents>& listed = context.memory.listedEvents;
  if (!listed) {
    return;
  }
  const std::uint64_t first = std::max(listed->first, listed->history->first());
  const std::size_t count = static_cast<std::size_t>(std::max(listed->end, first) - first);
  const std::string title = counted(count, "event");
  text(count == 0 ? title
                  : fmt::format("{}, {:.2f} to {:.2f} s", title, listed->history->at(first).time,
                                listed->history->at(listed->end - 1).time),
       theme::kDim);
  probe(context, "bin_events");
  tooltip("Merges and splits in this bar of the strip. Click an event to pick its grain and fly there.");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
  const bool close = ImGui::SmallButton("×##bin_events");
  probe(context, "bin_events.close");
  tooltip("Closes the list.");
  if (beginList("##bin_events", count)) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const LoggedEvent& event = listed->history->at(first + static_cast<std::uint64_t>(i));
        text("■", packed(colourOfIdea(ideaOf(event.event.cause))));
        ImGui::SameLine(0.0f, ImGui::GetFontSize() * 0.35f);
        const std::string grain = fmt::format("  grain {}", event.event.particle);
        const std::string line = fmt::format("{}##{}", fittingLine(event, grain), i);
        if (ImGui::Selectable(line.c_str(), context.view.selected == event.event.particle)) {
          context.view.selected = event.event.particle;
          context.trigger("frame");
        }
        probe(context, fmt::format("bin_events.{}", i));
        tooltip(storyOf(event, *listed->history, *context.snapshot).sentence);
      }
    }
  }
  ImGui::EndChild();
  if (close) {
    listed.reset();
  }
}

}  // namespace scree
