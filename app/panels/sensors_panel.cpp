#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/panels/panel.h"
#include "app/panels/sensor_suggestion_row.h"
#include "app/ui_state/sensor_edits.h"
#include "app/widgets/length_row.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 4> kAddLabels = {"Box", "Sphere", "Cylinder", "Half-space"};
constexpr std::array<std::string_view, 4> kAddHelp = {
    "Adds a box in the middle of the view: no grain in it merges.",
    "Adds a sphere in the middle of the view: no grain in it merges.",
    "Adds an upright cylinder in the middle of the view: no grain in it merges.",
    "Adds a plane in the middle of the view: no grain below it merges."};
constexpr float kLabelPart = 0.34f;  // part of a line that labels take
constexpr std::size_t kLongestName = 64;

void change(PanelContext& context, std::uint32_t index, const SplitSensor& wanted) {
  changeSensor(index, wanted, context.memory.sensors, context.post);
}

std::string nameOf(const SplitSensor& sensor, std::uint32_t index) {
  return sensor.name.empty() ? fmt::format("sensor {}", index + 1) : sensor.name;
}

std::string carrierName(const PanelContext& context, const SplitSensor& sensor) {
  const std::vector<SnapshotBody>& bodies = context.snapshot->scene.bodies;
  return sensor.body < bodies.size() ? bodies[sensor.body].name : "the world";
}

/// Step to which lengths of a new sensor are rounded [m]: a power of ten, 1/100 to 1/1000 of the view's height [m].
double step(double height) { return std::pow(10.0, std::floor(std::log10(height)) - 2.0); }
double roundedTo(double value, double step) { return std::round(value / step) * step; }

double usualSize(const PanelContext& context) {
  const double height = context.lookedAt.height;
  return std::max(roundedTo(0.1 * height, step(height)), step(height));
}

void add(PanelContext& context, int kind) {
  const double grid = step(context.lookedAt.height);
  const Vec3 place = context.lookedAt.point.unaryExpr([grid](double x) { return roundedTo(x, grid); });
  addSensor(newSensor(*context.snapshot, kind, place, usualSize(context)), *context.snapshot, context.view,
            context.memory.sensors, context.post);
}

/// Draws the line of a split sensor: its switch, name and shape, and a button that deletes it.
void drawLine(PanelContext& context, std::uint32_t index) {
  SplitSensor sensor = wantedSensor(context.memory.sensors, *context.snapshot, index);
  const bool pending = context.memory.sensors.changes.contains(index);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float height = ImGui::GetFrameHeight();
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::Checkbox("##enabled", &sensor.enabled)) {
    change(context, index, sensor);
  }
  probe(context, fmt::format("sensor.{}.enabled", index));
  tooltip(sensor.enabled ? "On: no grain in it merges. Click to turn it off." : "Off: it does nothing.");
  ImGui::SameLine(0.0f, gap);
  const bool selected = context.view.selectedSensor == index;
  const float room = ImGui::GetContentRegionAvail().x - height - gap;
  const std::string name = nameOf(sensor, index);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##select", selected, ImGuiSelectableFlags_None, {room, height})) {
    context.view.selectedSensor = selected ? std::nullopt : std::optional(index);
  }
  const bool isLit = selected || ImGui::IsItemHovered();
  probe(context, fmt::format("sensor.{}", index));
  tooltip(fmt::format("{}: click to change it, here or by its handles in the view.", name));
  const std::string what =
      sensor.body == kFixedInWorld
          ? std::string(kSensorShapeNames[sensor.shape.index()])
          : fmt::format("{} on {}", kSensorShapeNames[sensor.shape.index()], carrierName(context, sensor));
  const ImU32 dim = isLit ? theme::kText : theme::kDim;
  drawPair({at.x, at.y, at.x + room, at.y + height}, name, what,
           pending          ? theme::kWarn
           : sensor.enabled ? theme::kText
                            : dim,
           dim);
  ImGui::SameLine(0.0f, gap);
  if (ImGui::Button("×", {height, 0.0f})) {
    removeSensor(index, context.view, context.memory.sensors, context.post);
  }
  probe(context, fmt::format("sensor.{}.delete", index));
  tooltip("Deletes the sensor.");
  ImGui::PopID();
}

bool drawName(PanelContext& context, SplitSensor& sensor, std::uint32_t index, bool pending) {
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  std::array<char, kLongestName> buffer{};
  std::copy_n(sensor.name.begin(), std::min(sensor.name.size(), kLongestName - 1), buffer.begin());
  ImGui::AlignTextToFramePadding();
  text("Name", pending ? theme::kWarn : theme::kText);
  ImGui::SameLine(start + std::floor(width * kLabelPart));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const std::string hint = nameOf({}, index);
  const bool changed = ImGui::InputTextWithHint("##name", hint.c_str(), buffer.data(), buffer.size());
  probe(context, "sensor.name");
  tooltip("What the sensor is called, in lists and files.");
  sensor.name = buffer.data();
  return changed;
}

bool drawShape(PanelContext& context, SplitSensor& sensor) {
  int kind = static_cast<int>(sensor.shape.index());
  if (!comboRow(context, "sensor.shape", "Shape", kind, kSensorShapeNames,
                "Shape of the sensor's region. Half-space: everything below its plane.", kLabelPart)) {
    return false;
  }
  sensor.shape = shapeOfKind(kind, halfExtentsOf(sensor.shape), usualSize(context));
  return true;
}

/// Draws the choice of the body that carries a split sensor. A new choice keeps the sensor's place in the world.
/// Returns true if the choice changed.
bool drawCarrier(PanelContext& context, SplitSensor& sensor) {
  const Snapshot& now = *context.snapshot;
  std::vector<std::string_view> names = {"the world"};
  for (const SnapshotBody& body : now.scene.bodies) {
    names.push_back(body.name);
  }
  int carrier = sensor.body < now.scene.bodies.size() ? static_cast<int>(sensor.body) + 1 : 0;
  if (!comboRow(context, "sensor.carrier", "Carried by", carrier, names,
                "The body that the sensor moves with, or the world. Its position is in the frame of that.",
                kLabelPart)) {
    return false;
  }
  const Pose world = carrierPose(now, sensor.body) * sensor.pose;
  sensor.body = carrier == 0 ? kFixedInWorld : static_cast<std::uint32_t>(carrier - 1);
  sensor.pose = localPose(carrierPose(now, sensor.body), world);
  return true;
}

bool drawSizes(PanelContext& context, SplitSensor& sensor, bool pending) {
  constexpr double kSmallest = 0.01;  // smallest size [mm]
  bool changed = false;
  if (auto* box = std::get_if<SensorBox>(&sensor.shape)) {
    Vec3 size = 2.0 * box->halfExtents;
    changed = lengthRow(context, "sensor.size", "Size [mm]", {size.data(), 3}, kSmallest,
                        "Edges of the box along its x, y and z [mm].", pending);
    box->halfExtents = 0.5 * size;
  } else if (auto* sphere = std::get_if<SensorSphere>(&sensor.shape)) {
    changed = lengthRow(context, "sensor.radius", "Radius", {&sphere->radius, 1}, kSmallest,
                        "Radius of the sphere [mm].", pending);
  } else if (auto* cylinder = std::get_if<SensorCylinder>(&sensor.shape)) {
    changed = lengthRow(context, "sensor.radius", "Radius", {&cylinder->radius, 1}, kSmallest,
                        "Radius of the cylinder [mm].", pending);
    double length = 2.0 * cylinder->halfLength;
    changed = lengthRow(context, "sensor.length", "Length", {&length, 1}, kSmallest,
                        "Length of the cylinder along its own z [mm].", pending) ||
              changed;
    cylinder->halfLength = 0.5 * length;
  }
  return changed;
}

void drawEditor(PanelContext& context, std::uint32_t index) {
  SplitSensor sensor = wantedSensor(context.memory.sensors, *context.snapshot, index);
  const bool pending = context.memory.sensors.changes.contains(index);
  ImGui::PushID(static_cast<int>(index));
  bool changed = drawName(context, sensor, index, pending);
  changed = drawShape(context, sensor) || changed;
  changed = drawCarrier(context, sensor) || changed;
  changed = lengthRow(context, "sensor.position", "Centre [mm]", {sensor.pose.position.data(), 3}, -kLargestLength,
                      fmt::format("Its centre, x y z in the frame of {} [mm]; of a half-space a point of its plane.",
                                  carrierName(context, sensor)),
                      pending) ||
            changed;
  changed = drawSizes(context, sensor, pending) || changed;
  if (changed) {
    change(context, index, sensor);
  }
  if (const auto members = context.memory.sensors.inside) {
    valueRow(context, "Would split", counted(*members, "grain"),
             "Merged grains inside it in the picture: those that it splits off in the next step while it is on.",
             *members > 0 ? theme::kWarn : theme::kDim);
    context.probes.recordText("sensor.would_split", std::to_string(*members));
  }
  ImGui::PopID();
}

/// Draws the buttons that choose the action of the handles in the view, and the other commands for the selected sensor.
void drawHandleButtons(PanelContext& context) {
  gizmoModeButtons(context);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  actionButton(context, "duplicate_sensor", "Duplicate", half);
  ImGui::SameLine();
  actionButton(context, "delete_sensor", "Delete", half);
}

void drawAddButtons(PanelContext& context) {
  ImGui::AlignTextToFramePadding();
  text("Add");
  ImGui::SameLine();
  if (const auto kind = segmented(context, "sensor.add", kAddLabels, -1, kAddHelp)) {
    add(context, *kind);
  }
}

}  // namespace

void drawSensorsPanel(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const bool changing = isListChanging(context.memory.sensors, now);
  if (now.scene.sensors.empty()) {
    wrappedText("Put a split sensor where material is about to flow: grains in it are never merged.",
                ImGui::GetContentRegionAvail().x, theme::kDim);
  }
  ImGui::BeginDisabled(changing);
  for (std::uint32_t i = 0; i < now.scene.sensors.size(); ++i) {
    drawLine(context, i);
  }
  drawAddButtons(context);
  if (context.view.selectedSensor && *context.view.selectedSensor < now.scene.sensors.size()) {
    ImGui::Separator();
    drawHandleButtons(context);
    drawEditor(context, *context.view.selectedSensor);
  }
  ImGui::Separator();
  drawSensorSuggestion(context);
  ImGui::EndDisabled();
  if (!now.scene.sensors.empty()) {
    ImGui::Separator();
    checkRow(context, "show_sensors", "Show in the view", context.view.showSensors,
             "Show the split sensors and the points to drag them by.");
  }
}

}  // namespace scree
