#include "app/panels/sensor_suggestion_row.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/ui_state/sensor_edits.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr double kCell = 2.0;  // smallest thickness of a box, in mean diameters

std::vector<SplitPlace> splitsOf(const EventHistory& events) {
  std::vector<SplitPlace> splits;
  for (const std::shared_ptr<const EventChunk>& chunk : events.chunks) {
    for (const LoggedEvent& logged : chunk->events) {
      if (const double weight = suggestionWeight(logged.event.cause); weight > 0.0) {
        splits.push_back({logged.event.particle, logged.place, weight});
      }
    }
  }
  return splits;
}

/// Centres [m] of the members whose grain is in none of `splits`.
std::vector<Vec3> quietPlaces(const Snapshot& snapshot, const std::vector<SplitPlace>& splits) {
  std::vector<ParticleId> movers;
  movers.reserve(splits.size());
  for (const SplitPlace& split : splits) {
    movers.push_back(split.particle);
  }
  std::sort(movers.begin(), movers.end());
  std::vector<Vec3> quiet;
  for (std::size_t i = 0; i < snapshot.reduction.role.size(); ++i) {
    if (snapshot.reduction.role[i] != GrainRole::free &&
        !std::binary_search(movers.begin(), movers.end(), snapshot.grains.id[i])) {
      quiet.push_back(snapshot.placeOf(i));
    }
  }
  return quiet;
}

std::string sentenceOf(const SensorSuggestion& suggestion) {
  if (suggestion.splits == 0) {
    return "Nothing was split off in this run yet but by sensors, audits or you: let it flow with merging on.";
  }
  if (suggestion.boxes.empty()) {
    return fmt::format("{} splits, but nowhere enough of them for a sensor.", grouped(suggestion.splits));
  }
  const std::string quiet = suggestion.quiet == 0
                                ? std::string()
                                : fmt::format(", and {} of {} grains that never split", grouped(suggestion.quietHeld),
                                              grouped(suggestion.quiet));
  return fmt::format("{} hold{} {:.0f} % of {} splits{}.",
                     suggestion.boxes.size() == 1 ? "1 box" : fmt::format("{} boxes", suggestion.boxes.size()),
                     suggestion.boxes.size() == 1 ? "s" : "", 100.0 * suggestion.share(), grouped(suggestion.splits),
                     quiet);
}

}  // namespace

ShownSuggestion suggestionFrom(const Snapshot& snapshot) {
  const std::vector<SplitPlace> splits = splitsOf(*snapshot.run.events);
  const std::vector<Vec3> quiet = quietPlaces(snapshot, splits);
  ShownSuggestion shown;
  shown.suggestion = suggestSensors(splits, quiet, {.cell = kCell * meanDiameter(snapshot)});
  for (const SuggestedBox& box : shown.suggestion.boxes) {
    SplitSensor sensor;
    for (std::size_t number = shown.sensors.size() + 1;; ++number) {
      sensor.name = fmt::format("suggested {}", number);
      const auto isSame = [&](const std::string& name) { return name == sensor.name; };
      if (std::ranges::none_of(snapshot.scene.sensors,
                               [&](const SnapshotSensor& s) { return isSame(s.sensor.name); }) &&
          std::ranges::none_of(shown.sensors, [&](const SplitSensor& s) { return isSame(s.name); })) {
        break;
      }
    }
    sensor.shape = SensorBox{box.halfExtents};
    sensor.pose.position = box.centre;
    shown.sensors.push_back(sensor);
  }
  return shown;
}

void drawSensorSuggestion(PanelContext& context) {
  SensorMemory& memory = context.memory.sensors;
  const float width = ImGui::GetContentRegionAvail().x;
  if (ImGui::Button("Suggest from the run so far", {width, 0.0f})) {
    memory.suggestion = suggestionFrom(*context.snapshot);
    context.view.showSensors = true;
  }
  probe(context, "sensor.suggest");
  tooltip(
      "Looks where grains were split off in this run, but by sensors, audits or you, and proposes a few boxes that "
      "hold "
      "most of that and little of what never split. They are shown dashed until you take them.");
  if (!memory.suggestion) {
    return;
  }
  const ShownSuggestion shown = *memory.suggestion;
  const std::string sentence = sentenceOf(shown.suggestion);
  wrappedText(sentence, width, theme::kText);
  context.probes.recordText("sensor.suggestion", sentence);
  const float half = std::floor((width - ImGui::GetStyle().ItemSpacing.x) / 2.0f);
  ImGui::BeginDisabled(shown.sensors.empty());
  if (ImGui::Button(fmt::format("Add {}###take", counted(shown.sensors.size(), "sensor")).c_str(), {half, 0.0f})) {
    for (const SplitSensor& sensor : shown.sensors) {
      addSensor(sensor, *context.snapshot, context.view, memory, context.post);
    }
    memory.suggestion.reset();
  }
  ImGui::EndDisabled();
  probe(context, "sensor.suggestion.add");
  tooltip("Adds the boxes shown as split sensors.");
  ImGui::SameLine();
  if (ImGui::Button("Put away", {half, 0.0f})) {
    memory.suggestion.reset();
  }
  probe(context, "sensor.suggestion.dismiss");
  tooltip("Forgets the suggestion.");
}

}  // namespace scree
