#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/ui_state/measure_edits.h"
#include "app/widgets/length_row.h"
#include "app/widgets/measure_text.h"
#include "app/widgets/widgets.h"

// Measures in the view: buttons that place them, a line for each, and the values and sizes of the selected one.
namespace scree {

namespace {

constexpr float kLabels = 0.34f;       // part of the width that labels take
constexpr double kLeastLength = 0.01;  // smallest size that can be typed [mm]
constexpr std::size_t kNameRoom = 64;
constexpr std::array<std::string_view, 3> kRegionShapes = {"box", "sphere", "cylinder"};
constexpr std::array<std::string_view, 2> kFlowShapes = {"rectangle", "disk"};
constexpr std::array<std::string_view, 2> kReposeParts = {"whole bed", "box"};

void drawPlaceButtons(PanelContext& context) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 6> kButtons = {{{"measure_ruler", "Ruler"},
                                                                                        {"measure_angle", "Angle"},
                                                                                        {"measure_repose", "Repose"},
                                                                                        {"measure_flow", "Flow"},
                                                                                        {"measure_region", "Region"},
                                                                                        {"measure_grain", "Grain"}}};
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  for (std::size_t i = 0; i < kButtons.size(); ++i) {
    actionButton(context, kButtons[i].first, kButtons[i].second, third,
                 context.memory.measures.placing == static_cast<int>(i));
    if (i % 3 != 2) {
      ImGui::SameLine();
    }
  }
}

/// Draws the line of a measure: its switch, name and value, and a button that deletes it. Returns true if that is
/// pressed.
bool drawMeasureLine(PanelContext& context, Measure& measure) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float height = ImGui::GetFrameHeight();
  ImGui::PushID(static_cast<int>(measure.id));
  ImGui::Checkbox("##shown", &measure.shown);
  probe(context, fmt::format("measure.{}.shown", measure.id));
  tooltip(measure.shown ? "Drawn in the view. Click to hide it; it goes on measuring." : "Hidden. Click to draw it.");
  ImGui::SameLine(0.0f, gap);
  const bool selected = context.view.selectedMeasure == measure.id;
  const float room = ImGui::GetContentRegionAvail().x - height - gap;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##select", selected, ImGuiSelectableFlags_None, {room, height})) {
    context.view.selectedMeasure = selected ? std::nullopt : std::optional(measure.id);
    context.view.selectedSensor.reset();
  }
  std::optional<std::uint64_t>& shown = context.memory.measures.shownSelected;
  if (selected && shown != measure.id) {
    shown = measure.id;
    ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  const bool isLit = selected || ImGui::IsItemHovered();
  const std::string value = measureText(*context.snapshot, measure);
  const std::string name = fmt::format("measure.{}", measure.id);
  probe(context, name);
  context.probes.recordText(name, value);
  tooltip(fmt::format("{}: {}\nClick to change it, here or by its points in the view.", measure.name, value));
  drawPair({at.x, at.y, at.x + room, at.y + height}, measure.name, value, theme::kText,
           isLit ? theme::kText : theme::kDim);
  ImGui::SameLine(0.0f, gap);
  const bool removed = ImGui::Button("×", {height, 0.0f});
  probe(context, fmt::format("measure.{}.delete", measure.id));
  tooltip("Deletes the measure.");
  ImGui::PopID();
  return removed;
}

void drawMeasureName(PanelContext& context, Measure& measure) {
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  std::array<char, kNameRoom> buffer{};
  std::copy_n(measure.name.begin(), std::min(measure.name.size(), kNameRoom - 1), buffer.begin());
  ImGui::AlignTextToFramePadding();
  text("Name");
  ImGui::SameLine(start + std::floor(width * kLabels));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputText("##name", buffer.data(), buffer.size())) {
    measure.name = buffer.data();
  }
  probe(context, "measure.name");
  tooltip("What the measure is called, in the view, in plots and in files.");
}

void drawCentre(PanelContext& context, Pose& pose) {
  lengthRow(context, "measure.centre", "Centre [mm]", {pose.position.data(), 3}, -kLargestLength,
            "Its centre, x y z in the world [mm].");
}

/// Draws edges of a box by its half extents [m].
void drawEdges(PanelContext& context, Vec3& halfExtents) {
  Vec3 size = 2.0 * halfExtents;
  if (lengthRow(context, "measure.size", "Size [mm]", {size.data(), 3}, kLeastLength,
                "Edges of the box along its x, y and z [mm].")) {
    halfExtents = 0.5 * size;
  }
}

void drawLength(PanelContext& context, std::string_view name, const char* label, double& half, std::string_view help) {
  double whole = 2.0 * half;
  if (lengthRow(context, name, label, {&whole, 1}, kLeastLength, help)) {
    half = 0.5 * whole;
  }
}

void drawSizesOf(PanelContext& context, MeasureFlow& flow) {
  int shape = flow.isDisk ? 1 : 0;
  if (comboRow(context, "measure.flow_shape", "Shape", shape, kFlowShapes, "Outline of the plane.", kLabels)) {
    flow.isDisk = shape == 1;
  }
  drawCentre(context, flow.pose);
  if (flow.isDisk) {
    lengthRow(context, "measure.radius", "Radius", {&flow.halfWidth, 1}, kLeastLength, "Radius of the disk [mm].");
  } else {
    drawLength(context, "measure.width", "Width", flow.halfWidth, "Edge along its own x [mm].");
    drawLength(context, "measure.height", "Height", flow.halfHeight, "Edge along its own y [mm].");
  }
}

void drawSizesOf(PanelContext& context, MeasureRegion& region) {
  int shape = static_cast<int>(region.shape.index());
  if (comboRow(context, "measure.region_shape", "Shape", shape, kRegionShapes, "Shape of the region.", kLabels)) {
    const Vec3 half = halfExtentsOf(region.shape);
    region.shape = shape == 0   ? SensorShape(SensorBox{half})
                   : shape == 1 ? SensorShape(SensorSphere{half.maxCoeff()})
                                : SensorShape(SensorCylinder{std::max(half.x(), half.y()), half.z()});
  }
  drawCentre(context, region.pose);
  if (auto* box = std::get_if<SensorBox>(&region.shape)) {
    drawEdges(context, box->halfExtents);
  } else if (auto* sphere = std::get_if<SensorSphere>(&region.shape)) {
    lengthRow(context, "measure.radius", "Radius", {&sphere->radius, 1}, kLeastLength, "Radius of the sphere [mm].");
  } else if (auto* cylinder = std::get_if<SensorCylinder>(&region.shape)) {
    lengthRow(context, "measure.radius", "Radius", {&cylinder->radius, 1}, kLeastLength,
              "Radius of the cylinder [mm].");
    drawLength(context, "measure.length", "Length", cylinder->halfLength, "Length along its own z [mm].");
  }
}

void drawSizesOf(PanelContext& context, MeasureRepose& repose) {
  int part = repose.inBox ? 1 : 0;
  if (comboRow(context, "measure.repose_part", "Surface", part, kReposeParts,
               "Whole bed: the line of the Angle of repose plot, in a drum through its surface. Box: a plane through "
               "the highest grains of its columns.",
               kLabels)) {
    repose.inBox = part == 1;
    if (repose.inBox) {
      repose.pose.position = context.lookedAt.point;
      repose.halfExtents = Vec3::Constant(std::max(0.15 * context.lookedAt.height, 1e-4));
    }
  }
  if (repose.inBox) {
    drawCentre(context, repose.pose);
    drawEdges(context, repose.halfExtents);
  }
}

void drawSizesOf(PanelContext&, MeasureRuler&) {}
void drawSizesOf(PanelContext&, MeasureAngle&) {}
void drawSizesOf(PanelContext& context, MeasureGrain& grain) {
  valueRow(context, "Grain", std::to_string(grain.grain), "Number of the grain.");
}

void drawValues(PanelContext& context, const Measure& measure) {
  const std::vector<double> values = measureValues(*context.snapshot, measure);
  float labels = 0.0f;
  for (const MeasureColumn& column : columnsOf(measure.kind)) {
    labels = std::max(labels, ImGui::CalcTextSize(column.name).x);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const MeasureColumn& column = columnsOf(measure.kind)[i];
    const std::string value = measureValueText(values[i], column.unit);
    valueRow(context, column.name, value, column.meaning, theme::kText, labels);
    context.probes.recordText(fmt::format("measure.value.{}", i), value);
  }
}

void drawSelected(PanelContext& context, Measure& measure) {
  ImGui::Separator();
  ImGui::PushID(static_cast<int>(measure.id));
  if (hasForm(measure.kind)) {
    gizmoModeButtons(context);
  }
  drawMeasureName(context, measure);
  std::visit([&context](auto& one) { drawSizesOf(context, one); }, measure.kind);
  drawValues(context, measure);
  checkRow(context, "measure.plotted", "Plot over time", measure.plotted,
           "Shows its values over time in a plot below the view, each step of the run.");
  ImGui::PopID();
}

void drawFileButtons(PanelContext& context) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2.0f);
  if (ImGui::Button("Copy values", {half, 0.0f})) {
    ImGui::SetClipboardText(measureTable(*context.snapshot, context.view.measures).c_str());
  }
  probe(context, "measure.copy");
  tooltip("Puts the present values of all measures on the clipboard, as a table.");
  ImGui::SameLine();
  actionButton(context, "export_measures", "Export CSV…", half);
}

}  // namespace

void drawMeasurePanel(PanelContext& context) {
  drawPlaceButtons(context);
  MeasureList& measures = context.view.measures;
  if (measures.empty()) {
    wrappedText("Lengths, angles, flows and sums in the view, now and over time.", ImGui::GetContentRegionAvail().x,
                theme::kDim);
    return;
  }
  ImGui::Separator();
  std::optional<std::uint64_t> removed;
  for (Measure& measure : measures) {
    if (drawMeasureLine(context, measure)) {
      removed = measure.id;
    }
  }
  if (removed) {
    removeMeasure(context.view, *removed);
  }
  if (Measure* selected =
          context.view.selectedMeasure ? findMeasure(measures, *context.view.selectedMeasure) : nullptr) {
    drawSelected(context, *selected);
  }
  if (!measures.empty()) {
    ImGui::Separator();
    drawFileButtons(context);
  }
}

}  // namespace scree
