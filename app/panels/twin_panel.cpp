#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <string>
#include <vector>

#include "app/panels/panel.h"
#include "app/widgets/twin_plot.h"
#include "app/widgets/widgets.h"

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
    "Flowing grains of two correct runs part within a second: a difference of less than a diameter for a single grain "
    "means little. Compare angle, energy and torque, and their scatter.";

/// Difference between this run and its twin: of the twin that runs, else of the next one.
TwinChoice choiceOf(const PanelContext& context) {
  return context.snapshot->twin.snapshot != nullptr ? context.snapshot->twin.snapshot->choice
                                                    : context.memory.twin.choice;
}

void chooseTwin(PanelContext& context, const TwinChoice& wanted) {
  context.memory.twin.choice = wanted;
  if (context.snapshot->twin.snapshot != nullptr && wanted != context.snapshot->twin.snapshot->choice) {
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
    chooseTwin(context, wanted);
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
      chooseTwin(context, wanted);
    }
  }
}

void drawStart(PanelContext& context) {
  const bool runs = context.snapshot->twin.snapshot != nullptr;
  const std::optional<double> pending = pendingValue(context, "twin");
  const char* label = runs             ? (pending == 0.0 ? "Stopping…" : "Stop the twin")
                      : pending == 1.0 ? "Starting…"
                                       : "Start a twin";
  actionButton(context, "twin", label, ImGui::GetContentRegionAvail().x, runs);
}

void drawSpeedUp(PanelContext& context, const TwinSnapshot& twin) {
  const double factor = speedUp(twin);
  bigText(twin.steps == 0 ? "-" : fmt::format("{:.2f}", factor), factor < 1.0 ? theme::kWarn : theme::kAccent);
  probe(context, "twin.speed_up");
  tooltip(
      fmt::format("Cost of a step of the twin over the cost of a step of this run, over about a second. Both are "
                  "stepped by the same threads, by turns first; measured in {}, without drawing.\n"
                  "Source: measured.",
                  twin.processorTime ? "processor time" : "wall time"));
  ImGui::SameLine();
  ImGui::BeginGroup();
  const float room = ImGui::GetContentRegionAvail().x;
  wrappedText("times as fast as its twin", room, theme::kDim);
  wrappedText(fmt::format("{:.2f} times in all {:.2f} s", totalSpeedUp(twin), context.snapshot->run.time - twin.since),
              room, theme::kDim);
  ImGui::EndGroup();
  tooltip("Speed-up over all steps since the twin began, and their simulated time.");
}

/// Line of the table of differences; `own` and `other` are empty where only the difference is known.
struct Reading {
  std::string_view name;  ///< name of the probe
  std::string label;      ///< label with the unit
  std::string difference;
  std::string own;
  std::string other;
  std::string help;
};

constexpr std::array<std::string_view, 4> kColumns = {"", "differs", "this run", "twin"};

std::string signedNumber(double value) {
  const std::string plain = fmt::format("{:+.3g}", value);
  return plain.size() <= kCellRoom ? plain : shortExponent(fmt::format("{:+.1e}", value));
}
void addDrives(const PanelContext& context, std::vector<Reading>& readings) {
  const DriveMeasure measure = driveMeasure(*context.snapshot);
  if (!measure.exists) {
    return;
  }
  const std::array<double, 2> recent = context.memory.twin.history.recentDrive();
  readings.push_back(
      {measure.isTorque ? "Drive torque" : "Drive power", measure.isTorque ? "Torque [N·m]" : "Power [W]",
       signedNumber(recent[0] - recent[1]), cellNumber(recent[0]), cellNumber(recent[1]),
       measure.isTorque ? fmt::format("Torque by which {} is turned, mean over the last second [N m].", measure.body)
                        : "Power of all drives together, mean over the last second [W]."});
}

/// Adds the differences of the grains' energies, centre of mass and places.
void addGrains(const TwinSnapshot& twin, std::vector<Reading>& readings) {
  const TwinReading& reading = twin.reading;
  readings.push_back(
      {"Potential", "Potential [J]", signedNumber(reading.potential), {}, {}, "Potential energy of all grains [J]."});
  readings.push_back(
      {"Kinetic", "Kinetic [J]", signedNumber(reading.kinetic), {}, {}, "Kinetic energy of all grains [J]."});
  const Vec3 centre = 1e3 * reading.centre;
  readings.push_back(
      {"Centre",
       "Centre up [mm]",
       signedNumber(centre.z()),
       {},
       {},
       fmt::format("How much higher the centre of mass of all grains is [mm]. Aside it is {:.2f} mm away.",
                   centre.head<2>().norm())});
  readings.push_back({"Grains apart",
                      "Apart [mm]",
                      cellNumber(1e3 * reading.rms),
                      {},
                      {},
                      fmt::format("Ways from the {} grains that are in both runs to themselves in the other [mm]: root "
                                  "mean square. The largest is {:.3g} mm. ",
                                  grouped(reading.compared), 1e3 * reading.largest) +
                          std::string(kChaos)});
}

std::vector<Reading> readingsOf(const PanelContext& context, const TwinSnapshot& twin) {
  std::vector<Reading> readings;
  const auto [own, other] = std::array{1e3 * twin.cost[0].step, 1e3 * twin.cost[1].step};
  readings.push_back({"A step", "Step [ms]", signedNumber(own - other), cellNumber(own), cellNumber(other),
                      "What a step costs in each run, over about a second [ms]."});
  if (twin.angle) {
    const auto [angle, otherAngle] = *twin.angle;
    readings.push_back({"Angle", "Angle [°]", fmt::format("{:+.2f}", kDegrees * (angle - otherAngle)),
                        fmt::format("{:.2f}", kDegrees * angle), fmt::format("{:.2f}", kDegrees * otherAngle),
                        twin.drum ? "Dynamic angle of repose: of the line from the drum's axis to the centre of mass "
                                    "against the vertical [°].\nSource: the paper on parametrisation and validation."
                                  : "Slope of the heap's surface about the vertical through its centre of mass [°]."});
  }
  addDrives(context, readings);
  addGrains(twin, readings);
  const bool hasSinks =
      std::ranges::any_of(context.snapshot->scene.regions, [](const SnapshotRegion& region) { return region.isSink; });
  if (hasSinks) {
    readings.push_back({"Flow out",
                        "Left [grains]",
                        fmt::format("{:+d}", twin.reading.left),
                        {},
                        {},
                        fmt::format("Grains that have left through sinks since the twin began. In mass: {:+.3g} kg.",
                                    twin.reading.leftMass)});
  }
  return readings;
}

std::string helpOf(const Reading& reading) {
  return fmt::format("{}: {}\nDifference: this run less its twin.", reading.label, reading.help);
}

/// Draws the differences line by line, where the table does not fit.
void drawReadingLines(PanelContext& context, const std::vector<Reading>& readings) {
  const float room = ImGui::GetContentRegionAvail().x;
  for (const Reading& reading : readings) {
    const std::string both = reading.own.empty() ? "" : fmt::format(" ({} / {})", reading.own, reading.other);
    text(reading.label, theme::kDim);
    probe(context, reading.name);
    tooltip(helpOf(reading));
    const std::string value = reading.difference + both;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    if (ImGui::CalcTextSize((reading.label + value).c_str()).x + 2.0f * gap < room) {
      ImGui::SameLine();
    }
    rightText(value);
    tooltip(helpOf(reading));
  }
}

void drawReadings(PanelContext& context, const TwinSnapshot& twin) {
  const std::vector<Reading> readings = readingsOf(context, twin);
  float widest = 0.0f;
  for (const Reading& reading : readings) {
    widest = std::max(widest, ImGui::CalcTextSize(reading.label.c_str()).x);
  }
  const float padding = 0.15f * ImGui::GetFontSize();
  const float cell = ImGui::CalcTextSize(kColumns[2].data()).x + 2.0f * padding;
  const float room = ImGui::GetContentRegionAvail().x - 2.0f * padding - 3.0f * cell;
  if (room < 4.0f * ImGui::GetFontSize()) {
    drawReadingLines(context, readings);
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {padding, ImGui::GetStyle().CellPadding.y});
  const bool isShown =
      ImGui::BeginTable("twin.readings", static_cast<int>(kColumns.size()), ImGuiTableFlags_SizingStretchSame);
  ImGui::PopStyleVar();
  if (!isShown) {
    return;
  }
  widest = std::min(widest, room);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, widest);
  ImGui::TableNextRow();
  for (const std::string_view column : kColumns) {
    ImGui::TableNextColumn();
    rightText(column, theme::kDim);
  }
  for (const Reading& reading : readings) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(elided(reading.label, widest), theme::kDim);
    probe(context, reading.name);
    const std::string help = helpOf(reading);
    tooltip(help);
    for (const std::string* value : {&reading.difference, &reading.own, &reading.other}) {
      ImGui::TableNextColumn();
      rightText(*value, value == &reading.difference ? theme::kText : theme::kDim);
      tooltip(help);
    }
  }
  ImGui::EndTable();
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
  const std::shared_ptr<const TwinSnapshot> twin = context.snapshot->twin.snapshot;
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
