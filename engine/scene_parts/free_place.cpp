#include "engine/scene_parts/free_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace scree {

namespace {

constexpr double kGap = 0.1;          // least room between parts, in sizes of the new one
constexpr double kRoundInside = 0.7;  // share of a round hollow body's box that lies inside it
constexpr int kFarSteps = 400;        // most steps along an axis

/// Part that a new one must keep clear of.
struct Obstacle {
  Bounds bounds;
  std::optional<Bounds> inside;  ///< free space in it
};

/// Plane with the free side along its normal.
struct Ground {
  Vec3 point;
  Vec3 normal;
};

bool isMatter(PartKind kind) {
  return kind == PartKind::body || kind == PartKind::particles || kind == PartKind::emitter;
}

bool keepsClear(PartKind part, PartKind other) {
  return part == other || (isMatter(part) && isMatter(other)) ||
         (other == PartKind::sink && (part == PartKind::particles || part == PartKind::emitter));
}

Bounds shifted(const Bounds& bounds, const Vec3& shift) { return {bounds.lower + shift, bounds.upper + shift}; }

bool overlap(const Bounds& a, const Bounds& b, double gap) {
  return ((a.lower.array() < b.upper.array() + gap) && (b.lower.array() < a.upper.array() + gap)).all();
}

bool isWithin(const Bounds& a, const Bounds& outer) {
  return ((a.lower.array() > outer.lower.array()) && (a.upper.array() < outer.upper.array())).all();
}

std::optional<Bounds> insideOf(const ScenePart& part, const Bounds& bounds) {
  const bool isRound = part.form == "hollow cylinder";
  if (!isRound && part.form != "container") {
    return std::nullopt;
  }
  const Vec3 middle = 0.5 * (bounds.lower + bounds.upper);
  const Vec3 half = (isRound ? kRoundInside : 1.0) * 0.5 * (bounds.upper - bounds.lower);
  return Bounds{middle - half, middle + half};
}

/// Height of the first plane below a point; minus infinity without one.
double floorBelow(std::span<const ScenePart> parts, const Vec3& point) {
  double floor = -std::numeric_limits<double>::infinity();
  for (const ScenePart& part : parts) {
    const Vec3 normal = part.pose.orientation * Vec3::UnitZ();
    if (part.kind == PartKind::body && std::holds_alternative<SensorHalfSpace>(part.shape) && normal.z() > 0.0) {
      const double fall = normal.dot(point - part.pose.position) / normal.z();
      floor = fall > 0.0 ? std::max(floor, point.z() - fall) : floor;
    }
  }
  return floor;
}

/// Corner of a box that lies lowest along a direction.
Vec3 lowestCorner(const Bounds& bounds, const Vec3& up) {
  return (up.array() > 0.0).select(bounds.lower, bounds.upper);
}

class Room {
 public:
  Room(std::span<const ScenePart> parts, std::size_t index, double gap) : gap_(gap) {
    const ScenePart& part = parts[index];
    double floor = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i != index && parts[i].keys.entry == part.keys.entry) {
        continue;
      }
      if (const auto bounds = boundsOf(parts[i]); bounds && i != index) {
        floor = std::min(floor, bounds->lower.z());
      }
      if (std::holds_alternative<SensorHalfSpace>(parts[i].shape) && parts[i].kind == PartKind::body && i != index) {
        grounds_.push_back({parts[i].pose.position, parts[i].pose.orientation * Vec3::UnitZ()});
        floor = std::min(floor, parts[i].pose.position.z());
      }
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const ScenePart& other = parts[i];
      auto bounds = boundsOf(other);
      if (i == index || other.isGroup || !bounds || !keepsClear(part.kind, other.kind)) {
        continue;
      }
      if (other.kind == PartKind::emitter && isMatter(part.kind)) {
        bounds->lower.z() = std::min(bounds->lower.z(), floor);  // grains fall there
      }
      obstacles_.push_back({*bounds, insideOf(other, *bounds)});
    }
    if (!isMatter(part.kind)) {
      grounds_.clear();
    }
  }

  bool isFree(const Bounds& bounds) const {
    return std::ranges::none_of(grounds_,
                                [&](const Ground& ground) {
                                  return (lowestCorner(bounds, ground.normal) - ground.point).dot(ground.normal) < 0.0;
                                }) &&
           std::ranges::none_of(obstacles_, [&](const Obstacle& other) {
             return overlap(bounds, other.bounds, gap_) && !(other.inside && isWithin(bounds, *other.inside));
           });
  }

 private:
  std::vector<Obstacle> obstacles_;
  std::vector<Ground> grounds_;
  double gap_;
};

/// Shifts within a distance, the nearest first. Of equal ones those to the side come before those up and down.
std::vector<Vec3> shiftsWithin(double reach, double step) {
  std::vector<Vec3> shifts;
  const int most = static_cast<int>(std::floor(reach / step));
  for (int x = -most; x <= most; ++x) {
    for (int y = -most; y <= most; ++y) {
      for (int z = -most; z <= most; ++z) {
        const Vec3 shift = step * Vec3(x, y, z);
        if (shift.norm() <= reach) {
          shifts.push_back(shift);
        }
      }
    }
  }
  const auto cost = [](const Vec3& shift) {
    const double height = (shift.z() < 0.0 ? 2.0 : 1.3) * shift.z();
    return shift.x() * shift.x() + shift.y() * shift.y() + height * height - 1e-3 * shift.norm() * shift.x();
  };
  std::ranges::stable_sort(shifts, {}, cost);
  return shifts;
}

}  // namespace

std::optional<Bounds> boundsOf(const ScenePart& part) {
  if (part.kind == PartKind::joint) {
    return Bounds{part.pose.position, part.pose.position};
  }
  if (part.keys.sizes == PartSizes::direction || std::holds_alternative<SensorHalfSpace>(part.shape)) {
    return std::nullopt;
  }
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 upper = -lower;
  for (const std::vector<Vec3>& line : part.outline) {
    for (const Vec3& point : line) {
      lower = lower.cwiseMin(point);
      upper = upper.cwiseMax(point);
    }
  }
  return (lower.array() <= upper.array()).all() ? std::optional(Bounds{lower, upper}) : std::nullopt;
}

std::optional<Bounds> boundsOfAll(std::span<const ScenePart> parts) {
  std::optional<Bounds> all;
  const auto take = [&](const Vec3& point) {
    all = all ? Bounds{all->lower.cwiseMin(point), all->upper.cwiseMax(point)} : Bounds{point, point};
  };
  for (const ScenePart& part : parts) {
    const auto bounds = part.kind == PartKind::sink ? std::nullopt : boundsOf(part);
    if (!bounds) {
      continue;
    }
    take(bounds->lower);
    take(bounds->upper);
    if (part.kind == PartKind::emitter) {
      const double floor = floorBelow(parts, part.pose.position);
      if (std::isfinite(floor)) {
        take({bounds->lower.x(), bounds->lower.y(), floor});
      }
    }
  }
  return all;
}

Vec3 shiftToFreePlace(std::span<const ScenePart> parts, std::size_t index, double size, double reach) {
  const ScenePart& part = parts[index];
  if (std::holds_alternative<SensorHalfSpace>(part.shape) && part.kind != PartKind::joint) {
    return Vec3::Zero();
  }
  const Vec3 half = Vec3::Constant(0.5 * size);  // of a mesh that is not read yet
  const Bounds bounds = boundsOf(part).value_or(Bounds{part.pose.position - half, part.pose.position + half});
  const Room room(parts, index, kGap * size);
  const double step = 0.5 * size;
  for (const Vec3& shift : shiftsWithin(reach, step)) {
    if (room.isFree(shifted(bounds, shift))) {
      return shift;
    }
  }
  for (int i = 1; i <= kFarSteps; ++i) {
    for (const Vec3& way : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ())}) {
      Vec3 shift = reach * way + i * step * way;
      if (room.isFree(shifted(bounds, shift))) {
        return shift;
      }
    }
  }
  return Vec3::Zero();
}

}  // namespace scree
