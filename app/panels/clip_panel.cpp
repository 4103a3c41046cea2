#include <imgui.h>

#include <array>
#include <cmath>
#include <numbers>

#include "app/panels/panel.h"
#include "app/widgets/length_row.h"

namespace scree {

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr std::array<std::string_view, 3> kShapes = {"plane", "slab", "box"};
constexpr std::array<std::string_view, 3> kShapeHelp = {
    "Keeps what lies behind a plane.", "Keeps what lies between two planes.", "Keeps what lies inside a box."};
constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
constexpr std::array<std::string_view, 3> kAxisHelp = {"The normal points along +x.", "The normal points along +y.",
                                                       "The normal points up."};

void drawNormal(PanelContext& context, ClipOptions& clip) {
  const bool flat = clip.elevation == 0.0;
  const int axis = flat && clip.azimuth == 0.0                      ? 0
                   : flat && clip.azimuth == 0.5 * std::numbers::pi ? 1
                   : clip.elevation == 0.5 * std::numbers::pi       ? 2
                                                                    : -1;
  if (const auto pressed = segmented(context, "clip.normal", kAxes, axis, kAxisHelp)) {
    clip.azimuth = *pressed == 1 ? 0.5 * std::numbers::pi : 0.0;
    clip.elevation = *pressed == 2 ? 0.5 * std::numbers::pi : 0.0;
  }
  actionButton(context, "clip_facing", "Normal towards you", ImGui::GetContentRegionAvail().x);
  const auto angle = [&](std::string_view name, const char* label, const char* help, double& value, double most) {
    NumberSpec spec{.name = name, .label = label, .unit = "°", .help = help, .minimum = -most, .maximum = most};
    spec.low = -most;
    spec.high = most;
    if (const auto wanted = numberRow(context, spec, std::round(value / kDegree * 1e2) * 1e-2, 0.0)) {
      value = *wanted * kDegree;
    }
  };
  angle("clip.azimuth", "Azimuth", "Direction of the normal about the vertical, 0 along +x [°].", clip.azimuth, 180.0);
  angle("clip.elevation", "Elevation", "Angle of the normal above the horizon [°].", clip.elevation, 90.0);
}

void drawClipSizes(PanelContext& context, ClipOptions& clip) {
  constexpr double kSmallest = 0.01;  // smallest size [mm]
  if (clip.shape == ClipShape::slab) {
    double thickness = 2.0 * clip.halfThickness;
    lengthRow(context, "clip.thickness", "Thickness", {&thickness, 1}, kSmallest, "Distance of the two planes [mm].");
    clip.halfThickness = 0.5 * thickness;
  } else if (clip.shape == ClipShape::box) {
    Vec3 size = 2.0 * clip.halfExtents;
    lengthRow(context, "clip.size", "Size [mm]", {size.data(), 3}, kSmallest,
              "Edges of the box along its own x, y and z, its normal [mm].");
    clip.halfExtents = 0.5 * size;
  }
}

}  // namespace

void drawClipPanel(PanelContext& context) {
  ClipOptions& clip = context.view.clip;
  actionButton(context, "clip", clip.on ? "Clipping" : "Clip", ImGui::GetContentRegionAvail().x, clip.on);
  if (!clip.on) {
    wrappedText("Cuts a part of the scene away, to look inside. Drag its point in the view.",
                ImGui::GetContentRegionAvail().x, theme::kDim);
    return;
  }
  if (const auto pressed = segmented(context, "clip.shape", kShapes, static_cast<int>(clip.shape), kShapeHelp)) {
    clip.shape = static_cast<ClipShape>(*pressed);
  }
  lengthRow(context, "clip.position", clip.shape == ClipShape::plane ? "Point [mm]" : "Middle [mm]",
            {clip.position.data(), 3}, -kLargestLength, "Position of the clip in the world, x y z [mm].");
  drawClipSizes(context, clip);
  drawNormal(context, clip);
  checkRow(context, "clip.inverted", "Invert", clip.inverted, "Cuts away the other side of the clip.");
  ImGui::SameLine(ImGui::GetContentRegionAvail().x * 0.5f);
  checkRow(context, "clip.bodies", "Bodies too", clip.bodies, "Cuts walls, drums and other bodies; the ground stays.");
}

}  // namespace scree
