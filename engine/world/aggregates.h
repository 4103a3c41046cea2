#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/members/audit_queue.h"
#include "engine/members/kept_contacts.h"
#include "engine/members/member_cells.h"
#include "engine/world/bodies.h"
#include "engine/world/split_cause.h"
#include "engine/world/split_sensors.h"

namespace scree {

/// What an aggregate moves with.
enum class Carrier : std::uint8_t {
  ground,  ///< the bodies at rest, all of them together
  body,    ///< a body that drives or forces move
  belt,    ///< the moving surface of one shape of a body
  none     ///< nothing: it floats, and moves by the forces on its members
};

/// What an event measured and held against its limit.
enum class Measured : std::uint8_t {
  nothing,
  speed,         ///< of the surfaces against each other, rolling included [m/s]
  approach,      ///< along the normal [m/s]
  separation,    ///< along the normal [m/s]
  sliding,       ///< across the normal [m/s]
  rolling,       ///< of the spins [rad/s]
  force,         ///< what the trial solve asks for against what contacts give, a share
  torque,        ///< likewise
  acceleration,  ///< of gravity or of what carries the aggregate, its change [m/s²]
  support,       ///< change of the speed of a body that held it [m/s]
  drift,         ///< speed that forces out of balance would have given it [m/s]
  bearing,       ///< change of what its contacts bear since they were kept, a share
  quietSteps     ///< in a row that a contact must have been within the merge limits
};

/// One grain that merged (cause none) or was split off.
struct ReductionEvent {
  std::uint64_t step = 0;
  ParticleId particle = 0;
  std::uint32_t before = 0;  ///< identity of its aggregate, 0: free
  std::uint32_t after = 0;
  SplitCause cause = SplitCause::none;
  Measured what = Measured::nothing;
  double measured = 0.0;  ///< what went beyond its limit, in the unit of `what`
  double limit = 0.0;     ///< of merges all that there is
  /// As ContactKey::b; of a split sensor, the sensor's place in the list. UINT64_MAX: nothing else took part.
  std::uint64_t partner = UINT64_MAX;
};

/// What kept contacts do to one body, in the frame of the aggregate.
struct KeptLoad {
  std::uint32_t body = 0;
  std::size_t contacts = 0;
  Vec3 force = Vec3::Zero();            ///< N, on the body
  Vec3 torque = Vec3::Zero();           ///< N m, about the frame's origin
  double push = 0.0;                    ///< N, sum of the normal forces
  Vec3 velocity = Vec3::Zero();         ///< of the body when the first of them was kept [m/s]
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
};

/// The frame in which the members of an aggregate have their places, and its motion.
struct AggregateFrame {
  Pose pose;
  Vec3 velocity = Vec3::Zero();         ///< of the origin [m/s]
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
  Vec3 travel = Vec3::Zero();           ///< belt: way of its surface, in the shape's frame [m]
  Vec3 lastVelocity = Vec3::Zero();     ///< in the step before
  Vec3 lastAngularVelocity = Vec3::Zero();
  Vec3 steadyVelocity = Vec3::Zero();  ///< on a dynamic body: mean of the last steps, against which its load is told
  Vec3 steadyAngularVelocity = Vec3::Zero();
};

/// Mass and its moments about the origin of the frame.
struct AggregateInertia {
  double mass = 0.0;                 ///< kg
  Vec3 firstMoment = Vec3::Zero();   ///< Σ m x [kg m]
  Mat3 secondMoment = Mat3::Zero();  ///< Σ m x xᵀ [kg m²]
  double spinInertia = 0.0;          ///< Σ I of the members about themselves [kg m²]
};

/// Loads on the kept contacts of an aggregate, and the acceleration that they were last told for.
struct AggregateLoads {
  double elastic = 0.0;          ///< J, in kept contacts
  double cohesive = 0.0;         ///< J, at most 0: of the attractions in kept contacts
  std::vector<KeptLoad> byBody;  ///< ascending
  Vec3 gravity = Vec3::Zero();   ///< in its frame when all members were last looked at for it [m/s²]
  Vec3 turning = Vec3::Zero();   ///< angular acceleration of its frame then [rad/s²]
};

/// An aggregate that nothing carries.
struct FloatingAggregate {
  ParticleId root = 0;       ///< the member that its levels are counted from
  std::uint64_t formed = 0;  ///< the step in which it came to be
  double unseenWay = 0.0;    ///< gone since it was held against bodies at rest [m]
  bool hasLanded = false;    ///< it rests on what carries others, and is opened next
};

/// Lengths that bound an aggregate; they never shrink.
struct AggregateBounds {
  double largestRadius = 0.0;  ///< of all members it ever had [m]
  double extent = 0.0;         ///< farthest that a member's centre ever was from the frame's origin [m]
};

/// Grains that move as one, at fixed places in its frame. All that one carrier carries are one aggregate; those that
/// nothing carries have a frame of their own, which moves by the forces on them.
struct Aggregate {
  std::uint32_t id = 0;  ///< identity, never used again in a world; 0 is nobody's
  Carrier carrier = Carrier::none;
  std::uint32_t body = 0;
  std::uint32_t shape = 0;
  std::size_t members = 0;
  AggregateFrame frame;
  AggregateInertia inertia;
  AggregateBounds bounds;
  AggregateLoads load;
  FloatingAggregate floating;  ///< unused while something carries it
  MemberCells cells;           ///< index of the members; not part of the state

  bool floats() const { return carrier == Carrier::none; }
  Vec3 velocityAt(const Vec3& p) const { return frame.velocity + frame.angularVelocity.cross(p - frame.pose.position); }
};

constexpr std::uint32_t kFree = UINT32_MAX;
constexpr std::uint64_t kNoStep = UINT64_MAX;

/// What belongs to a member besides its aggregate.
struct Membership {
  std::uint32_t level = 0;              ///< contacts from what carries it, at least
  Vec3 local = Vec3::Zero();            ///< place in the aggregate's frame [m]
  Quat turn = Quat::Identity();         ///< orientation in it
  std::uint64_t changed = 0;            ///< step in which it last merged or was split off
  std::uint64_t auditDue = kNoStep;     ///< step
  std::uint32_t audits = 0;             ///< since it last moved
  std::array<float, 3> drift{};         ///< speed that its force out of balance has given it of late [m/s]
  SplitCause cause = SplitCause::none;  ///< of its last split
};

/// Causes after which a particle stays free for a while. Motion past a member, or of a body into it, shows what it is
/// about to do: while it moves, or something past it, it does not merge.
constexpr bool endsInQuarantine(SplitCause cause) {
  return cause != SplitCause::none && cause != SplitCause::passing && cause != SplitCause::body;
}

struct ReductionCounts {
  std::uint64_t merges = 0;
  std::array<std::uint64_t, kSplitCauseCount> splits{};  ///< by SplitCause
  std::uint64_t splitsBy(SplitIdea idea) const;
};

/// How far a system of N particles is reduced (METHOD.md 10.18).
struct ReductionLevel {
  std::size_t particles = 0;  ///< N
  std::size_t free = 0;
  std::size_t aggregates = 0;  ///< those that nothing carries: they count as dynamic units
  double level() const {
    return particles == 0 ? 0.0 : 1.0 - static_cast<double>(free + aggregates) / static_cast<double>(particles);
  }
};

/// Mean diameter of the particles (engine/world/reduction_limits.h), and what tells whether it is still that of all.
struct GrainSizes {
  double mean = 0.0;          ///< m
  std::size_t particles = 0;  ///< number of them
  ParticleId last = 0;        ///< identity of the last
};

/// Everything about merging that lasts from step to step. While nothing is merged its lists may be empty.
struct Reduction {
  std::vector<Aggregate> aggregates;
  std::vector<std::uint32_t>
      aggregate;                    ///< by slot: index in `aggregates`, or kFree; particles beyond its end are free
  std::vector<Membership> members;  ///< by slot, as many
  KeptContacts kept;
  ReductionCounts counts;  ///< since the start
  std::uint32_t nextId = 1;
  std::size_t memberCount = 0;
  double auditCredit = 0.0;             ///< members that audits may open beyond their share, or have opened (negative)
  double auditSteps = 0.0;              ///< that the dates of the audits were set by; 0 while there are none
  GrainSizes sizes;                     ///< not part of the state
  std::vector<std::uint32_t> strained;  ///< slots of members whose load the next step looks at
  // Two indices, not part of the state:
  AuditQueue audits;
  std::vector<std::uint32_t> quarantined;  ///< slots of all free particles in quarantine, and of some that were
  int quarantine = -1;    ///< steps: those who are in one that is no longer than this are listed; -1: nobody is yet
  bool splitAll = false;  ///< asked for, to be done in the next step

  std::uint32_t aggregateOf(std::uint32_t slot) const { return slot < aggregate.size() ? aggregate[slot] : kFree; }
  bool isFree(std::uint32_t slot) const { return aggregateOf(slot) == kFree; }
  /// Makes the indices anew; `ids` are those of the particles.
  void listAudits(const std::vector<ParticleId>& ids);
  void listQuarantined();
  /// Of a world with `particles` particles.
  ReductionLevel levelOf(std::size_t particles) const;
};

}  // namespace scree
