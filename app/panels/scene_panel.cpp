#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <variant>

#include "app/panels/joint_rows.h"
#include "app/panels/panel.h"
#include "app/widgets/mesh_rows.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

struct DriveText {
  std::string label;
  std::string unit;
  std::string help;
};

std::string axisText(const Vec3& axis) { return fmt::format("({:.3g}, {:.3g}, {:.3g})", axis.x(), axis.y(), axis.z()); }

DriveText describe(const Drive& drive) {
  if (const auto* turn = std::get_if<Rotation>(&drive.motion)) {
    return {"Turning", "rad/s", "Angular speed about the axis " + axisText(turn->axis) + " [rad/s]"};
  }
  if (const auto* slide = std::get_if<Translation>(&drive.motion)) {
    return {"Moving", "m/s", "Speed along " + axisText(slide->direction) + " [m/s]"};
  }
  const auto& belt = std::get<SurfaceMotion>(drive.motion);
  return {"Belt", "m/s", "Speed of the surface along " + axisText(belt.direction) + " of the shape [m/s]"};
}

/// End of a drive's slider: five times the speed of the scene, and at least 1 rad/s or 1 m/s.
double speedLimit(double initial) { return std::max(1.0, 5.0 * std::abs(initial)); }

void drawDrives(PanelContext& context, std::uint32_t body) {
  const SnapshotBody& shown = context.snapshot->scene.bodies[body];
  for (std::uint32_t i = 0; i < shown.drives.size(); ++i) {
    const Drive& drive = shown.drives[i];
    double initial = drive.speed.value;
    if (body < context.scene.driveSpeeds.size() && i < context.scene.driveSpeeds[body].size()) {
      initial = context.scene.driveSpeeds[body][i];
    }
    const DriveText described = describe(drive);
    NumberSpec spec;
    const std::string name = fmt::format("drive.{}.{}", shown.name, i);
    spec.name = name;
    spec.label = described.label;
    spec.unit = described.unit;
    spec.help = described.help +
                (drive.speed.course.empty() ? ", from its start time on." : ", the largest of its course over time.") +
                " Source: the scene's motion of this body.";
    spec.minimum = -1e6;
    spec.maximum = 1e6;
    spec.low = -speedLimit(initial);
    spec.high = speedLimit(initial);
    if (const auto wanted = numberRow(context, spec, drive.speed.value, initial)) {
      markPending(context, name, context.post(SetDriveSpeed{body, i, *wanted}), *wanted);
    }
  }
}

void drawBody(PanelContext& context, std::uint32_t index) {
  const SnapshotBody& body = context.snapshot->scene.bodies[index];
  ImGui::PushID(static_cast<int>(index));
  const ImGuiTreeNodeFlags flags = body.drives.empty() ? ImGuiTreeNodeFlags_None : ImGuiTreeNodeFlags_DefaultOpen;
  const bool open = pickableRow(context, {.isJoint = false, .index = index}, body.name, flags);
  probe(context, "body." + body.name);
  tooltip(body.mass > 0.0       ? "A body that forces move. Open it for what the grains do to it."
          : body.drives.empty() ? "A body at rest. Open it for the force on it."
                                : "A body that follows a drive.");
  if (open) {
    ImGui::Unindent(ImGui::GetTreeNodeToLabelSpacing() * 0.5f);
    drawDrives(context, index);
    drawMadeMeshes(context, index);
    if (body.mass > 0.0) {
      valueRow(context, "Mass", quantity(body.mass, "kg", 4), "Mass of the body [kg].");
    }
    const Vec3& force = body.reaction.force;
    valueRow(context, "Force", fmt::format("{:.3g} {:.3g} {:.3g} N", force.x(), force.y(), force.z()),
             "Force of the grains on the body, x y z, mean over the last step [N].");
    const Vec3& torque = body.reaction.torque;
    valueRow(context, "Torque", fmt::format("{:.2g} {:.2g} {:.2g} N·m", torque.x(), torque.y(), torque.z()),
             "Torque of the grains on the body about its position, x y z, mean over the last step [N m].");
    if (!body.drives.empty()) {
      valueRow(context, "Power", quantity(body.reaction.power, "W"),
               "Work the body does on the grains per second [W].");
    }
    ImGui::Indent(ImGui::GetTreeNodeToLabelSpacing() * 0.5f);
    ImGui::TreePop();
  }
  ImGui::PopID();
}

std::string helpOfRegion(const SnapshotRegion& region) {
  if (!region.isSink) {
    return "Emitter: grains added so far, and their mass [kg].";
  }
  return region.sieve.empty() ? "Sink: grains taken out so far, and their mass [kg]."
                              : fmt::format("Sieve: {}. Grains taken out so far, and their mass [kg].", region.sieve);
}

}  // namespace

void drawScenePanel(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  text(context.scene.name.empty() ? "no scene" : context.scene.name, theme::kAccent);
  tooltip(context.scene.file);
  if (!context.scene.description.empty()) {
    wrappedText(context.scene.description, ImGui::GetContentRegionAvail().x);
  }
  ImGui::Separator();
  valueRow(context, "Grains", grouped(now.particles()), "Particles in the world now.");
  valueRow(context, "Mass", quantity(now.grains.totalMass, "kg", 4), "Mass of all grains together [kg].");
  std::string materials;
  for (const std::string& name : now.scene.materialNames) {
    materials += (materials.empty() ? "" : ", ") + name;
  }
  valueRow(context, "Materials", materials,
           "Materials of grains and bodies; their contact laws are in the Material panel.");
  for (const SnapshotRegion& region : now.scene.regions) {
    valueRow(context, region.name,
             fmt::format("{} {}, {:.3g} kg", grouped(region.count), region.isSink ? "out" : "in", region.mass),
             helpOfRegion(region));
  }
  for (std::uint32_t i = 0; i < now.scene.bodies.size(); ++i) {
    drawBody(context, i);
  }
  for (std::uint32_t i = 0; i < now.scene.joints.size(); ++i) {
    drawJoint(context, i);
  }
  if (now.run.faultCount == 0 && !now.run.lastFault.empty()) {
    valueRow(context, "Warning", "moves too far", now.run.lastFault, theme::kBad);
  }
  for (const std::string& finding : now.run.guardFindings) {
    valueRow(context, "Guard", finding,
             "Finding of the guard, which no sound run has: the first of its kind. Solver, Guard sets whether the run "
             "stops; a "
             "change of a setting lets the guard look anew.",
             theme::kBad);
  }
  if (now.run.faultCount > 0) {
    valueRow(context, "Taken out", grouped(now.run.faultCount),
             "Grains that became non-finite or left the world's bounds. Last: " + now.run.lastFault, theme::kBad);
  }
}

}  // namespace scree
