#include "app/viewport/tools/measure_shape.h"

#include "app/ui_state/measure_edits.h"

namespace scree {

namespace {

constexpr double kThickness = 1e-5;  // half thickness of a plane as a shape [m]

}  // namespace

std::optional<MeasureForm> gizmoFormOf(const MeasureKind& kind) {
  if (const auto* flow = std::get_if<MeasureFlow>(&kind)) {
    const SensorShape shape = flow->isDisk ? SensorShape(SensorCylinder{flow->halfWidth, kThickness})
                                           : SensorShape(SensorBox{{flow->halfWidth, flow->halfHeight, kThickness}});
    return MeasureForm{shape, flow->pose, true};
  }
  if (const auto* region = std::get_if<MeasureRegion>(&kind)) {
    return MeasureForm{region->shape, region->pose, false};
  }
  if (const auto* repose = std::get_if<MeasureRepose>(&kind); repose != nullptr && repose->inBox) {
    return MeasureForm{SensorBox{repose->halfExtents}, repose->pose, false};
  }
  return std::nullopt;
}

MeasureKind withForm(const MeasureKind& kind, const Pose& pose, const SensorShape& shape) {
  MeasureKind changed = kind;
  if (auto* flow = std::get_if<MeasureFlow>(&changed)) {
    flow->pose = pose;
    if (const auto* box = std::get_if<SensorBox>(&shape)) {
      flow->halfWidth = box->halfExtents.x();
      flow->halfHeight = box->halfExtents.y();
    } else if (const auto* cylinder = std::get_if<SensorCylinder>(&shape)) {
      flow->halfWidth = cylinder->radius;
    }
  } else if (auto* region = std::get_if<MeasureRegion>(&changed)) {
    region->pose = pose;
    region->shape = shape;
  } else if (auto* repose = std::get_if<MeasureRepose>(&changed)) {
    repose->pose = pose;
    if (const auto* box = std::get_if<SensorBox>(&shape)) {
      repose->halfExtents = box->halfExtents;
    }
  }
  return changed;
}

MeasureKind placedKind(int kind, const Vec3& place, double size) {
  if (kind == kFlowMeasure) {
    return MeasureFlow{
        .isDisk = false, .pose = {place, Quat(0.0, 1.0, 0.0, 0.0)}, .halfWidth = size, .halfHeight = size};
  }
  return MeasureRegion{SensorBox{Vec3::Constant(size)}, {place, Quat::Identity()}};
}

}  // namespace scree
