#include "engine/step/emission.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/base_constants.h"
#include "engine/collision/surface.h"
#include "engine/contacts/reach.h"
#include "engine/contacts/surfaces.h"
#include "engine/splitting/split_regions.h"
#include "engine/step/step_constants.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Whether a new particle in the room could touch one at that place.
bool isNear(const EmitterRoom& room, const Vec3& position, double radius) {
  return room.mayReach(position, radius) &&
         (((room.turn * (position - room.middle)).cwiseAbs() - room.halfExtents).array() <= room.reach + radius).all();
}

/// The time that an emitter is at work in the step [s].
double timeAtWork(const Emitter& emitter, const World& world) {
  const double from = std::max(world.time, emitter.start);
  const double to = std::min(world.time + world.parameters.timeStep, emitter.stop);
  return emitter.rate > 0.0 && emitter.emitted < emitter.limit ? std::max(0.0, to - from) : 0.0;
}

/// Neighbours that a new particle in the room could touch: particles of `near`, particles emitted before in this step,
/// and members.
std::vector<EmitterNeighbour> neighboursOf(const World& world, const EmitterRoom& room,
                                           std::span<const EmitterNeighbour> near,
                                           std::span<const std::uint32_t> emitted) {
  std::vector<EmitterNeighbour> nearby;
  std::copy_if(near.begin(), near.end(), std::back_inserter(nearby),
               [&](const EmitterNeighbour& one) { return one.emitter == room.emitter; });
  for (const std::uint32_t slot : emitted) {
    lookAtRoom(world, room, slot, nearby);
  }
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    const Vec3 extents = room.halfExtents + Vec3::Constant(room.reach + aggregate.bounds.largestRadius);
    if (aggregate.cells.empty()) {
      continue;
    }
    const Vec3 reach = Vec3::Constant(extents.norm());
    const Bounds region = {room.middle - reach, room.middle + reach};
    world.periodic.forImagesIn(region, boundsOf(aggregate), [&](const Vec3& shift) {
      const Bounds box = boundsIn(aggregate, {room.middle - shift, room.orientation}, extents);
      aggregate.cells.forBox(box.lower, box.upper, [&](const MemberCells::Entry& entry) {
        const Vec3 place = placeOf(world, entry.slot) + shift;
        if (isNear(room, place, world.particles.radius[entry.slot])) {
          nearby.push_back({room.emitter, entry.slot, place, world.particles.radius[entry.slot]});
        }
      });
    });
  }
  return nearby;
}

/// Particles that new ones of a source must not overlap, in cells where sides are not periodic: many may come at once.
class TakenPlaces {
 public:
  /// New particles have at most the radius of the room's reach [m].
  TakenPlaces(const World& world, const EmitterRoom& room, const std::vector<EmitterNeighbour>& nearby)
      : world_(world), origin_(room.middle) {
    double largest = room.reach;
    for (const EmitterNeighbour& one : nearby) {
      largest = std::max(largest, one.radius);
    }
    edge_ = room.reach + largest;
    for (const EmitterNeighbour& one : nearby) {
      take(one.position, one.radius);
    }
  }

  void take(const Vec3& place, double radius) { cells_[cellOf(place, {0, 0, 0})].push_back({place, radius}); }

  bool isFree(const Vec3& place, double radius) const {
    const int reach = world_.periodic.isOn() ? 0 : 1;
    for (int x = -reach; x <= reach; ++x) {
      for (int y = -reach; y <= reach; ++y) {
        for (int z = -reach; z <= reach; ++z) {
          const auto found = cells_.find(cellOf(place, {x, y, z}));
          if (found != cells_.end() && overlapsOne(found->second, place, radius)) {
            return false;
          }
        }
      }
    }
    return true;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct Taken {
    Vec3 place;
    double radius = 0.0;
  };

  bool overlapsOne(const std::vector<Taken>& list, const Vec3& place, double radius) const {
    return std::any_of(list.begin(), list.end(), [&](const Taken& other) {
      const double reach = radius + other.radius;
      return world_.periodic.nearest(other.place - place).squaredNorm() < reach * reach;
    });
  }

  /// Cell of a place, or one beside it; in a periodic box all places are in one.
  Cell cellOf(const Vec3& place, const Cell& beside) const {
    if (world_.periodic.isOn()) {
      return {0, 0, 0};
    }
    Cell cell = beside;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto i = static_cast<Eigen::Index>(axis);
      cell[axis] += static_cast<std::int64_t>(std::floor((place[i] - origin_[i]) / edge_));
    }
    return cell;
  }

  const World& world_;
  Vec3 origin_;
  double edge_ = 0.0;  ///< m; no two particles overlap that are farther apart along an axis
  std::map<Cell, std::vector<Taken>> cells_;
};

/// Whether a particle there would overlap the wall of a body, which would throw it out.
bool isInWall(const World& world, const PlacedShapes& shapes, const Vec3& place, double radius) {
  return std::any_of(shapes.list.begin(), shapes.list.end(), [&](const PlacedShapes::Shape& placed) {
    if (placed.isFarFrom(place, radius)) {
      return false;
    }
    SurfaceTouches touches;
    touchShape(world.bodies[placed.body].shapes[placed.shape].shape, placed.toLocal(place), radius, touches);
    return std::any_of(touches.list.begin(), touches.list.begin() + touches.count,
                       [&](const SurfaceTouch& touch) { return touch.gap < -kTouchGap * radius; });
  });
}

/// Finds a free place for a particle of that radius in the box of a source; false when none was found.
template <typename Source>
bool findPlace(const World& world, const PlacedShapes& shapes, Source& source, double radius, const TakenPlaces& taken,
               Vec3& place) {
  for (int attempt = 0; attempt < stepping::kAttempts; ++attempt) {
    Vec3 local;
    for (int axis = 0; axis < 3; ++axis) {
      local[axis] = source.random.uniform(-1.0, 1.0) * source.halfExtents[axis];
    }
    place = world.periodic.wrapped(source.pose.toWorld(local));
    if (taken.isFree(place, radius) && !isInWall(world, shapes, place, radius)) {
      return true;
    }
  }
  return false;
}

void addEmitted(const Particle& particle, TakenPlaces& taken, World& world, std::vector<std::uint32_t>& freeSlots) {
  taken.take(particle.position, particle.radius);
  freeSlots.push_back(static_cast<std::uint32_t>(world.particles.size()));
  world.particles.add(particle);
}

void emitFrom(Emitter& emitter, const PlacedShapes& shapes, TakenPlaces taken, World& world,
              std::vector<std::uint32_t>& freeSlots) {
  emitter.owed += emitter.rate * timeAtWork(emitter, world);
  const double density = world.materials.list[emitter.material].density;
  const std::uint64_t most = emitter.emitted + std::min(emitter.limit - emitter.emitted, stepping::kMostEmitted);
  while (emitter.emitted < most) {
    if (emitter.nextDiameter == 0.0) {
      emitter.nextDiameter = drawDiameter(emitter.sizes, emitter.random);
    }
    Particle particle;
    particle.radius = 0.5 * emitter.nextDiameter;
    particle.mass = density * sphereVolume(particle.radius);
    particle.material = emitter.material;
    particle.velocity = emitter.velocity;
    particle.born = world.time;
    particle.water = waterOf(world.materials.list[emitter.material], particle.mass);
    const double cost = emitter.rateIsMass ? particle.mass : 1.0;
    if (emitter.owed < cost) {
      return;
    }
    if (!findPlace(world, shapes, emitter, particle.radius, taken, particle.position)) {
      ++emitter.refused;
      emitter.owed = std::min(emitter.owed, std::max(cost, emitter.rate * stepping::kLongestDebt));
      return;
    }
    emitter.owed -= cost;
    emitter.nextDiameter = 0.0;
    ++emitter.emitted;
    emitter.emittedMass += particle.mass;
    addEmitted(particle, taken, world, freeSlots);
  }
}

/// Number of a sink's departures that come back until the end of the step, or did.
std::size_t dueOf(const Sink& sink, const World& world) {
  const double until = world.time + world.parameters.timeStep - sink.giveBack->delay;
  const auto later = std::upper_bound(sink.departures.begin(), sink.departures.end(), until,
                                      [](double time, const Departure& one) { return time < one.time; });
  return static_cast<std::size_t>(later - sink.departures.begin());
}

void giveBackFrom(Sink& sink, const PlacedShapes& shapes, TakenPlaces taken, World& world,
                  std::vector<std::uint32_t>& freeSlots) {
  GiveBack& back = *sink.giveBack;
  for (const std::size_t due = dueOf(sink, world); back.given < due;) {
    const Departure& gone = sink.departures[back.given];
    Particle particle;
    particle.radius = 0.5 * gone.diameter;
    particle.mass = gone.mass;
    particle.material = gone.material;
    particle.velocity = back.velocity;
    particle.water = gone.water;
    particle.gained = gone.gained;
    particle.born = gone.born;
    if (!findPlace(world, shapes, back, particle.radius, taken, particle.position)) {
      ++back.refused;
      return;
    }
    ++back.given;
    back.mass += particle.mass;
    addEmitted(particle, taken, world, freeSlots);
  }
}

EmitterRoom roomOf(std::uint32_t number, const Pose& pose, const Vec3& halfExtents, double reach) {
  EmitterRoom room;
  room.emitter = number;
  room.middle = pose.position;
  room.orientation = pose.orientation;
  room.halfExtents = halfExtents;
  room.reach = reach;
  room.turn = pose.orientation.conjugate().toRotationMatrix();
  int shortest = 0;
  room.half = halfExtents.minCoeff(&shortest);
  room.across = room.turn.row(shortest);
  return room;
}

}  // namespace

std::vector<EmitterRoom> emitterRooms(const World& world) {
  std::vector<EmitterRoom> rooms;
  for (std::uint32_t i = 0; i < world.emitters.size(); ++i) {
    const Emitter& emitter = world.emitters[i];
    if (timeAtWork(emitter, world) > 0.0) {
      rooms.push_back(roomOf(i, emitter.pose, emitter.halfExtents, 0.5 * largestDiameter(emitter.sizes)));
    }
  }
  for (std::uint32_t i = 0; i < world.sinks.size(); ++i) {
    const Sink& sink = world.sinks[i];
    if (!sink.giveBack || sink.giveBack->given >= dueOf(sink, world)) {
      continue;
    }
    double reach = 0.0;
    for (std::size_t one = sink.giveBack->given; one < dueOf(sink, world); ++one) {
      reach = std::max(reach, 0.5 * sink.departures[one].diameter);
    }
    rooms.push_back(roomOf(static_cast<std::uint32_t>(world.emitters.size()) + i, sink.giveBack->pose,
                           sink.giveBack->halfExtents, reach));
  }
  return rooms;
}

void lookAtRoom(const World& world, const EmitterRoom& room, std::uint32_t slot, std::vector<EmitterNeighbour>& near) {
  const Vec3& position = world.particles.position[slot];
  const double radius = world.particles.radius[slot];
  // Neighbours are those of its image in the box, however far outside it is.
  const Vec3 outside = world.periodic.shiftInto(room.middle);
  bool isNearOne = false;
  world.periodic.forNeighbours(
      [&](const Vec3& shift) { isNearOne = isNearOne || isNear(room, position + shift - outside, radius); });
  if (isNearOne) {
    near.push_back({room.emitter, slot, position, radius});
  }
}

void emitParticles(World& world, std::span<const EmitterRoom> rooms, std::span<const EmitterNeighbour> near,
                   std::vector<std::uint32_t>& freeSlots) {
  const std::size_t present = freeSlots.size();
  const PlacedShapes shapes = rooms.empty() ? PlacedShapes{} : placeShapes(world.bodies);
  for (const EmitterRoom& room : rooms) {
    TakenPlaces taken(world, room, neighboursOf(world, room, near, std::span(freeSlots).subspan(present)));
    if (room.emitter < world.emitters.size()) {
      emitFrom(world.emitters[room.emitter], shapes, std::move(taken), world, freeSlots);
    } else {
      giveBackFrom(world.sinks[room.emitter - world.emitters.size()], shapes, std::move(taken), world, freeSlots);
    }
  }
}

}  // namespace scree
