#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/types.h"
#include "engine/world/contact.h"
#include "engine/world/particles.h"

// Memory of the guard over a run from step to step (engine/step/watch.h). It changes no result.
namespace scree {

/// What no sound run does.
enum class GuardKind : std::uint8_t {
  energy,    ///< there is more mechanical energy than was put in
  speed,     ///< a grain is faster than anything that could have driven it
  outside,   ///< a grain has left a closed container through its wall
  overlap,   ///< an overlap beyond half a radius lasts
  nonFinite  ///< a position or velocity is no number
};
constexpr std::size_t kGuardKindCount = 5;

/// In place of the id of a particle: a finding of no particle.
constexpr ParticleId kNoGrain = std::numeric_limits<ParticleId>::max();

/// The first case of a kind: cause, place and remedy.
struct GuardFinding {
  GuardKind kind = GuardKind::energy;
  std::uint64_t step = 0;        ///< after which it was seen
  double time = 0.0;             ///< s
  ParticleId particle = 0;       ///< kNoGrain: the finding is of `partner`, a body, or of the whole run
  Vec3 position = Vec3::Zero();  ///< of the particle, or of the body [m]
  std::string partner;           ///< partner in the deepest contact: a body's name, "particle 7", or empty
  std::string what;
  std::string remedy;

  /// One sentence with time, step, particle, place, partner, cause and remedy.
  std::string text() const;
};

/// A contact that was deeper than half a radius in the last step.
struct DeepContact {
  ContactKey key;
  std::uint32_t steps = 0;  ///< in a row
};

/// The grains that a closed container holds.
struct GuardedRoom {
  std::uint32_t body = 0;
  std::uint32_t shape = 0;
  ParticleId seen = 0;             ///< ids from here on have not been looked at
  std::vector<ParticleId> inside;  ///< ascending; those that were inside when they were first seen, and still are
};

struct Guard {
  bool begun = false;  ///< the rest is of a run; else the next step begins anew
  Bounds extent;       ///< of grains, shapes and emitters when it began; empty: there was nothing
  double drivenSquared =
      0.0;                  ///< largest square of a speed that drives, emitters, starts and falls gave so far [m²/s²]
  double settled = 0.0;     ///< most energy that was ever lost, so that it cannot come back [J]
  double turnedOver = 0.0;  ///< largest kinetic energy so far [J]
  double put = 0.0;         ///< work of bodies, joints and hands so far, each step's without its sign [J]
  double lostAtBegin = 0.0;            ///< energy that motion had lost when the guard began [J]
  double elasticAtBegin = 0.0;         ///< elastic energy when the guard began [J]
  double elastic = 0.0;                ///< elastic energy after the last step [J]
  double paid = 0.0;                   ///< the part of it that motion and work gave [J]
  double credit = 0.0;                 ///< energy that left motion lately and is not stored yet [J]
  double stored = 0.0;                 ///< largest elastic energy that was paid for so far [J]
  std::vector<DeepContact> deep;       ///< in order of keys
  std::vector<GuardedRoom> rooms;      ///< closed containers, hollow cylinders and meshes
  std::vector<GuardFinding> findings;  ///< at most one of each kind

  bool has(GuardKind kind) const;
};

}  // namespace scree
