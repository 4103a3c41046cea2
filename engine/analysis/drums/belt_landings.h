#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/analysis/drums/belt_bed.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Upper side of a rectangle or a box whose surface a drive moves, as a conveyor's.
struct BeltFrame {
  std::uint32_t body = 0;
  std::uint32_t shape = 0;
  Vec3 middle = Vec3::Zero();   ///< of the carrying side [m]
  Vec3 along = Vec3::UnitX();   ///< unit vector of its motion
  Vec3 across = Vec3::UnitY();  ///< unit vector, up x along; places across count from the edge where it begins
  Vec3 up = Vec3::UnitZ();      ///< unit vector
  double width = 0.0;           ///< m
  double length = 0.0;          ///< m
};

/// The widest belt of a world; nothing where no rectangle or box has a surface that a drive moves along an edge of it.
std::optional<BeltFrame> widestBelt(const World& world);
/// True if a sink takes what lands on a belt: its box holds a place just over the middle of the belt.
bool isTakenAt(const World& world, const BeltFrame& belt);

/// Memory of a watch of landings, with which another goes on.
struct LandingMemory {
  double way = 0.0;  ///< of the belt since the watch began [m]
  bool isFirst = true;
  std::vector<char> landed;             ///< by id
  std::vector<std::size_t> departures;  ///< number already seen, by sink
  std::vector<Landing> landings;
};

/// Stream of the landings on a belt, taken step by step; changes nothing in the world. A pellet lands in the first step
/// in which it pushes against the belt or against a pellet that has landed, or, where a sink lies on the belt, in which
/// the sink takes it (II 3.3). Pellets that lie there as the watch begins do not count.
class LandingWatch {
 public:
  /// Begins with the world as it is, before its next step.
  LandingWatch(const World& world, const BeltFrame& belt);
  /// Goes on from the memory of a watch of the same world and belt, as if there had been one watch.
  LandingWatch(const BeltFrame& belt, LandingMemory memory) : belt_(belt), memory_(std::move(memory)) {}
  /// Adds the landings of the step just taken. Members must have their places.
  void take(const World& world, const StepData& data);

  const BeltFrame& belt() const { return belt_; }
  const std::vector<Landing>& landings() const { return memory_.landings; }
  const LandingMemory& memory() const { return memory_; }
  /// Removes the first `count` landings from the list; their pellets do not land again.
  void forgetFirst(std::size_t count);
  /// Way of the belt since the watch began [m].
  double way() const { return memory_.way; }

  /// True of a particle that has landed, or lay there as the watch began; also after it has left.
  bool hasLanded(ParticleId id) const { return id < memory_.landed.size() && memory_.landed[id] != 0; }

 private:
  void land(const World& world, ParticleId id, const Vec3& position, double mass, double diameter, double time);
  void markLying(const World& world, const StepData& data);
  void takeContacts(const World& world, const StepData& data);
  void takeDepartures(const World& world);

  BeltFrame belt_;
  LandingMemory memory_;
};

/// Landings from `from` to `to` [s].
std::vector<Landing> landingsBetween(std::span<const Landing> landings, double from, double to);

}  // namespace scree
