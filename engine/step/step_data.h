#pragma once

#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "engine/collision/grid.h"
#include "engine/reduction/membership.h"
#include "engine/solver/residuals.h"
#include "engine/solver/rows.h"
#include "engine/step/batched_problem.h"
#include "engine/step/candidates.h"
#include "engine/step/coupling_data.h"
#include "engine/step/reduction_scratch.h"
#include "engine/step/rounded_velocity.h"
#include "engine/step/stages.h"
#include "engine/world/aggregates.h"
#include "engine/world/contacts.h"
#include "engine/world/impulse.h"

namespace scree {

class ThreadPool;

constexpr std::uint32_t kNoMatch = UINT32_MAX;

/// A particle that the user pulls, and how in this step.
struct PulledParticle {
  std::uint32_t slot = UINT32_MAX;   ///< of nobody: none is pulled
  Vec3 acceleration = Vec3::Zero();  ///< m/s²
  Vec3 velocity = Vec3::Zero();      ///< at the step's start [m/s]

  bool isAny() const { return slot != UINT32_MAX; }
};

/// What touches each particle, by slot.
struct Touches {
  std::vector<std::uint16_t> counts;  ///< of contacts
  std::vector<float> overlaps;        ///< the largest, over the particle's diameter
};

/// The working storage of a step, grouped by the stage that fills it. Nothing in it is state: a fresh StepData gives
/// the same next step. After a step it holds that step's contacts, as they were before the position update.
struct StepData {
  // given by the caller
  ThreadPool* threads = nullptr;                ///< for detection; null = one thread. Results do not depend on it
  const std::atomic<int>* interrupt = nullptr;  ///< stops a solve between sweeps; the world is then mid-step

  bool traceResiduals = false;  ///< record every sweep of the last substep's solve, not only its last one

  StageTimes times;
  int substeps = 1;          ///< of this step
  double substepTime = 0.0;  ///< s: the time step over them

  // carriers, splits
  std::vector<std::uint32_t> active;    ///< slots of the free particles, ascending
  std::vector<Contact> memberContacts;  ///< of free particles with members near them, in order of keys
  std::vector<Impulse> onAggregates;    ///< what free particles did to each in the step
  std::vector<RigidSums> startSums;     ///< of the aggregates, at the start of the step
  std::vector<RigidSums> endSums;       ///< of the same members, at its end
  std::vector<double> startMasses;      ///< kg
  /// What their carriers gave to particles that joined, by aggregate.
  std::vector<Impulse> mergeImpulses;
  SplitScratch splitting;
  MergeScratch merging;
  HistoryScratch changing;
  std::vector<std::uint32_t> quietKept;  ///< scratch: the other buffers of the history
  std::vector<std::optional<ContactMotion>> motionKept;
  std::vector<ReductionEvent> events;  ///< merges and splits of the step, in their order

  // exchange
  double energyBefore =
      0.0;  ///< J: mechanical and elastic, at the start of the step, with what came and without what left
  double gravityWork = 0.0;  ///< J: of a change of gravity since the last step

  // pull
  PulledParticle pulled;

  // pairs
  Grid grid;
  std::vector<double> reach;                       ///< way a particle may go in the step [m]; empty without substeps
  std::vector<RoundedVelocity> roundedVelocities;  ///< of free particles by slot, with what a pull will give them
  std::vector<double> turns;          ///< by how much hits may change its velocity [m/s], by slot; empty: nobody is hit
  std::vector<std::uint32_t> turned;  ///< places among the free particles of those whose reach grew by that
  CandidateList candidates;           ///< its places are those in `active`

  // contacts
  std::vector<Contact> contacts;         ///< in order of keys; during the step also those that may come to touch
  std::vector<SurfaceContact> surfaces;  ///< of the boundaries among them
  std::vector<FoundContacts> found;      ///< by chunk of slots

  // match
  std::vector<std::uint32_t> matches;    ///< place of each contact in the history, or kNoMatch
  std::vector<std::size_t> chunkCounts;  ///< scratch
  std::vector<Multipliers> warm;         ///< scalar methods: start of the continuous stage, one a contact

  // impacts, forces, solve
  std::vector<SolverBody<double>> bodies;  ///< a particle each, then the ground
  std::vector<ContactRows<double>> rows;   ///< one a contact
  std::size_t impactCount = 0;             ///< contacts approaching faster than v_imp, over the step's substeps
  ResidualHistory impactResiduals;
  ResidualHistory residuals;                   ///< of the last substep's continuous solve
  int sweeps = 0;                              ///< of all continuous solves of the step
  int impactSweeps = 0;                        ///< and of its impact stages
  std::uint64_t contactSweeps = 0;             ///< sum over the continuous sweeps of the contacts in them
  std::vector<char> rebounds;                  ///< one a contact: the last substep made it bounce
  std::vector<std::uint8_t> stays;             ///< one a contact: its surfaces met in the last substep
  std::vector<Multipliers> impactMultipliers;  ///< one a contact
  std::vector<Multipliers> multipliers;        ///< of the last substep's continuous stage, one a contact [N s]
  std::vector<Contact> contactsKept;           ///< scratch: the other buffer of contacts and multipliers
  std::vector<Multipliers> multipliersKept;

  BatchedProblem batched;  ///< what the batched solver works on instead of bodies and rows
  CouplingData coupling;   ///< dynamic bodies

  // measure
  std::optional<ContactSums> contactSums;  ///< of `contacts` as the solver found them, where it sums them up
  Touches touches;              ///< of members, as they were when they merged; for others see measureTouches()
  double meanOverlap = 0.0;     ///< <δ/d> over contacts, d the smaller diameter
  double worstOverlap = 0.0;    ///< largest δ/d
  double largestSpeed = 0.0;    ///< m/s
  double reductionLevel = 0.0;  ///< h
};

}  // namespace scree
