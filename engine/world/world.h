#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/periodic_box.h"
#include "engine/matter/granulation.h"
#include "engine/settings/parameters.h"
#include "engine/world/aggregates.h"
#include "engine/world/bodies.h"
#include "engine/world/contact.h"
#include "engine/world/emitters.h"
#include "engine/world/guard.h"
#include "engine/world/joints.h"
#include "engine/world/materials.h"
#include "engine/world/particles.h"
#include "engine/world/pull.h"
#include "engine/world/split_sensors.h"

namespace scree {

/// Energy and momentum, in joules and N s. Energies are of particles and dynamic bodies, momenta of particles. `step*`
/// are of the last step, `total*` since the start.
struct Budget {
  double kinetic = 0.0;    ///< translational and rotational
  double potential = 0.0;  ///< of gravity, zero at the origin
  double elastic = 0.0;    ///< in contacts, from overlaps and their law
  double cohesive = 0.0;   ///< of attractions, at most 0: minus the work that pulls all apart
  double stepWork = 0.0;   ///< by drives, motors, changes of gravity and ways through sides along it
  double totalWork = 0.0;
  double stepDissipation = 0.0;  ///< what is lost to impacts, friction, damping and the step's own error
  double totalDissipation = 0.0;
  double totalEntered = 0.0;  ///< mechanical energy of emitted particles
  double totalLeft = 0.0;     ///< and of those taken out
  Vec3 momentum = Vec3::Zero();
  Vec3 angularMomentum = Vec3::Zero();  ///< about the origin, spins included
  Vec3 stepImpulse = Vec3::Zero();      ///< of gravity and boundaries on the particles
};

/// Something that went wrong with a particle: it was taken out.
struct ParticleFault {
  std::uint64_t step = 0;
  double time = 0.0;
  ParticleId id = 0;
  std::string what;
  Vec3 position = Vec3::Zero();  ///< as far as it is finite [m]
  bool isFault = false;          ///< its state was no number or beyond any speed: see GuardKind::nonFinite
};

/// Complete state: stepping a saved and restored world gives the same bits as the uninterrupted one.
struct World {
  std::string name;
  Parameters parameters;
  Materials materials;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<BodyContact> bodyContacts;  ///< of dynamic bodies with others in the last step, in order of keys
  Particles particles;
  PeriodicBox periodic;
  std::vector<Emitter> emitters;
  std::vector<Sink> sinks;
  ContactHistory history;
  std::vector<Bridge> bridges;  ///< in order of keys
  Granulation granulation;
  std::vector<SplitSensor> sensors;
  std::optional<Pull> pull;
  /// Of members, `particles` holds no place and no velocity that can be relied on: placeMembers() fills them in.
  Reduction reduction;
  Budget budget;
  std::vector<ParticleFault> faults;  ///< the first kMaxTroubles of them
  std::uint64_t faultCount = 0;
  Guard guard;
  std::uint64_t step = 0;
  double time = 0.0;                  ///< s
  Vec3 budgetGravity = Vec3::Zero();  ///< gravity that `budget.potential` was computed with
};

constexpr std::size_t kMaxTroubles = 1000;

/// The box of a world where it is on, else null.
inline const PeriodicBox* periodicBoxOf(const World& world) {
  return world.periodic.isOn() ? &world.periodic : nullptr;
}

/// Whether forces move any of the bodies.
bool hasDynamicBodies(const World& world);

}  // namespace scree
