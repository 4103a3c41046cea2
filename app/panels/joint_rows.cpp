#include "app/panels/joint_rows.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, kJointKindCount> kKindNames = {
    "hinge", "prismatic joint", "cylindrical joint", "ball joint", "lock", "rod", "cylinder"};

struct MotorText {
  std::string label;
  std::string unit;
  std::string help;
};

MotorText describeJoint(const Joint& joint) {
  const bool turns = isAngle(joint.kind);
  switch (joint.motor.kind) {
    case MotorKind::position:
      return {turns ? "Angle wanted" : "Position wanted", turns ? "rad" : "m", "Target of the motor"};
    case MotorKind::force:
      return {turns ? "Torque wanted" : "Force wanted", turns ? "N·m" : "N", "Force or torque asked of the motor"};
    case MotorKind::speed:
    case MotorKind::none:
      break;
  }
  return {"Speed wanted", turns ? "rad/s" : "m/s", "Speed that the motor aims at"};
}

/// Ends of a motor's slider: the joint's range for a motor that holds a position, else twice the largest value of the
/// motor and its course either way.
std::array<double, 2> sliderEnds(const Joint& joint) {
  if (joint.motor.kind == MotorKind::position && joint.hasRange) {
    return {joint.least, joint.most};
  }
  double largest = std::abs(joint.motor.value);
  for (const CoursePoint& point : joint.motor.course) {
    largest = std::max(largest, std::abs(point.value));
  }
  const double end = largest > 0.0 ? 2.0 * largest : 1.0;
  return {-end, end};
}

void drawMotor(PanelContext& context, std::uint32_t index) {
  const Joint& joint = context.snapshot->scene.joints[index];
  const double wanted = joint.motor.wantedAt(context.snapshot->run.time);
  const MotorText described = describeJoint(joint);
  const std::array<double, 2> ends = sliderEnds(joint);
  NumberSpec spec;
  const std::string name = "motor." + joint.name;
  spec.name = name;
  spec.label = described.label;
  spec.unit = described.unit;
  spec.help = fmt::format("{} [{}]. Moving it takes the motor over by hand. Source: the scene's joint.", described.help,
                          described.unit);
  spec.minimum = -1e9;
  spec.maximum = 1e9;
  spec.low = ends[0];
  spec.high = ends[1];
  if (const auto set = numberRow(context, spec, wanted, wanted)) {
    markPending(context, name, context.post(SetMotor{index, *set, true}), *set);
  }
  if (joint.motor.byHand && !joint.motor.course.empty()) {
    if (ImGui::SmallButton("Back to its course")) {
      context.post(SetMotor{index, joint.motor.value, false});
    }
    probe(context, name + ".course");
    tooltip("The motor follows the course of the scene again.");
  }
  valueRow(context, isAngle(joint.kind) ? "Motor torque" : "Motor force",
           quantity(joint.motorForce, isAngle(joint.kind) ? "N·m" : "N"),
           "Force or torque of the motor along the joint's coordinate, mean over the last step.");
  valueRow(context, "Motor power", quantity(joint.power, "W"), "Work of the motor per second [W].");
}

}  // namespace

bool pickableRow(PanelContext& context, const PickedPart& part, const std::string& title, ImGuiTreeNodeFlags flags) {
  const bool isPicked = context.view.selectedPart == part;
  const bool isNew = isPicked && context.memory.shownPart != part;
  if (isNew) {
    ImGui::SetNextItemOpen(true);
    context.memory.shownPart = part;
  } else if (!isPicked && context.memory.shownPart == part) {
    context.memory.shownPart.reset();
  }
  const ImGuiTreeNodeFlags mark = isPicked ? ImGuiTreeNodeFlags_Selected : ImGuiTreeNodeFlags_None;
  const bool open = ImGui::TreeNodeEx(title.c_str(), flags | mark | ImGuiTreeNodeFlags_SpanAvailWidth);
  if (isNew) {
    ImGui::SetScrollHereY(0.2f);
  }
  if (ImGui::IsItemClicked()) {
    context.view.selectedPart = part;
    context.view.selected.reset();
    context.memory.shownPart = part;  // ImGui has opened or closed the row at the click already
  }
  return open;
}

/// A coordinate or a rate to be shown: rounding of a joint at rest counts as 0.
double withoutNoise(double value) {
  constexpr double kNoise = 1e-9;  // m, rad, m/s, rad/s
  return std::abs(value) < kNoise ? 0.0 : value;
}

/// Three values in one unit, short enough for a line: in thousands or millions of the unit where they are large.
/// Values below a thousandth of the largest count as 0.
std::string threeValues(const Vec3& values, std::string_view unit) {
  const double largest = values.cwiseAbs().maxCoeff();
  const int prefix = largest < 1e3 ? 0 : largest < 1e6 ? 1 : 2;
  constexpr std::array<std::string_view, 3> kPrefixes = {"", "k", "M"};
  const Vec3 shown = values.unaryExpr(
      [&](double x) { return std::abs(x) < 1e-3 * largest || largest < 1e-9 ? 0.0 : x / std::pow(1e3, prefix); });
  return fmt::format("{:.3g} {:.3g} {:.3g} {}{}", shown.x(), shown.y(), shown.z(),
                     kPrefixes[static_cast<std::size_t>(prefix)], unit);
}

void drawJoint(PanelContext& context, std::uint32_t index) {
  const Joint& joint = context.snapshot->scene.joints[index];
  ImGui::PushID("joint");
  ImGui::PushID(static_cast<int>(index));
  const bool driven = joint.motor.kind != MotorKind::none;
  const ImGuiTreeNodeFlags flags = driven ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None;
  const std::string title = fmt::format("{} ({})", joint.name, kKindNames[static_cast<std::size_t>(joint.kind)]);
  const bool open = pickableRow(context, {.isJoint = true, .index = index}, title, flags);
  probe(context, "joint." + joint.name);
  tooltip("A joint between two bodies, or a body and the world.");
  if (open) {
    ImGui::Unindent(ImGui::GetTreeNodeToLabelSpacing() * 0.5f);
    if (hasCoordinate(joint.kind)) {
      const bool turns = isAngle(joint.kind);
      valueRow(context, turns ? "Angle" : "Position",
               fmt::format("{:.4g} {}, {:.3g} {}", withoutNoise(joint.coordinate), turns ? "rad" : "m",
                           withoutNoise(joint.rate), turns ? "rad/s" : "m/s"),
               "Coordinate of the joint and its rate.");
    }
    if (driven) {
      drawMotor(context, index);
    }
    valueRow(context, "Joint force", threeValues(joint.force, "N"),
             "Force of the joint on its body, motor included, x y z, mean over the last step [N].");
    valueRow(context, "Joint torque", threeValues(joint.torque, "N·m"),
             "Torque of the joint on its body about the joint's point, x y z, mean over the last step [N m].");
    ImGui::Indent(ImGui::GetTreeNodeToLabelSpacing() * 0.5f);
    ImGui::TreePop();
  }
  ImGui::PopID();
  ImGui::PopID();
}

}  // namespace scree
