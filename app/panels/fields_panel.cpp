#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/panels/panel.h"
#include "app/widgets/length_row.h"
#include "app/widgets/line_plot.h"

// Coarse-grained fields: the slice, the profile and how they are made.
namespace scree {

namespace {

constexpr double kRightAngle = 0.5 * std::numbers::pi;
constexpr double kPerDegree = std::numbers::pi / 180.0;
constexpr std::array<std::string_view, 3> kAxisNames = {"x", "y", "z"};
constexpr std::array<std::string_view, 3> kNormalHelp = {"The normal of the slice points along +x.",
                                                         "The normal of the slice points along +y.",
                                                         "The normal of the slice points up."};
constexpr std::array<std::string_view, 3> kProfileHelp = {"The profile along x: means over planes across it.",
                                                          "The profile along y: means over planes across it.",
                                                          "The profile along z: means over level planes."};

void drawSliceNormal(PanelContext& context, FieldLayer& layer) {
  const bool isLevel = layer.elevation == 0.0;
  const int axis = isLevel && layer.azimuth == 0.0           ? 0
                   : isLevel && layer.azimuth == kRightAngle ? 1
                   : layer.elevation == kRightAngle          ? 2
                                                             : -1;
  if (const auto pressed = segmented(context, "fields.normal", kAxisNames, axis, kNormalHelp)) {
    layer.azimuth = *pressed == 1 ? kRightAngle : 0.0;
    layer.elevation = *pressed == 2 ? kRightAngle : 0.0;
  }
  const auto angle = [&](std::string_view name, const char* label, const char* help, double& value, double most,
                         double usual) {
    NumberSpec spec{.name = name, .label = label, .unit = "°", .help = help, .minimum = -most, .maximum = most};
    spec.low = -most;
    spec.high = most;
    spec.initialName = "the usual one";
    if (const auto wanted = numberRow(context, spec, std::round(value / kPerDegree * 1e2) * 1e-2, usual)) {
      value = *wanted * kPerDegree;
    }
  };
  angle("fields.azimuth", "Azimuth", "Direction of the normal about the vertical, 0 along +x [°].", layer.azimuth,
        180.0, 90.0);
  angle("fields.elevation", "Elevation", "Angle of the normal above the horizon [°].", layer.elevation, 90.0, 0.0);
}

void drawSliceRows(PanelContext& context, FieldLayer& layer) {
  Vec3 place = layer.position;
  if (const FieldMap* map = context.snapshot->onRequest.fieldMap.get(); !layer.placed && map != nullptr) {
    place = map->grid.origin() +
            0.5 * map->grid.spacing * Vec3(map->grid.size[0] - 1, map->grid.size[1] - 1, map->grid.size[2] - 1);
  }
  if (lengthRow(context, "fields.position", "Point [mm]", {place.data(), 3}, -kLargestLength,
                "Point of the slice in the world, x y z [mm].")) {
    layer.position = place;
    layer.placed = true;
  }
  drawSliceNormal(context, layer);
  if (layer.placed) {
    if (ImGui::Button("Through the middle", {ImGui::GetContentRegionAvail().x, 0.0f})) {
      layer.placed = false;
    }
    probe(context, "fields.middle");
    tooltip("Lays the slice through the middle of the grains, and keeps it there.");
  }
  NumberSpec opacity{.name = "fields.opacity", .label = "Opacity", .unit = "%"};
  opacity.help = "How much the slice covers what is behind it [%]; half as much where grains lie before it.";
  opacity.maximum = opacity.high = 100.0;
  opacity.initialName = "the usual one";
  if (const auto wanted = numberRow(context, opacity, std::round(100.0 * double{layer.opacity}),
                                    std::round(100.0 * double{FieldLayer().opacity}))) {
    layer.opacity = static_cast<float>(0.01 * *wanted);
  }
}

void drawProfileRows(PanelContext& context, FieldLayer& layer) {
  const ColourInfo& info = infoOf(layer.shows);
  if (const auto pressed = segmented(context, "fields.axis", kAxisNames, layer.profileAxis, kProfileHelp)) {
    layer.profileAxis = *pressed;
  }
  const FieldMap* map = context.snapshot->onRequest.fieldMap.get();
  if (map == nullptr || map->scalar != layer.shows) {
    return;
  }
  const auto axis = static_cast<std::size_t>(layer.profileAxis);
  PlottedLine line;
  for (std::size_t i = 0; i < map->profiles[axis].size(); ++i) {
    if (std::isfinite(map->profiles[axis][i])) {
      line.x.push_back(1e3 * map->grid.spacing * (map->grid.first[axis] + static_cast<double>(i)));
      line.y.push_back(double{map->profiles[axis][i]});
    }
  }
  line.xName = std::string(kAxisNames[axis]);
  line.xUnit = "mm";
  line.yName = std::string(info.name);
  line.yUnit = std::string(info.unit);
  line.help =
      fmt::format("{} over {}: mean over the nodes of each plane that have a value.", info.name, kAxisNames[axis]);
  drawLinePlot(context, "fields.profile_plot", line);
}

void drawMaking(PanelContext& context, FieldLayer& layer) {
  NumberSpec width{.name = "fields.width", .label = "Weight", .unit = "d"};
  width.help =
      "Width of the weight and distance of the nodes, in mean diameters; it reaches 1.5 widths to each side. Narrow "
      "ones show single grains, wide ones smear layers [d].";
  width.minimum = width.low = kLeastFieldWidth;
  width.maximum = kMostFieldWidth;
  width.high = 5.0;
  width.initialName = "the usual one";
  if (const auto wanted = numberRow(context, width, std::round(10.0 * double{layer.width}) / 10.0, kFieldWidth)) {
    layer.width = static_cast<float>(std::round(10.0 * *wanted) / 10.0);
  }
  checkRow(context, "fields.mean", "Mean over time", layer.mean,
           "Means over the states shown since the switch, in place of the present state; velocities are the mean "
           "momentum over the mean density.");
  if (!layer.mean) {
    return;
  }
  const FieldMap* map = context.snapshot->onRequest.fieldMap.get();
  if (map != nullptr) {
    text(fmt::format("of {}", counted(static_cast<std::uint64_t>(map->snapshots), "state")), theme::kDim);
    probe(context, "fields.states");
    ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f);
  }
  if (ImGui::Button("Begin anew", {ImGui::GetContentRegionAvail().x, 0.0f})) {
    layer.run = static_cast<std::uint8_t>((layer.run + 1) % 16);
  }
  probe(context, "fields.anew");
  tooltip("Forgets the states of the mean so far.");
}

}  // namespace

void drawFieldsPanel(PanelContext& context) {
  FieldLayer& layer = context.view.layers.fields;
  std::array<std::string_view, kFieldScalarCount> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = infoOf(static_cast<FieldScalar>(i)).name;
  }
  int shows = static_cast<int>(layer.shows);
  const ColourInfo& info = infoOf(layer.shows);
  if (comboRow(context, "fields.shows", "Field", shows, names,
               fmt::format("Field of slice and profile. Now: {} [{}].", info.meaning,
                           info.unit.empty() ? "a number" : info.unit))) {
    layer.shows = static_cast<FieldScalar>(shows);
  }
  checkRow(context, "fields.slice", "Slice", layer.slice,
           "A plane through the grains with the colours of the field; faint where grains lie before it.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f);
  checkRow(context, "fields.profile", "Profile", layer.profile, "The field along an axis, mean over planes across it.");
  if (layer.slice) {
    drawSliceRows(context, layer);
  }
  if (layer.profile) {
    drawProfileRows(context, layer);
  }
  drawMaking(context, layer);
  wrappedText("Grains can have these colours too: Colour by, on the page View.", ImGui::GetContentRegionAvail().x,
              theme::kDim);
}

}  // namespace scree
