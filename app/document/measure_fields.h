#pragma once

#include <algorithm>
#include <cmath>

#include "app/document/session_fields.h"
#include "engine/measures/measure_list.h"

// Fields of a measure in a session file, for SessionWriter and SessionReader.
namespace scree {

constexpr double kFarthest = 1e9;  ///< largest length of a measure [m]

template <typename Visitor>
void vectorField(Visitor& v, std::string_view key, Vec3& value) {
  std::array<double, 3> parts = {value.x(), value.y(), value.z()};
  v.numbers(key, parts, {-kFarthest, kFarthest});
  value = {parts[0], parts[1], parts[2]};
}

template <typename Visitor>
void poseFields(Visitor& v, Pose& pose) {
  vectorField(v, "position", pose.position);
  Quat& turn = pose.orientation;
  std::array<double, 4> parts = {turn.x(), turn.y(), turn.z(), turn.w()};
  v.numbers("orientation", parts, {-1.0, 1.0});
  turn = Quat(parts[3], parts[0], parts[1], parts[2]);
  constexpr double kUnitLength = 1e-9;  // saved quaternions have unit length to the last digit, typed ones need not
  if (turn.norm() == 0.0) {
    turn = Quat::Identity();
  } else if (std::abs(turn.norm() - 1.0) > kUnitLength) {
    turn.normalize();
  }
}

/// Number of a grain or body; left out, -1, where there is none.
template <typename Visitor, typename Number>
void carrierField(Visitor& v, std::string_view key, std::optional<Number>& number) {
  double value = number ? static_cast<double>(*number) : -1.0;
  v.number(key, value, {-1.0, 4294967295.0});
  number = value < 0.0 ? std::nullopt : std::optional(static_cast<Number>(value));
}

template <typename Visitor>
void pointFields(Visitor& v, std::string_view key, MeasurePoint& point) {
  v.section(key, [&point](auto& inner) {
    vectorField(inner, "place", point.place);
    carrierField(inner, "grain", point.grain);
    carrierField(inner, "body", point.body);
  });
}

template <typename Visitor>
void kindFields(Visitor& v, MeasureRuler& ruler) {
  pointFields(v, "from", ruler.from);
  pointFields(v, "to", ruler.to);
}

template <typename Visitor>
void kindFields(Visitor& v, MeasureAngle& angle) {
  pointFields(v, "first", angle.points[0]);
  pointFields(v, "corner", angle.points[1]);
  pointFields(v, "second", angle.points[2]);
}

template <typename Visitor>
void kindFields(Visitor& v, MeasureRepose& repose) {
  v.flag("in_box", repose.inBox);
  poseFields(v, repose.pose);
  vectorField(v, "half_extents", repose.halfExtents);
}

template <typename Visitor>
void kindFields(Visitor& v, MeasureFlow& flow) {
  v.flag("disk", flow.isDisk);
  poseFields(v, flow.pose);
  v.number("half_width", flow.halfWidth, {0.0, kFarthest});
  v.number("half_height", flow.halfHeight, {0.0, kFarthest});
}

template <typename Visitor>
void kindFields(Visitor& v, MeasureRegion& region) {
  poseFields(v, region.pose);
  constexpr std::array<std::string_view, 3> kShapeNames = {"box", "sphere", "cylinder"};
  auto shape = static_cast<int>(region.shape.index());
  v.word("shape", shape, kShapeNames);
  if (shape != static_cast<int>(region.shape.index())) {
    region.shape = shape == 1 ? SensorShape(SensorSphere{}) : SensorShape(SensorCylinder{});
  }
  if (auto* box = std::get_if<SensorBox>(&region.shape)) {
    vectorField(v, "half_extents", box->halfExtents);
  } else if (auto* sphere = std::get_if<SensorSphere>(&region.shape)) {
    v.number("radius", sphere->radius, {0.0, kFarthest});
  } else if (auto* cylinder = std::get_if<SensorCylinder>(&region.shape)) {
    v.number("radius", cylinder->radius, {0.0, kFarthest});
    v.number("half_length", cylinder->halfLength, {0.0, kFarthest});
  }
}

template <typename Visitor>
void kindFields(Visitor& v, MeasureGrain& grain) {
  std::optional<ParticleId> id = grain.grain;
  carrierField(v, "grain", id);
  grain.grain = id.value_or(0);
}

/// Default measure of a kind by its place in kMeasureKindNames.
MeasureKind measureOfKind(int kind);

template <typename Visitor>
void measureFields(Visitor& v, Measure& measure) {
  auto number = static_cast<double>(measure.id);
  v.number("number", number, {1.0, 1e9});
  measure.id = static_cast<std::uint64_t>(number);
  v.text("name", measure.name);
  v.flag("shown", measure.shown);
  v.flag("plotted", measure.plotted);
  auto kind = static_cast<int>(measure.kind.index());
  v.word("kind", kind, kMeasureKindNames);
  if (kind != static_cast<int>(measure.kind.index())) {
    measure.kind = measureOfKind(kind);
  }
  std::visit([&v](auto& one) { kindFields(v, one); }, measure.kind);
  v.check(problemOf(measure.kind));
}

/// Gives the measures other numbers if two have the same.
void makeNumbersUnique(MeasureList& measures);

}  // namespace scree
