#pragma once

#include <Eigen/Core>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/fields/field_values.h"
#include "engine/analysis/force_network.h"
#include "engine/analysis/force_statistics.h"
#include "engine/analysis/why_free.h"
#include "engine/base/residuals.h"
#include "engine/snapshot/asked_members.h"
#include "engine/snapshot/asked_solver.h"
#include "engine/snapshot/bed_reading.h"
#include "engine/snapshot/event_log.h"
#include "engine/snapshot/matter/matter_reading.h"
#include "engine/snapshot/measure_log.h"
#include "engine/snapshot/precision_reading.h"
#include "engine/snapshot/run_samples.h"
#include "engine/snapshot/shared_list.h"
#include "engine/snapshot/snapshot_request.h"
#include "engine/snapshot/timeline.h"
#include "engine/snapshot/trails.h"
#include "engine/world/stage_times.h"
#include "engine/world/world.h"

namespace scree {

struct MethodComparison;
struct TwinSnapshot;

/// A body as drawn: pose now, shapes shared between snapshots.
struct SnapshotBody {
  std::string name;
  Pose pose;
  std::shared_ptr<const std::vector<ShapeInstance>> shapes;
  std::vector<Drive> drives;
  Reaction reaction;
  double mass = 0.0;  ///< kg; 0: forces do not move it
};

/// Emitter or sink as drawn and listed.
struct SnapshotRegion {
  std::string name;
  Pose pose;
  Vec3 halfExtents = Vec3::Zero();
  bool isSink = false;
  std::uint64_t count = 0;  ///< particles that came or left in all
  double mass = 0.0;        ///< kg, in all
  std::string sieve;        ///< law of a sink that takes by size, in words; empty for any other
};

/// What a particle is to the reduction.
enum class GrainRole : std::uint8_t {
  free,
  member,   ///< inside an aggregate
  boundary  ///< a member that a free particle touches
};

/// What an aggregate is, for those who read of it.
struct SnapshotAggregate {
  std::uint32_t id = 0;
  Carrier carrier = Carrier::none;
  std::uint32_t body = 0;
  std::size_t members = 0;
  double mass = 0.0;  ///< kg
};

/// A split sensor where it is now.
struct SnapshotSensor {
  SplitSensor sensor;  ///< as the user gave it
  Pose pose;           ///< in the world
};

struct PopulationReading;

/// The run and its clocks.
struct RunReading {
  std::uint64_t worldVersion = 0;  ///< changes when another world was loaded or restarted
  std::uint64_t lastCommand = 0;   ///< sequence number of the newest command in effect
  std::uint64_t step = 0;
  double time = 0.0;      ///< s, simulated
  double wallTime = 0.0;  ///< s, steady clock when published
  bool playing = false;
  double targetRate = 1.0;  ///< simulated s per s aimed at, 0 = as fast as possible
  double actualRate = 0.0;  ///< smoothed over about a second; 0 while paused
  std::string message;      ///< last refusal or trouble, empty when none
  /// Frames of a film due up to this state since CaptureFrames, the first one included; 0 when none is made.
  std::uint64_t filmFrames = 0;
  Timeline timeline;  ///< the run so far, of which this is one instant
  std::uint64_t faultCount = 0;
  std::string lastFault;
  std::vector<std::string> guardFindings;  ///< sentences of what the guard found, one of each kind at most
  std::shared_ptr<const EventHistory> events = std::make_shared<const EventHistory>();          ///< never null
  std::shared_ptr<const RunSamples> samples = std::make_shared<const RunSamples>();             ///< never null
  std::shared_ptr<const MeasureReadings> measures = std::make_shared<const MeasureReadings>();  ///< never null
  std::shared_ptr<const PopulationReading> population;  ///< of granules; null: no granulation
};

/// The scene as it stands: parameters and everything but grains.
struct SceneReading {
  Vec3 origin = Vec3::Zero();  ///< point from which places in single precision are counted: drawingOrigin() [m]
  Parameters parameters;       ///< those in force
  SharedList<std::string> materialNames;
  std::shared_ptr<const Materials> materials = std::make_shared<const Materials>();  ///< with laws in force; never null
  std::vector<SnapshotBody> bodies;
  std::vector<Joint> joints;
  std::vector<SnapshotRegion> regions;
  std::vector<SnapshotSensor> sensors;
  std::optional<Pull> pull;
  PeriodicBox periodic;
};

/// The grains; all lists have one entry a grain. Snapshots share the lists that rarely change.
struct GrainArrays {
  std::vector<Eigen::Vector4f> positionRadius;   ///< place from SceneReading::origin, and radius [m]
  std::vector<Eigen::Vector4f> orientation;      ///< quaternion x y z w
  std::vector<Eigen::Vector3f> velocity;         ///< m/s
  std::vector<Eigen::Vector3f> angularVelocity;  ///< rad/s
  std::vector<float> overlap;                    ///< largest δ/d at the particle
  std::vector<std::uint16_t> contactCount;
  SharedList<MaterialIndex> material;
  SharedList<ParticleId> id;  ///< ascending
  SharedList<float> mass;     ///< kg
  double totalMass = 0.0;     ///< kg
};

/// The last step as the solver saw it.
struct SolverReading {
  std::size_t contacts = 0;
  std::size_t matched = 0;  ///< contacts warm started from the step before
  std::size_t impacts = 0;
  int substeps = 1;
  int threads = 1;
  double stiffness = 0.0;  ///< mean of dF/dδ over the mass at the contacts [1/s²]
  int sweeps = 0;
  double sweepsPerContact = 0.0;    ///< mean: where tolerances leave some out it is less than `sweeps`
  std::uint64_t contactSweeps = 0;  ///< of the continuous stage: contacts times sweeps, summed
  ResidualHistory residuals;        ///< of the continuous stage, one a sweep
  double meanOverlap = 0.0;         ///< <δ/d>
  double worstOverlap = 0.0;
  double largestSpeed = 0.0;  ///< m/s
  StageTimes times;
  StageTimes smoothTimes;                              ///< exponentially smoothed over about 30 steps
  double smoothContactSweeps = 0.0;                    ///< likewise
  Budget budget;                                       ///< of the energy, since the start
  std::shared_ptr<const MethodComparison> comparison;  ///< the newest one of this world, null before the first
};

/// The reduction. The lists by particle are empty while nothing was ever merged.
struct ReductionReading {
  std::vector<std::uint32_t> aggregate;  ///< identity of each particle's aggregate, 0: free
  std::vector<GrainRole> role;
  std::vector<SplitCause> splitCause;  ///< of each particle's last split, none: it never was or merged since
  std::vector<float> sinceChange;      ///< s since it last merged or was split off
  ReductionLevel level;
  ReductionCounts counts;  ///< since the start; the difference of two snapshots is the number between them
  std::vector<SnapshotAggregate> aggregates;
};

/// The run beside this one.
struct TwinBeside {
  std::shared_ptr<const TwinSnapshot> snapshot;  ///< null when there is no twin
  std::vector<float> apart;  ///< way from each particle to its twin over its diameter; empty without a twin
};

/// Lists that cost time to fill: only those of `request` are filled.
struct RequestedReading {
  SnapshotRequest request;
  std::vector<ForceContact> forceContacts;         ///< slots are places in the lists by particle
  std::vector<float> contactForce;                 ///< N, largest normal force at each particle
  std::vector<float> carriedSpeed;                 ///< m/s, against what carries each particle
  std::vector<float> splitDistance;                ///< 0 at the limit, 1 far from it
  std::vector<float> rowResidual;                  ///< m/s, largest over the rows at each particle
  std::vector<float> fieldOfGrains;                ///< coarse-grained field at each particle; not a number: no value
  std::shared_ptr<const FieldMap> fieldMap;        ///< coarse-grained field at the nodes of a grid; null: not requested
  std::shared_ptr<const ForceStatistics> network;  ///< statistics of the force network; null: not requested
  MatterLists matter;                              ///< matter of grains, and bridges
  BedNow bed;                                      ///< bed that landings make on a belt
  std::vector<Trail> trails;                       ///< by id
  std::optional<WhyFree> whyFree;                  ///< of the requested particle, when it is free
};

/// The world at one instant, for eyes and plots; immutable once published.
struct Snapshot {
  RunReading run;
  SceneReading scene;
  GrainArrays grains;
  SolverReading solver;
  ReductionReading reduction;
  AskedReading asked;
  SolverErrorReading solverError;
  PrecisionReading precision;
  TwinBeside twin;
  MatterReading matter;
  RequestedReading onRequest;

  std::size_t particles() const { return grains.id.size(); }
  /// Place of the grain in a slot [m].
  Vec3 placeOf(std::size_t slot) const { return scene.origin + grains.positionRadius[slot].head<3>().cast<double>(); }
};

/// Wall time of the solve stage per contact and sweep [ns], smoothed as the times are; 0 when nothing was swept.
double nanosecondsPerContactSweep(const Snapshot& snapshot);

/// Holds the newest complete snapshot. The lock covers the exchange of a pointer, never a step or a frame.
class SnapshotMailbox {
 public:
  void publish(std::shared_ptr<const Snapshot> snapshot);
  /// The newest one, null before the first. Marks it as taken.
  std::shared_ptr<const Snapshot> latest();
  /// True when the last published one was not yet taken.
  bool pending() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> newest_;
  bool taken_ = true;
};

}  // namespace scree
