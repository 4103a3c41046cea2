#include "engine/step/motion_need.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/base/base_constants.h"
#include "engine/collision/surface.h"
#include "engine/collision/surface_field.h"
#include "engine/step/step_constants.h"

namespace scree {

namespace {

Pose poseAfter(const Body& body, double time) {
  return {body.pose.position + time * body.velocity, rotated(body.pose.orientation, body.angularVelocity, time)};
}

/// Poses of a shape at equal pieces of a time span, made as they are asked for: most shapes have no particle near.
class ShapePath {
 public:
  ShapePath(const Body& body, const Pose& local, double time, int pieces)
      : body_(body), local_(local), time_(time), pieces_(pieces) {}

  std::size_t pieces() const { return static_cast<std::size_t>(pieces_); }
  /// Pose after `piece` pieces, from 0 to pieces().
  const Pose& at(std::size_t piece) {
    while (poses_.size() <= piece) {
      poses_.push_back(poseAfter(body_, time_ * static_cast<int>(poses_.size()) / pieces_) * local_);
    }
    return poses_[piece];
  }

 private:
  const Body& body_;
  const Pose& local_;
  double time_;  ///< s
  int pieces_;
  std::vector<Pose> poses_;
};

/// Whether a sphere is deep in a shape, whichever side of its walls it is on.
bool isDeepIn(const Shape& shape, const Bounds& box, const Vec3& local, double radius) {
  const Vec3 off = (box.lower - local).cwiseMax(local - box.upper).cwiseMax(Vec3::Zero());
  if (off.squaredNorm() > radius * radius) {
    return false;
  }
  SurfaceTouches touches;
  touchShape(shape, local, radius, touches, 0.0, {.isInFront = true});
  return std::any_of(touches.list.begin(), touches.list.begin() + touches.count,
                     [&](const SurfaceTouch& touch) { return touch.gap < -stepping::kDeep * radius; });
}

class Survey {
 public:
  Survey(const World& world, std::span<const std::uint32_t> active, const Extremes& extremes, double time, double limit)
      : world_(world), particles_(world.particles), active_(active), extremes_(extremes), time_(time), limit_(limit) {}

  MotionNeed find() {
    if (active_.empty()) {
      return need_;
    }
    // As far as two need not be looked at, by the smallest and the fastest of all [m].
    least_ = limit_ * extremes_.smallest;
    if (time_ * extremes_.speed > least_) {
      listFast(least_, fast_);
    }
    for (std::uint32_t b = 0; b < world_.bodies.size(); ++b) {
      for (const ShapeInstance& instance : world_.bodies[b].shapes) {
        lookAtShape(b, instance);
      }
    }
    for (const Aggregate& aggregate : world_.reduction.aggregates) {
      lookAtMembers(aggregate);
    }
    if (2.0 * time_ * extremes_.speed > least_) {
      lookAtPairs();
    }
    return need_;
  }

 private:
  bool isFast(std::uint32_t slot, double way) const {
    return time_ * time_ * particles_.velocity[slot].squaredNorm() > way * way;
  }

  /// The free particles that go farther than `way` [m].
  void listFast(double way, std::vector<std::uint32_t>& list) const {
    std::copy_if(active_.begin(), active_.end(), std::back_inserter(list),
                 [&](std::uint32_t slot) { return isFast(slot, way); });
  }

  /// Whether a relative way [m] is worth a look for a particle: beyond the limit and more than what was found [radii].
  bool isWorth(double way, double radius, double found) const { return way > std::max(limit_, found) * radius; }

  /// The longest way found so far of its kind [radii].
  double found(bool isHit) const { return isHit ? need_.hits : need_.ways; }

  void join(bool isHit, double ways, std::uint32_t body) {
    if (isHit) {
      need_.hits = std::max(need_.hits, ways);
    } else {
      need_.join(ways, body);
    }
  }

  void lookAtShape(std::uint32_t index, const ShapeInstance& instance) {
    const Body& body = world_.bodies[index];
    const SurfaceField field(body, instance);
    const double own = time_ * surfaceSpeed(body, instance);
    // Beyond the shape its motion goes on: a particle there is as far as it comes itself from what it may meet.
    const double most = own + time_ * extremes_.speed * (1.0 + time_ * field.spin().norm());
    // Also where a speed is no number.
    if (!(most > least_)) {
      return;
    }
    const Bounds box = boundingBox(instance.shape);
    const int pieces = static_cast<int>(std::ceil(std::clamp(most / (stepping::kPieceOfWay * extremes_.smallest), 1.0,
                                                             static_cast<double>(stepping::kMostPieces))));
    ShapePath path(body, instance.local, time_, pieces);
    const bool isStill = own <= kFewRoundings * least_;
    for (const std::uint32_t slot : isStill ? std::span<const std::uint32_t>(fast_) : active_) {
      lookAtPath(index, instance.shape, field, box, path, slot, own <= least_);
    }
  }

  void lookAtPath(std::uint32_t index, const Shape& shape, const SurfaceField& field, const Bounds& box,
                  ShapePath& path, std::uint32_t slot, bool isHit) {
    const Vec3& from = particles_.position[slot];
    const Vec3& velocity = particles_.velocity[slot];
    const double radius = particles_.radius[slot];
    const double way = time_ * (field.at(from) - velocity).norm();
    if (!isWorth(way, radius, found(isHit))) {
      return;
    }
    const Vec3 start = path.at(0).toLocal(from);
    const Vec3 off = (box.lower - start).cwiseMax(start - box.upper).cwiseMax(Vec3::Zero());
    const double far = radius + way * (1.0 + time_ * field.spin().norm());
    if (off.squaredNorm() > far * far) {
      return;
    }
    const double share = stepping::kPieceOfWay * radius / way * static_cast<double>(path.pieces());
    const auto stride = std::max<std::size_t>(1, static_cast<std::size_t>(share));
    const double piece = time_ / static_cast<double>(path.pieces());
    for (std::size_t i = stride; i < path.pieces() + stride; i += stride) {
      const std::size_t at = std::min(i, path.pieces());
      const Vec3 place = from + static_cast<double>(at) * piece * velocity;
      if (isDeepIn(shape, box, path.at(at).toLocal(place), radius)) {
        join(isHit, way / radius, index);
        return;
      }
    }
  }

  void lookAtMembers(const Aggregate& aggregate) {
    if (aggregate.members == 0) {
      return;
    }
    const double own =
        time_ * (aggregate.frame.velocity.norm() + aggregate.bounds.extent * aggregate.frame.angularVelocity.norm());
    if (own + time_ * extremes_.speed <= least_) {
      return;
    }
    const bool isHit = own <= least_;
    for (const std::uint32_t slot : own <= kFewRoundings * least_ ? std::span<const std::uint32_t>(fast_) : active_) {
      const Vec3& from = particles_.position[slot];
      const double radius = particles_.radius[slot];
      const Vec3 motion = particles_.velocity[slot] - aggregate.velocityAt(from);
      const double way = time_ * motion.norm();
      if (!isWorth(way, radius, found(isHit))) {
        continue;
      }
      const int pieces =
          static_cast<int>(std::ceil(std::min<double>(stepping::kMostPieces, way / (stepping::kPieceOfWay * radius))));
      bool meets = false;
      for (int i = 1; i <= pieces && !meets; ++i) {
        const Vec3 place = aggregate.frame.pose.toLocal(from + time_ * i / pieces * motion);
        aggregate.cells.forMeeting(place, (1.0 - stepping::kDeep) * radius, 1.0, [&](std::uint32_t) { meets = true; });
      }
      if (meets) {
        join(isHit, way / radius, kAboutParticles);
      }
    }
  }

  using Cell = std::array<std::int64_t, 3>;
  using Entry = std::pair<Cell, std::uint32_t>;

  /// Looks at particles that fast ones may fly into: the particles in the cells of their ways. Two particles slower
  /// than half the limit do not matter to each other, nor do fast ones that fly side by side.
  void lookAtPairs() {
    std::vector<std::uint32_t> fast;
    listFast(0.5 * least_, fast);
    if (fast.empty()) {
      return;
    }
    const bool isMutual = 2.0 * time_ * spreadOf(fast) > least_;
    Bounds around = kNothing;
    for (const std::uint32_t slot : fast) {
      join(around, sweptBy(slot));
    }
    double largest = 0.0;
    Bounds found = kNothing;
    std::vector<std::uint32_t> near;
    for (const std::uint32_t slot : active_) {
      // Most are slow, and go no farther than half of what matters.
      const bool mayBeNear =
          world_.periodic.isOn() || isNear(particles_.position[slot], particles_.radius[slot] + 0.5 * least_, around);
      if (isMutual ? mayBeNear || isFast(slot, 0.5 * least_) : mayBeNear && !isFast(slot, 0.5 * least_)) {
        near.push_back(slot);
        join(found, sweptBy(slot));
        largest = std::max(largest, particles_.radius[slot]);
      }
    }
    std::erase_if(fast, [&](std::uint32_t slot) { return !world_.periodic.isOn() && !overlap(sweptBy(slot), found); });
    if (!near.empty() && !fast.empty()) {
      for (const std::uint32_t slot : fast) {
        largest = std::max(largest, particles_.radius[slot]);
      }
      searchPairs(fast, near, largest);
    }
  }

  /// How far the velocities of some are from their mean at most [m/s].
  double spreadOf(std::span<const std::uint32_t> slots) const {
    Vec3 mean = Vec3::Zero();
    for (const std::uint32_t slot : slots) {
      mean += particles_.velocity[slot] / static_cast<double>(slots.size());
    }
    double spread = 0.0;
    for (const std::uint32_t slot : slots) {
      spread = std::max(spread, (particles_.velocity[slot] - mean).norm());
    }
    return spread;
  }

  static inline const Bounds kNothing = {Vec3::Constant(stepping::kHuge), Vec3::Constant(-stepping::kHuge)};
  static void join(Bounds& box, const Bounds& other) {
    box = {box.lower.cwiseMin(other.lower), box.upper.cwiseMax(other.upper)};
  }
  static bool overlap(const Bounds& a, const Bounds& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
  }
  static bool isNear(const Vec3& place, double reach, const Bounds& box) {
    return place.x() + reach >= box.lower.x() && place.x() - reach <= box.upper.x() &&
           place.y() + reach >= box.lower.y() && place.y() - reach <= box.upper.y() &&
           place.z() + reach >= box.lower.z() && place.z() - reach <= box.upper.z();
  }
  /// Box around the way of a particle.
  Bounds sweptBy(std::uint32_t slot) const {
    const Vec3& from = particles_.position[slot];
    const Vec3 to = from + time_ * particles_.velocity[slot];
    const Vec3 radius = Vec3::Constant(particles_.radius[slot]);
    return {from.cwiseMin(to) - radius, from.cwiseMax(to) + radius};
  }

  void searchPairs(const std::vector<std::uint32_t>& fast, const std::vector<std::uint32_t>& near, double largest) {
    // Ways are entered in pieces no longer than a cell, so that two that meet have entries in neighbouring cells.
    size_ = 2.0 * largest + least_;
    std::vector<Entry> entries;
    for (const std::uint32_t slot : near) {
      forImages(slot, [&](const Vec3& shift) {
        forCells(slot, shift, [&](const Cell& cell) { entries.emplace_back(cell, slot); });
      });
    }
    std::sort(entries.begin(), entries.end());
    std::size_t looked = 0;
    for (const std::uint32_t slot : fast) {
      forCells(slot, Vec3::Zero(), [&](const Cell& cell) {
        for (std::int64_t x = cell[0] - 1; x <= cell[0] + 1; ++x) {
          for (std::int64_t y = cell[1] - 1; y <= cell[1] + 1; ++y) {
            auto at = std::lower_bound(entries.begin(), entries.end(), Entry{{x, y, cell[2] - 1}, 0});
            const Entry end{{x, y, cell[2] + 2}, 0};
            for (; at != entries.end() && *at < end && looked <= stepping::kMostPairs; ++at, ++looked) {
              lookAtPair(slot, at->second);
            }
          }
        }
      });
    }
    if (looked > stepping::kMostPairs) {
      join(true, 2.0 * time_ * extremes_.speed / extremes_.smallest, kAboutParticles);
    }
  }

  /// The cell of a coordinate in cells; of one that is out of range, or no number, the last one.
  static std::int64_t cellAt(double place) {
    return static_cast<std::int64_t>(place > -stepping::kFarthestCell
                                         ? std::min(std::floor(place), stepping::kFarthestCell)
                                         : -stepping::kFarthestCell);
  }

  /// Calls use(shift) for the images of a particle whose way may meet that of another in the periodic box; for the
  /// particle itself first.
  template <typename Use>
  void forImages(std::uint32_t slot, const Use& use) const {
    const double reach = 2.0 * time_ * extremes_.speed + size_;
    world_.periodic.forNeighbours([&](const Vec3& shift) {
      if (shift.isZero(0.0) || world_.periodic.around(reach).contains(particles_.position[slot] + shift)) {
        use(shift);
      }
    });
  }

  template <typename Use>
  void forCells(std::uint32_t slot, const Vec3& shift, const Use& use) const {
    const Vec3 motion = time_ * particles_.velocity[slot];
    const int pieces = 1 + static_cast<int>(std::min<double>(stepping::kMostPieces, motion.norm() / size_));
    for (int i = 0; i < pieces; ++i) {
      const Vec3 place = (particles_.position[slot] + shift + (i + 0.5) / pieces * motion) / size_;
      use({cellAt(place.x()), cellAt(place.y()), cellAt(place.z())});
    }
  }

  void lookAtPair(std::uint32_t a, std::uint32_t b) {
    const Vec3 u = particles_.velocity[b] - particles_.velocity[a];
    const double smaller = std::min(particles_.radius[a], particles_.radius[b]);
    const double way = time_ * u.norm();
    if (a == b || !isWorth(way, smaller, need_.hits)) {
      return;
    }
    const double deep = particles_.radius[a] + particles_.radius[b] - stepping::kDeep * smaller;
    const Vec3 between = world_.periodic.nearest(particles_.position[b] - particles_.position[a]);
    world_.periodic.forNeighbours([&](const Vec3& shift) {
      const Vec3 apart = between + shift;
      const double nearest = std::clamp(-apart.dot(u) / u.squaredNorm(), 0.0, time_);
      if ((apart + nearest * u).squaredNorm() < deep * deep) {
        join(true, way / smaller, kAboutParticles);
      }
    });
  }

  const World& world_;
  const Particles& particles_;
  std::span<const std::uint32_t> active_;
  Extremes extremes_;
  double time_;
  double limit_;
  double least_ = 0.0;
  double size_ = 0.0;  ///< of a cell [m]
  std::vector<std::uint32_t> fast_;
  MotionNeed need_;
};

}  // namespace

MotionNeed motionNeed(const World& world, std::span<const std::uint32_t> active, const Extremes& extremes, double time,
                      double limit) {
  return Survey(world, active, extremes, time, limit).find();
}

}  // namespace scree
