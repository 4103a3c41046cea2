#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "app/panels/panel.h"
#include "app/panels/twin_plot.h"
#include "app/panels/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 3> kDifferences = {"in full", "no warm start", "preset"};
constexpr std::array<std::string_view, 3> kDifferenceHelp = {
    "The twin merges nothing: every grain is solved for. Shows what merging gains and what it costs in exactness.",
    "The twin starts every solve from nothing: shows what warm starting gains.",
    "The twin is solved with the settings of a preset, whatever this run is solved with."};
constexpr std::array<std::string_view, kTwinModeCount> kModes = {"side by side", "wipe", "this run", "twin"};
constexpr std::array<std::string_view, kTwinModeCount> kModeHelp = {
    "Both runs beside each other, from the same eye.", "This run left of a line, its twin right of it. Drag the line.",
    "This run alone; its twin goes on and is compared.", "The twin alone, as it would have gone."};
constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr std::string_view kChaos =
    "Grains that flow go ways of their own within a second, also between two runs that are both right: what differs "
    "less than a diameter for a grain means little. Compare angle, energy and torque, and how they scatter.";

/// What the twin under way, or the next one, differs in.
TwinChoice choiceOf(const PanelContext& context) {
  return context.snapshot->twin != nullptr ? context.snapshot->twin->choice : context.memory.twin.choice;
}

void choose(PanelContext& context, const TwinChoice& wanted) {
  context.memory.twin.choice = wanted;
  if (context.snapshot->twin != nullptr && wanted != context.snapshot->twin->choice) {
    markPending(context, "twin", context.post(StartTwin{wanted}), 1.0);
  }
}

void drawChoice(PanelContext& context) {
  TwinChoice wanted = choiceOf(context);
  text("The twin runs");
  tooltip(
      "A copy of this run from the moment it is started, in step with it. It differs in one thing only; all else "
      "that you change is changed in both.");
  if (const auto pressed =
          segmented(context, "twin.difference", kDifferences, static_cast<int>(wanted.difference), kDifferenceHelp)) {
    wanted.difference = static_cast<TwinDifference>(*pressed);
    choose(context, wanted);
  }
  if (wanted.difference == TwinDifference::preset) {
    std::vector<std::string_view> names;
    int current = 0;
    for (const PresetInfo& info : presetTable()) {
      current = info.preset == wanted.preset ? static_cast<int>(names.size()) : current;
      names.push_back(info.name);
    }
    if (comboRow(context, "twin.preset", "Preset", current, names,
                 "Settings of the solver that the twin is run with.")) {
      wanted.preset = presetTable()[static_cast<std::size_t>(current)].preset;
      choose(context, wanted);
    }
  }
}

void drawStart(PanelContext& context) {
  const bool runs = context.snapshot->twin != nullptr;
  const std::optional<double> pending = pendingValue(context, "twin");
  const char* label = runs             ? (pending == 0.0 ? "Stopping…" : "Stop the twin")
                      : pending == 1.0 ? "Starting…"
                                       : "Start a twin";
  actionButton(context, "twin", label, ImGui::GetContentRegionAvail().x, runs);
}

std::string milliseconds(double seconds) { return fmt::format("{:.3g}", 1e3 * seconds); }

void drawSpeedUp(PanelContext& context, const TwinSnapshot& twin) {
  const double factor = speedUp(twin);
  bigText(twin.steps == 0 ? "-" : fmt::format("{:.2f}", factor), factor < 1.0 ? theme::kWarn : theme::kAccent);
  probe(context, "twin.speed_up");
  tooltip(
      fmt::format("What a step of the twin costs over what one of this run costs, over about a second. Both are "
                  "stepped by the same threads, by turns first; measured in {}, without drawing.\n"
                  "Source: measured.",
                  twin.processorTime ? "processor time" : "wall time"));
  ImGui::SameLine();
  ImGui::BeginGroup();
  text("times as fast as its twin", theme::kDim);
  text(fmt::format("{:.2f} times in all {:.2f} s", totalSpeedUp(twin), context.snapshot->time - twin.since),
       theme::kDim);
  ImGui::EndGroup();
  tooltip("Of all steps since the twin began, and how much simulated time these were.");
  valueRow(context, "A step",
           fmt::format("{} ms, twin {} ms", milliseconds(twin.cost[0].step), milliseconds(twin.cost[1].step)),
           "What a step costs in each run, over about a second [ms].");
}

/// "+0.013 J": differences always with their sign.
std::string signedQuantity(double value, std::string_view unit) { return fmt::format("{:+.3g} {}", value, unit); }

void drawDrives(PanelContext& context) {
  const DriveMeasure measure = driveMeasure(*context.snapshot);
  if (!measure.exists) {
    return;
  }
  const std::array<double, 2> recent = context.memory.twin.history.recentDrive();
  const std::string_view unit = measure.isTorque ? "N·m" : "W";
  valueRow(
      context, measure.isTorque ? "Drive torque" : "Drive power",
      fmt::format("{} ({:.3g}, {:.3g})", signedQuantity(recent[0] - recent[1], unit), recent[0], recent[1]),
      measure.isTorque
          ? fmt::format("Torque by which {} is turned, mean over the last second: this run less its twin, in "
                        "brackets both [N m].",
                        measure.body)
          : "Power of all drives together, mean over the last second: this run less its twin, in brackets both [W].");
}

void drawReadings(PanelContext& context, const TwinSnapshot& twin) {
  const TwinReading& reading = twin.reading;
  if (twin.angle) {
    const auto [own, other] = *twin.angle;
    valueRow(context, "Angle",
             fmt::format("{:+.2f}° ({:.2f}°, {:.2f}°)", kDegrees * (own - other), kDegrees * own, kDegrees * other),
             twin.drum
                 ? "Dynamic angle of repose: of the line from the drum's axis to the centre of mass against the "
                   "vertical. This run less its twin, in brackets both.\nSource: the paper on parametrisation and "
                   "validation."
                 : "Slope of the heap's surface about the vertical through its centre of mass. This run less its "
                   "twin, in brackets both.");
  }
  valueRow(context, "Potential", signedQuantity(reading.potential, "J"),
           "Potential energy of all grains: this run less its twin [J].");
  valueRow(context, "Kinetic", signedQuantity(reading.kinetic, "J"),
           "Kinetic energy of all grains: this run less its twin [J].");
  drawDrives(context);
  const Vec3 centre = 1e3 * reading.centre;
  valueRow(context, "Centre", fmt::format("{:+.2f} mm up, {:.2f} mm aside", centre.z(), centre.head<2>().norm()),
           "Centre of mass of all grains: this run less its twin [mm].");
  valueRow(context, "Grains apart", fmt::format("{:.3g} mm, most {:.3g} mm", 1e3 * reading.rms, 1e3 * reading.largest),
           fmt::format("Ways from the {} grains that are in both runs to themselves in the other [mm]: root mean "
                       "square, and the largest. ",
                       grouped(reading.compared)) +
               std::string(kChaos));
  const bool hasSinks =
      std::ranges::any_of(context.snapshot->regions, [](const SnapshotRegion& region) { return region.isSink; });
  if (hasSinks) {
    valueRow(context, "Flow out", fmt::format("{:+d} grains, {}", reading.left, signedQuantity(reading.leftMass, "kg")),
             "What has left through sinks since the twin began: this run less its twin.");
  }
}

void drawColouring(PanelContext& context) {
  bool coloured = context.view.colourBy == ColourBy::twin;
  if (checkRow(context, "twin.colour", "Colour by difference", coloured,
               "Colours each grain, in both views, by its way to itself in the other run over its diameter.")) {
    colourGrains(context.view, context.memory, coloured ? ColourBy::twin : ColourBy::speed);
  }
}

}  // namespace

void drawTwinPanel(PanelContext& context) {
  drawChoice(context);
  drawStart(context);
  const std::shared_ptr<const TwinSnapshot> twin = context.snapshot->twin;
  if (twin == nullptr) {
    wrappedText(
        "A second run from the state of now, beside this one: what merging or warm starting gains, with the "
        "errors beside it. It costs its own time.",
        ImGui::GetContentRegionAvail().x, theme::kDim);
    return;
  }
  if (const auto pressed =
          segmented(context, "twin.view", kModes, static_cast<int>(context.view.twinMode), kModeHelp)) {
    context.view.twinMode = static_cast<TwinMode>(*pressed);
  }
  drawColouring(context);
  ImGui::Separator();
  drawSpeedUp(context, *twin);
  drawReadings(context, *twin);
  drawTwinPlot(context);
  wrappedText("Compare averages: single grains of a flow part within a second.", ImGui::GetContentRegionAvail().x,
              theme::kDim);
  tooltip(kChaos);
}

}  // namespace scree
