#include "engine/measures/measure_list.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr MeasureColumn kRuler[] = {{"length", "m", "Distance of the two ends."},
                                    {"x", "m", "Way from the first end to the second one along x."},
                                    {"y", "m", "Way from the first end to the second one along y."},
                                    {"z", "m", "Way from the first end to the second one along z, upwards."}};
constexpr MeasureColumn kAngle[] = {{"angle", "°", "Angle between the two lines at their common point."}};
constexpr MeasureColumn kRepose[] = {{"angle", "°", "Slope of the line through the surface."}};
constexpr MeasureColumn kFlow[] = {
    {"forward flow", "kg/s", "Mass that goes through along the arrow, mean over 0.5 s."},
    {"back flow", "kg/s", "Mass that goes through against the arrow, mean over 0.5 s."},
    {"forward rate", "1/s", "Grains that go through along the arrow, mean over 0.5 s."},
    {"back rate", "1/s", "Grains that go through against the arrow, mean over 0.5 s."},
    {"forward mass", "kg", "Mass that went through along the arrow since the plane was placed."},
    {"back mass", "kg", "Mass that went through against the arrow since the plane was placed."},
    {"forward grains", "", "Grains that went through along the arrow since the plane was placed."},
    {"back grains", "", "Grains that went through against the arrow since the plane was placed."}};
constexpr MeasureColumn kRegion[] = {{"mass", "kg", "Mass of the grains with their centre in the region."},
                                     {"grains", "", "Grains with their centre in the region."},
                                     {"mean speed", "m/s", "Mean of the speeds of these grains."},
                                     {"mean height", "m", "Mean of the heights of their centres."},
                                     {"coordination", "", "Mean number of contacts of these grains."},
                                     {"solid fraction", "", "Volume of these grains over the volume of the region."}};
constexpr MeasureColumn kGrain[] = {{"speed", "m/s", "Speed of its centre."},
                                    {"x", "m", "Its centre."},
                                    {"y", "m", "Its centre."},
                                    {"z", "m", "Its centre, upwards."},
                                    {"velocity z", "m/s", "Velocity of its centre upwards."},
                                    {"spin", "rad/s", "Angular speed."},
                                    {"contacts", "", "Contacts with grains and bodies."},
                                    {"kinetic energy", "J", "Of its motion, spin included."},
                                    {"merged", "", "1 in an aggregate, 0 free."}};

bool same(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

bool same(const MeasurePoint& a, const MeasurePoint& b) {
  return a.place == b.place && a.grain == b.grain && a.body == b.body;
}

bool same(const SensorShape& a, const SensorShape& b) {
  if (a.index() != b.index()) {
    return false;
  }
  if (const auto* box = std::get_if<SensorBox>(&a)) {
    return box->halfExtents == std::get<SensorBox>(b).halfExtents;
  }
  if (const auto* sphere = std::get_if<SensorSphere>(&a)) {
    return sphere->radius == std::get<SensorSphere>(b).radius;
  }
  if (const auto* cylinder = std::get_if<SensorCylinder>(&a)) {
    const auto& other = std::get<SensorCylinder>(b);
    return cylinder->radius == other.radius && cylinder->halfLength == other.halfLength;
  }
  return true;
}

bool same(const MeasureRuler& a, const MeasureRuler& b) { return same(a.from, b.from) && same(a.to, b.to); }
bool same(const MeasureAngle& a, const MeasureAngle& b) {
  return std::ranges::equal(a.points, b.points, [](const auto& p, const auto& q) { return same(p, q); });
}
bool same(const MeasureRepose& a, const MeasureRepose& b) {
  return a.inBox == b.inBox && same(a.pose, b.pose) && a.halfExtents == b.halfExtents;
}
bool same(const MeasureFlow& a, const MeasureFlow& b) {
  return a.isDisk == b.isDisk && same(a.pose, b.pose) && a.halfWidth == b.halfWidth && a.halfHeight == b.halfHeight;
}
bool same(const MeasureRegion& a, const MeasureRegion& b) { return same(a.shape, b.shape) && same(a.pose, b.pose); }
bool same(const MeasureGrain& a, const MeasureGrain& b) { return a.grain == b.grain; }

bool isFinite(const Pose& pose) { return pose.position.allFinite() && pose.orientation.coeffs().allFinite(); }

bool isLength(double value) { return std::isfinite(value) && value > 0.0; }

std::string problem(bool isSound, const char* what) { return isSound ? std::string() : std::string(what); }

std::string problemIn(const MeasureRuler& ruler) {
  return problem(ruler.from.place.allFinite() && ruler.to.place.allFinite(), "an end of the ruler is not finite");
}
std::string problemIn(const MeasureAngle& angle) {
  return problem(std::ranges::all_of(angle.points, [](const MeasurePoint& p) { return p.place.allFinite(); }),
                 "a point of the angle is not finite");
}
std::string problemIn(const MeasureRepose& repose) {
  return problem(isFinite(repose.pose) && repose.halfExtents.allFinite() && repose.halfExtents.minCoeff() > 0.0,
                 "the box of the angle of repose needs positive sizes");
}
std::string problemIn(const MeasureFlow& flow) {
  return problem(isFinite(flow.pose) && isLength(flow.halfWidth) && isLength(flow.halfHeight),
                 "the plane of a flow needs positive sizes");
}
std::string problemIn(const MeasureRegion& region) {
  if (std::holds_alternative<SensorHalfSpace>(region.shape)) {
    return "a region is a box, a sphere or a cylinder";
  }
  return problemOf(SplitSensor{.name = {}, .shape = region.shape, .pose = region.pose});
}
std::string problemIn(const MeasureGrain&) { return {}; }

}  // namespace

bool sameKind(const MeasureKind& a, const MeasureKind& b) {
  return a.index() == b.index() &&
         std::visit([&b](const auto& one) { return same(one, std::get<std::decay_t<decltype(one)>>(b)); }, a);
}

bool sameMeasures(const MeasureList& a, const MeasureList& b) {
  return std::ranges::equal(a, b, [](const Measure& one, const Measure& other) {
    return one.id == other.id && one.name == other.name && one.shown == other.shown && one.plotted == other.plotted &&
           sameKind(one.kind, other.kind);
  });
}

std::string problemOf(const MeasureKind& kind) {
  return std::visit([](const auto& one) { return problemIn(one); }, kind);
}

std::span<const MeasureColumn> columnsOf(const MeasureKind& kind) {
  constexpr std::array<std::span<const MeasureColumn>, std::variant_size_v<MeasureKind>> kColumns = {
      kRuler, kAngle, kRepose, kFlow, kRegion, kGrain};
  return kColumns[kind.index()];
}

}  // namespace scree
