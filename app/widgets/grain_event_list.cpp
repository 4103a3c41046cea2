#include "app/widgets/grain_event_list.h"

#include <fmt/format.h>

#include <algorithm>

namespace scree {

namespace {

constexpr std::size_t kMostListed = 200;
constexpr float kListInFonts = 7.5f;  // height of the list

/// Numbers of the listed events, from `first` up to `end`.
struct EventRange {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t count() const { return end - first; }
};

EventRange listedRange(const PanelContext& context, const GrainEvents& events) {
  const std::optional<ListedGrains>& listed = context.memory.listedGrains;
  if (listed) {
    return {events.until(listed->from), std::max(events.until(listed->from), events.until(listed->to))};
  }
  const std::size_t end = events.until(context.snapshot->run.time);
  return {end - std::min(end, kMostListed), end};
}

/// Grain of an event that the world still has: the one that goes on, or else the other one.
std::optional<ParticleId> presentOf(const Snapshot& now, const GrainEvent& event) {
  for (const ParticleId id : {event.grain, event.other}) {
    if (std::binary_search(now.grains.id.begin(), now.grains.id.end(), id)) {
      return id;
    }
  }
  return std::nullopt;
}

void drawEvent(PanelContext& context, const LoggedGrainEvent& event, std::size_t place) {
  text("■", colourOf(event.event.kind));
  ImGui::SameLine(0.0f, ImGui::GetFontSize() * 0.35f);
  const std::optional<ParticleId> grain = presentOf(*context.snapshot, event.event);
  const std::string line = fmt::format("{}##{}", lineOf(event), place);
  if (ImGui::Selectable(line.c_str(), grain && context.view.selected == *grain) && grain) {
    context.view.selected = *grain;
    context.trigger("frame");
  }
  probe(context, fmt::format("granulation.event.{}", place));
  const Vec3 mm = 1e3 * event.event.place;
  tooltip(fmt::format("At {:.1f} {:.1f} {:.1f} mm. {}", mm.x(), mm.y(), mm.z(),
                      grain ? fmt::format("Click to pick grain {} and fly there.", *grain)
                            : "Both grains have left the world, or joined others."));
}

}  // namespace

ImU32 colourOf(GrainEvent::Kind kind) { return kind == GrainEvent::Kind::joined ? theme::kTeal : theme::kPink; }

std::string lineOf(const LoggedGrainEvent& event) {
  return event.event.kind == GrainEvent::Kind::joined
             ? fmt::format("{:.3f} s  joined  {} and {}", event.time, event.event.grain, event.event.other)
             : fmt::format("{:.3f} s  broke  {}, half {}", event.time, event.event.grain, event.event.other);
}

void drawGrainEvents(PanelContext& context) {
  const std::shared_ptr<const GrainEvents> events = context.snapshot->matter.events;
  std::optional<ListedGrains>& listed = context.memory.listedGrains;
  const EventRange range = listedRange(context, *events);
  if (!listed && range.count() == 0) {
    return;
  }
  const std::string title =
      listed ? fmt::format("{}, {:.2f} to {:.2f} s", counted(range.count(), "event"), listed->from, listed->to)
             : fmt::format("The last {}", counted(range.count(), "event"));
  text(title, theme::kDim);
  probe(context, "granulation.events");
  context.probes.recordText("granulation.events", title);
  tooltip(
      "Grains that joined and broke, newest first. Click one to pick its grain and fly there. A click on a bar of the "
      "strip lists those of the bar.");
  bool close = false;
  if (listed) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::GetFrameHeight());
    close = ImGui::SmallButton("×##grain_events");
    probe(context, "granulation.events.close");
    tooltip("Closes the list: the newest events are listed again.");
  }
  const float height = std::min(kListInFonts * ImGui::GetFontSize(),
                                static_cast<float>(range.count()) * ImGui::GetTextLineHeightWithSpacing() +
                                    2.0f * ImGui::GetStyle().WindowPadding.y);
  if (range.count() > 0 && ImGui::BeginChild("##grain_events", {0.0f, height}, true)) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(range.count()));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const auto place = static_cast<std::size_t>(i);
        drawEvent(context, events->list[range.end - 1 - place], place);
      }
    }
  }
  if (range.count() > 0) {
    ImGui::EndChild();
  }
  if (close) {
    listed.reset();
  }
}

}  // namespace scree
