#include "engine/solve/smooth/smooth.h"

#include <algorithm>
#include <functional>

#include "engine/base/parallel.h"
#include "engine/contacts/contact_reactions.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/reach.h"
#include "engine/contacts/surfaces.h"
#include "engine/multibody/machine.h"
#include "engine/solve/smooth/smooth_attraction.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/solve/smooth/smooth_kernels.h"
#include "engine/solve/smooth/smooth_pack.h"
#include "engine/solve/smooth/smooth_springs.h"
#include "engine/world/body_motion.h"

namespace scree {

namespace {

/// A step of smooth DEM in its substeps.
class SmoothStep {
 public:
  SmoothStep(World& world, const StepContext& context, ContactList& list, SmoothWork& work, Machine& machine)
      : world_(world),
        context_(context),
        list_(list),
        work_(work),
        machine_(machine),
        hasMachine_(hasDynamicBodies(world)),
        time_(context.substepTime),
        now_(world.time) {}

  void begin() {
    setSmoothLaws(world_, work_);
    const double grainSpeed = placeGrains(world_, list_, work_);
    surfaceSpeed_ = fastestSurface(world_);
    speed_ = std::max(grainSpeed, surfaceSpeed_);
    skin_ = smoothSkin(world_);
    work_.shapes = placeShapes(world_.bodies);
    takeSprings(world_, list_, work_);
    work_.onBodies.assign(list_.surfaces.size(), Reaction{});
    work_.gaps.resize(list_.contacts.size());
    for (std::size_t i = 0; i < list_.contacts.size(); ++i) {
      work_.gaps[i] = list_.contacts[i].gap;
    }
    listAttractions(list_, work_, attraction_);
    pack();
    forEachPiece_ = [this](std::size_t piece) { push(piece); };
    moveEachPiece_ = [this](std::size_t piece) { move(piece); };
    const SmoothMove drift{.first = 0, .last = static_cast<std::uint32_t>(work_.slots.size()), .time = time_};
    driftGrains(drift, work_.grains.data());
    goOn(0.5 * time_);
  }

  /// True if all that may meet in another substep after the next one may not be in the list.
  bool isWornOut() const { return closedOfList_ > smooth::kSkinUsed * skin_; }

  void substep(bool isLast) {
    isLast_ = isLast;
    if (hasMachine_) {
      beginMachine(world_, world_.bodies, now_, time_, machine_);
    }
    moveBodies(world_, 0.5 * time_);
    placeBodies();
    if (closed_ > reach_) {
      packAgain();
    }
    lists_ = {.grains = work_.grains.data(),
              .rows = work_.rows.data(),
              .batches = work_.batches.data(),
              .surfaces = work_.surfaces.data(),
              .given = work_.given.data(),
              .found = work_.found.data(),
              .laws = work_.laws.data(),
              .box = periodicBoxOf(world_),
              .restKept = std::max(0.0, 1.0 - time_ / smooth::kRestTime)};
    forChunks(context_.threads, work_.pieces.size(), forEachPiece_);
    forChunks(context_.threads, work_.pieces.size(), moveEachPiece_);
    double fastest = 0.0;
    for (const SmoothPiece& piece : work_.pieces) {
      fastest = std::max(fastest, piece.fastest);
    }
    moveBodies(world_, 0.5 * time_);
    moveMachine();
    speed_ = std::max(std::sqrt(fastest), surfaceSpeed_);
    goOn(isLast ? 0.5 * time_ : time_);
    now_ += time_;
  }

  /// Takes the forces of joints and of the hand, which are means over a step, for one that has lasted shorter.
  void endEarly(double duration) {
    const double scale = world_.parameters.timeStep / duration;
    for (Joint& joint : world_.joints) {
      joint.force *= scale;
      joint.torque *= scale;
      joint.motorForce *= scale;
      joint.power *= scale;
    }
    if (hasMachine_ && world_.pull && world_.pull->grip) {
      world_.pull->force *= scale;
    }
  }

  /// Writes grains back, and springs and forces of the last substep where the history and the measures look for them.
  void end(double duration) {
    putGrainsBack(work_, context_.threads, world_.particles);
    work_.shapes = placeShapes(world_.bodies);
    keepSprings(world_, context_.threads, time_, list_, work_);
    endAttraction(attraction_, list_);
    // Forces are means over the step, of which this may be a part.
    for (const Contact& contact : list_.contacts) {
      if (contact.b == kNoParticle) {
        world_.bodies[contact.key.body()].reaction += (1.0 / duration) * work_.onBodies[contact.surface];
      }
    }
  }

 private:
  /// Places the shapes of all bodies where they are in the middle of the substep.
  void placeBodies() {
    if (hasMachine_) {
      middle_.clear();
      for (const Body& body : world_.bodies) {
        middle_.push_back(body.isDynamic() ? movedPose(body, body.pose, 0.5 * time_) : body.pose);
      }
      work_.shapes = placeShapes(world_.bodies, middle_);
    } else if (surfaceSpeed_ > 0.0) {
      work_.shapes = placeShapes(world_.bodies);
    }
  }

  /// Moves the dynamic bodies under the forces of the substep and their joints.
  void moveMachine() {
    if (!hasMachine_) {
      return;
    }
    impulses_.assign(machine_.parts.size(), Reaction{});
    for (std::size_t i = 0; attraction_.any() && i < list_.contacts.size(); ++i) {
      attractBody(i);
    }
    for (const SmoothGroup& group : work_.groups) {
      if (group.hasSurfaces()) {
        forSurfaces(group, [this](const Contact& contact, const SmoothSurfaces& surfaces, std::size_t lane) {
          const std::uint32_t body = contact.key.body();
          const int part = machine_.partOf[body];
          if (part != kNoBody6 && surfaces.overlap[lane] > 0.0) {
            const Vec3 centre = middle_[body].toWorld(world_.bodies[body].mass.centre);
            impulses_[static_cast<std::size_t>(part)] += reactionOf(
                contact, list_.surfaces[contact.surface], impulseIn(surfaces, lane), touchedAt(contact), centre);
          }
        });
      }
    }
    before_.resize(world_.bodies.size());
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      before_[i] = {world_.bodies[i].velocity, world_.bodies[i].angularVelocity};
    }
    solveMachine(impulses_, machine_);
    endMachine(now_, time_, machine_, world_.bodies, world_);
    // Bodies have gone all of the substep at its last velocity; as grains they go half of it at the first.
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      if (Body& body = world_.bodies[i]; body.isDynamic()) {
        body.pose.position -= 0.5 * time_ * (body.velocity - before_[i].velocity);
        body.pose.orientation =
            rotated(body.pose.orientation, before_[i].angularVelocity - body.angularVelocity, 0.5 * time_);
      }
    }
    surfaceSpeed_ = fastestSurface(world_);
  }

  /// Adds the attraction of a contact to the impulses on its dynamic body.
  void attractBody(std::size_t i) {
    const Contact& contact = list_.contacts[i];
    const double force = attraction_.onSurfaces[i];
    const int part = contact.isPrescribed() ? machine_.partOf[contact.key.body()] : kNoBody6;
    if (force != 0.0 && part != kNoBody6) {
      const Vec3 centre = middle_[contact.key.body()].toWorld(world_.bodies[contact.key.body()].mass.centre);
      impulses_[static_cast<std::size_t>(part)] += reactionOf(
          contact, list_.surfaces[contact.surface], Multipliers{.normal = -time_ * force}, touchedAt(contact), centre);
    }
  }

  Multipliers impulseIn(const SmoothSurfaces& surfaces, std::size_t lane) const {
    const auto vector = [lane](const std::array<SmoothLane, 3>& of) {
      return Vec3(of[0][lane], of[1][lane], of[2][lane]);
    };
    return {.normal = time_ * surfaces.push[lane],
            .tangential = time_ * vector(surfaces.slide),
            .rolling = time_ * vector(surfaces.torque)};
  }

  /// Point of a contact with a surface, where the grain was when the forces were found.
  Vec3 touchedAt(const Contact& contact) const {
    const Eigen::Map<const Vec3> velocity(work_.grains[work_.places[contact.a]].velocity.data());
    const Vec3 since = (isLast_ ? 0.5 : 1.0) * time_ * velocity;
    return placeOf(work_, contact.a) - since + world_.particles.radius[contact.a] * contact.normal;
  }

  /// Notes that all have moved for a time at the present speeds.
  void goOn(double time) {
    closed_ += 2.0 * speed_ * time;
    closedOfList_ += 2.0 * speed_ * time;
  }

  void pack() {
    const double soon = smooth::kSubstepsPacked * 2.0 * speed_ * time_;
    reach_ = std::clamp(soon, smooth::kLeastReach * skin_, skin_);
    const bool hasAll = reach_ >= skin_;
    packContacts(world_, list_, hasAll ? std::numeric_limits<double>::infinity() : reach_, work_);
    if (hasAll) {
      reach_ = std::numeric_limits<double>::infinity();
    }
    closed_ = 0.0;
  }

  void packAgain() {
    unpackSprings(work_);
    endAttraction(attraction_, list_);
    forPieces(context_.threads, list_.contacts.size(), kContactsAPiece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Contact& contact = list_.contacts[i];
        if (contact.b == kNoParticle) {
          follow(contact);
          work_.gaps[i] = contact.gap;
        } else {
          const double radii = world_.particles.radius[contact.a] + world_.particles.radius[contact.b];
          work_.gaps[i] = world_.periodic.nearest(placeOf(work_, contact.b) - placeOf(work_, contact.a)).norm() - radii;
        }
      }
    });
    pack();
  }

  void follow(Contact& contact) {
    followSurface(world_, work_.shapes, placeOf(work_, contact.a),
                  contacts::kFollowMargin * world_.particles.radius[contact.a], contact,
                  list_.surfaces[contact.surface], &list_.triangles);
  }

  /// Finds the forces of the contacts of a piece.
  void push(std::size_t p) {
    const SmoothPiece& piece = work_.pieces[p];
    for (std::uint32_t g = piece.firstGroup; g < piece.lastGroup; ++g) {
      const SmoothGroup& group = work_.groups[g];
      if (group.hasSurfaces()) {
        forSurfaces(group, [this](Contact& contact, SmoothSurfaces& surfaces, std::size_t lane) {
          follow(contact);
          set(contact, surfaces, lane);
        });
      }
      pushGroup(group, lists_, time_, isLast_);
      if (group.hasSurfaces()) {
        forSurfaces(group, [this](const Contact& contact, const SmoothSurfaces& surfaces, std::size_t lane) {
          book(contact, surfaces, lane);
        });
      }
    }
    if (attraction_.any()) {
      attractGrains(world_, list_, piece.firstGrain, piece.lastGrain, time_, work_, attraction_);
    }
  }

  template <typename Use>
  void forSurfaces(const SmoothGroup& group, Use use) {
    for (std::size_t i = group.first; i < group.last; ++i) {
      for (std::size_t lane = 0; lane < kSmoothWidth; ++lane) {
        SmoothSurfaces& surfaces = work_.surfaces[group.firstSurfaces + (i - group.first)];
        if (const std::uint32_t contact = work_.contacts[i * kSmoothWidth + lane]; contact != kNoSmoothContact) {
          use(list_.contacts[contact], surfaces, lane);
        } else {
          surfaces.overlap[lane] = -1.0;
        }
      }
    }
  }

  void set(const Contact& contact, SmoothSurfaces& surfaces, std::size_t lane) const {
    const SurfaceContact& surface = list_.surfaces[contact.surface];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<Eigen::Index>(axis);
      surfaces.normal[axis][lane] = contact.normal[k];
      surfaces.velocity[axis][lane] = surface.velocity[k];
      surfaces.spin[axis][lane] = surface.spin[k];
    }
    surfaces.overlap[lane] = -contact.gap;
  }

  /// Adds the effect of a grain on a body in the substep.
  void book(const Contact& contact, const SmoothSurfaces& surfaces, std::size_t lane) {
    if (!(surfaces.overlap[lane] > 0.0)) {
      return;
    }
    const Multipliers impulse = impulseIn(surfaces, lane);
    const Vec3 surface = placeOf(work_, contact.a) + world_.particles.radius[contact.a] * contact.normal;
    work_.onBodies[contact.surface] += reactionOf(contact, list_.surfaces[contact.surface], impulse, surface,
                                                  world_.bodies[contact.key.body()].pose.position);
  }

  /// Gives the grains of a piece their new velocities and moves them.
  void move(std::size_t p) {
    SmoothPiece& piece = work_.pieces[p];
    for (std::uint32_t place = piece.firstGrain; attraction_.any() && place < piece.lastGrain; ++place) {
      SmoothRow& row = work_.rows[piece.firstRow + (place - piece.firstGrain)];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        row.force[axis] += attraction_.forces[place][static_cast<Eigen::Index>(axis)];
      }
    }
    if (context_.pulled.slot < world_.particles.size()) {
      pull(piece);
    }
    const SmoothMove move{.first = piece.firstGrain,
                          .last = piece.lastGrain,
                          .firstRow = piece.firstRow,
                          .firstOthers = work_.firstOthers.data(),
                          .others = work_.others.data(),
                          .gravity = world_.parameters.gravity,
                          .time = time_,
                          .goesOn = !isLast_};
    piece.fastest = moveGrains(move, work_.grains.data(), work_.rows.data());
  }

  void pull(const SmoothPiece& piece) {
    const std::uint32_t slot = context_.pulled.slot;
    const std::uint32_t place = work_.places[slot];
    if (place >= piece.firstGrain && place < piece.lastGrain && work_.slots[place] == slot) {
      SmoothRow& row = work_.rows[piece.firstRow + (place - piece.firstGrain)];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        row.force[axis] += world_.particles.mass[slot] * context_.pulled.acceleration[static_cast<Eigen::Index>(axis)];
      }
    }
  }

  static constexpr std::size_t kContactsAPiece = 4096;

  World& world_;
  const StepContext& context_;
  ContactList& list_;
  SmoothWork& work_;
  Machine& machine_;
  bool hasMachine_;
  std::vector<Pose> middle_;         ///< of the bodies in the middle of the substep, where some are dynamic
  std::vector<GrainMotion> before_;  ///< velocities of bodies at the start of the substep
  std::vector<Reaction> impulses_;   ///< of the grains on each part of the machine in the substep
  SmoothLists lists_;
  SmoothAttraction attraction_;
  std::function<void(std::size_t)> forEachPiece_;  ///< kept: making one may ask for memory
  std::function<void(std::size_t)> moveEachPiece_;
  double time_;                ///< length of a substep [s]
  double now_;                 ///< at the start of the substep [s]
  double speed_ = 0.0;         ///< of the fastest grain or surface [m/s]
  double surfaceSpeed_ = 0.0;  ///< m/s
  double skin_ = 0.0;          ///< gap up to which all pairs are in the list [m]
  double reach_ = 0.0;         ///< gap up to which contacts are packed [m]
  double closed_ = 0.0;        ///< gap that two may have closed since contacts were packed [m]
  double closedOfList_ = 0.0;  ///< the same since the list was made [m]
  bool isLast_ = false;        ///< the substep at hand
};

}  // namespace

bool solveSmooth(World& world, StepContext& context, ContactList& list, SmoothWork& work, Machine& machine,
                 StepReport& report) {
  report.impactResiduals.clear();
  report.residuals.clear();
  report.impactCount = 0;
  SmoothStep step(world, context, list, work, machine);
  timed(report.times, Stage::match, [&] { step.begin(); });
  int done = 0;
  while (done < context.substeps) {
    if (context.interrupt != nullptr && *context.interrupt != 0) {
      return false;
    }
    const bool isLast = done + 1 == context.substeps || step.isWornOut();
    timed(report.times, Stage::solve, [&] { step.substep(isLast); });
    ++done;
    if (isLast) {
      break;
    }
  }
  const bool isWhole = done == context.substeps;
  context.substeps = done;
  const double duration = isWhole ? world.parameters.timeStep : done * context.substepTime;
  timed(report.times, Stage::match, [&] { step.end(duration); });
  if (!isWhole) {
    step.endEarly(duration);
  }
  return true;
}

}  // namespace scree
