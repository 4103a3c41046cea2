#include "engine/session/changes/changed_wall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "engine/collision/mesh_hits.h"
#include "engine/contacts/history_edit.h"
#include "engine/relaxing/relax.h"
#include "engine/splitting/split_members.h"
#include "engine/step/step_data.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Overlap with the new wall, over the diameter, from which a grain is moved out of it: the solver takes shallower ones
/// back at its own pace, at less than the speed of a fall from a diameter.
/// Test: ChangeMesh.GrainsInNewBumpsAreMovedOutWithoutSpeed.
constexpr double kDeepInWall = 0.05;
/// Overlap over the smaller diameter beyond which a moved grain has no room: deeper ones are errors of a start as well.
constexpr double kWithoutRoom = 0.2;
/// Distance from the new wall up to which grains may give way to those that are moved [largest diameters].
constexpr double kGivesWay = 6.0;
/// Looks at whether a grain that was put in front of one wall is behind a neighbour of it.
constexpr int kMostLooks = 8;
constexpr double kShortestReach = 1e-4;  ///< first reach of the search for the farthest point of a wall [m]
constexpr double kAlike = 1.0 + 1e-9;    ///< ratio of squared distances up to which places are equally near

/// Nearest place of a mesh, with the direction into which its triangles face there.
struct NearestPlace {
  Vec3 point = Vec3::Zero();
  Vec3 facing = Vec3::Zero();
  double squared = 0.0;  ///< distance [m²]

  /// 1 in front of the surface and -1 behind it.
  double sideOf(const Vec3& place) const { return (place - point).dot(facing) >= 0.0 ? 1.0 : -1.0; }
};

/// Nearest place within `reach` [m] of a place in the mesh's frame. At an edge or a corner the triangles there face
/// into the direction of their sum.
std::optional<NearestPlace> nearestPlace(const Mesh& mesh, const Vec3& place, double reach) {
  MeshHits hits(mesh, place, reach);
  hits.addAll();
  std::optional<NearestPlace> nearest;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (!nearest || hits[i].squared < nearest->squared) {
      nearest = NearestPlace{.point = hits[i].point, .squared = hits[i].squared};
    }
  }
  for (std::size_t i = 0; nearest && i < hits.size(); ++i) {
    if (hits[i].squared <= kAlike * nearest->squared) {
      const auto& c = hits[i].triangle->corners;
      const Vec3 a(c[0], c[1], c[2]);
      nearest->facing += (Vec3(c[3], c[4], c[5]) - a).cross(Vec3(c[6], c[7], c[8]) - a).normalized();
    }
  }
  if (nearest && nearest->facing.norm() > 0.0) {
    nearest->facing.normalize();
    return nearest;
  }
  return std::nullopt;
}

/// Largest distance of a point of one mesh to the other [m].
double farthestFrom(const Mesh& mesh, const std::vector<Vec3>& points) {
  double farthest = kShortestReach;
  for (const Vec3& point : points) {
    const double most = point.norm() + 2.0 * mesh.radius;
    double reach = farthest;
    std::optional<NearestPlace> nearest = nearestPlace(mesh, point, reach);
    while (!nearest && reach < most) {
      reach *= 2.0;
      nearest = nearestPlace(mesh, point, reach);
    }
    farthest = nearest ? std::max(farthest, std::sqrt(nearest->squared)) : farthest;
  }
  return farthest;
}

/// Moves grains out of a wall that was made anew.
class WallChange {
 public:
  /// `before` and `after` are null where the shape was or is no mesh, or has another place.
  WallChange(World& world, std::uint32_t body, std::uint32_t shape, const Mesh* before, const Mesh* after)
      : world_(world),
        body_(body),
        shape_(shape),
        before_(before),
        after_(after),
        pose_(world.bodies[body].pose * world.bodies[body].shapes[shape].local),
        isMoved_(world.particles.size(), 0) {
    if (before_ != nullptr) {
      change_ = kAlike * std::max(farthestFrom(*before, after->points), farthestFrom(*after, before->points));
    }
  }

  /// Text about the grains that were moved.
  std::string moveOut() {
    for (std::uint32_t slot = 0; before_ != nullptr && slot < isMoved_.size(); ++slot) {
      takeAcross(slot);
    }
    gatherNear();
    const std::vector<StartOverlap> deep = overlaps(kDeepInWall);
    for (const StartOverlap& overlap : deep) {
      if (overlap.other == kNoParticle) {
        isMoved_[slots_[overlap.particle]] = 1;
      }
    }
    if (!deep.empty()) {
      relaxOverlaps(deep, loadsOf(particles_, world_), world_, particles_);
      for (std::size_t i = 0; i < slots_.size(); ++i) {
        world_.particles.position[slots_[i]] = world_.periodic.wrapped(particles_[i].position);
      }
    }
    return text(deep.empty() ? 0 : withoutRoom());
  }

 private:
  /// Puts a grain over whose centre the wall has gone in front of it, on the side on which it was.
  void takeAcross(std::uint32_t slot) {
    Vec3& place = world_.particles.position[slot];
    const double radius = world_.particles.radius[slot];
    Vec3 local = pose_.toLocal(place);
    if (local.norm() > std::max(before_->radius, after_->radius) + change_) {
      return;
    }
    const std::optional<NearestPlace> old = nearestPlace(*before_, local, change_);
    if (!old) {
      return;
    }
    const double side = old->sideOf(local);
    for (int look = 0; look < kMostLooks; ++look) {
      const std::optional<NearestPlace> now = nearestPlace(*after_, local, change_);
      if (!now || now->facing.dot(old->facing) <= 0.0 || now->sideOf(local) == side) {
        break;
      }
      local = now->point + side * radius * now->facing;
      place = pose_.toWorld(local);
      isMoved_[slot] = 1;
    }
  }

  /// Lists the grains that may have to move.
  void gatherNear() {
    const Particles& all = world_.particles;
    const double largest = all.size() == 0 ? 0.0 : *std::max_element(all.radius.begin(), all.radius.end());
    const double reach = 2.0 * kGivesWay * largest;
    for (std::uint32_t slot = 0; slot < all.size(); ++slot) {
      const Vec3 local = pose_.toLocal(all.position[slot]);
      const bool isNear =
          after_ == nullptr || (local.norm() <= after_->radius + reach && nearestPlace(*after_, local, reach));
      if (isMoved_[slot] != 0 || isNear) {
        slots_.push_back(slot);
        particles_.push_back({.position = all.position[slot],
                              .radius = all.radius[slot],
                              .mass = all.mass[slot],
                              .material = all.material[slot]});
      }
    }
  }

  /// Overlaps of more than this share of a diameter that the change has made.
  std::vector<StartOverlap> overlaps(double share) const {
    std::vector<StartOverlap> found = overlapsBeyond(share, particles_, world_);
    std::erase_if(found, [&](const StartOverlap& one) {
      if (one.other == kNoParticle) {
        return (one.body != body_ || one.shape != shape_) && isMoved_[slots_[one.particle]] == 0;
      }
      return isMoved_[slots_[one.particle]] == 0 && isMoved_[slots_[one.other]] == 0;
    });
    return found;
  }

  /// Number of moved grains that lie deep in something.
  std::size_t withoutRoom() const {
    std::vector<char> isStuck(slots_.size(), 0);
    for (const StartOverlap& overlap : overlaps(kWithoutRoom)) {
      const bool isFirst = isMoved_[slots_[overlap.particle]] != 0 || overlap.other == kNoParticle;
      isStuck[isFirst ? overlap.particle : overlap.other] = 1;
    }
    return static_cast<std::size_t>(std::count(isStuck.begin(), isStuck.end(), 1));
  }

  std::string text(std::size_t stuck) const {
    const auto moved = std::count(isMoved_.begin(), isMoved_.end(), 1);
    if (moved == 0) {
      return {};
    }
    const std::string out = fmt::format("{} grain{} where the new wall of {} is: moved out of it", moved,
                                        moved == 1 ? " was" : "s were", world_.bodies[body_].name);
    return stuck == 0 ? out
                      : fmt::format(
                            "{}. {} found no room and overlap{} by more than a fifth of a diameter: undo the "
                            "change, or let the bed run out first",
                            out, stuck, stuck == 1 ? "s" : "");
  }

  World& world_;
  std::uint32_t body_;
  std::uint32_t shape_;
  const Mesh* before_;
  const Mesh* after_;
  Pose pose_;
  double change_ = 0.0;               ///< farthest way of the wall, along its normal or in its plane [m]
  std::vector<char> isMoved_;         ///< by slot
  std::vector<std::uint32_t> slots_;  ///< slots of `particles_`
  std::vector<Particle> particles_;   ///< grains near the wall
};

const Mesh* meshIn(const ShapeInstance& shape) {
  const auto* mesh = std::get_if<MeshShape>(&shape.shape);
  return mesh == nullptr ? nullptr : mesh->mesh.get();
}

}  // namespace

void releaseForChange(World& world) {
  placeMembers(world);
  if (world.reduction.memberCount > 0) {
    StepData none;
    none.context.substepTime = world.parameters.timeStep;
    releaseAll(world, none.context, none.list, none.splitting, none.historyEdit, none.report);
    world.reduction.aggregates.clear();  // empty by now
  }
}

double potentialOfGrains(const World& world) {
  double energy = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    energy -= world.particles.mass[i] * world.parameters.gravity.dot(world.particles.position[i]);
  }
  return energy;
}

std::string putShape(World& world, std::uint32_t body, std::uint32_t shape, const ShapeInstance& next) {
  ShapeInstance& now = world.bodies[body].shapes[shape];
  const ShapeInstance last = now;
  now = next;
  forgetContactsWith(world.history, body, shape);
  const bool isSamePlace =
      last.local.position == next.local.position && last.local.orientation.coeffs() == next.local.orientation.coeffs();
  const bool areMeshes = isSamePlace && meshIn(last) != nullptr && meshIn(next) != nullptr;
  return WallChange(world, body, shape, areMeshes ? meshIn(last) : nullptr, areMeshes ? meshIn(next) : nullptr)
      .moveOut();
}

}  // namespace scree
