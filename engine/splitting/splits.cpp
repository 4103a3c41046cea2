#include "engine/splitting/splits.h"

#include <algorithm>
#include <limits>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/cover.h"
#include "engine/aggregates/membership.h"
#include "engine/aggregates/support_levels.h"
#include "engine/contacts/member_slip.h"
#include "engine/contacts/near_members.h"
#include "engine/granulation/pending_changes.h"
#include "engine/splitting/audits.h"
#include "engine/splitting/frame_load.h"
#include "engine/splitting/front.h"
#include "engine/splitting/member_loads.h"
#include "engine/splitting/release_list.h"
#include "engine/splitting/split_members.h"
#include "engine/splitting/split_regions.h"
#include "engine/splitting/splitting_constants.h"
#include "engine/splitting/swept_overlaps.h"
#include "engine/splitting/trial.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

Vec3 placeOfEntry(const MemberCells::Entry& entry) { return {double{entry.x}, double{entry.y}, double{entry.z}}; }

/// Bound of the error of a place that was rounded to single precision and computed with [m].
Vec3 doubtOf(const Vec3& place) { return splitting::kPlaceRoundOff * (Vec3::Constant(1e-3) + place.cwiseAbs()); }

class Splitter {
 public:
  Splitter(World& world, const StepContext& context, const ContactList& list, const TrialStep& stepTrial,
           SplitWork& split)
      : world_(world),
        context_(context),
        list_(list),
        stepTrial_(stepTrial),
        split_(split),
        releases_(world, split),
        limits_(reductionLimits(world)) {}

  void decide() {
    const Parameters& p = world_.parameters;
    const ReductionParameters& r = p.reduction;
    if (r.merging != Switch::on || world_.reduction.splitAll) {
      for (std::uint32_t i = 0; i < world_.reduction.aggregates.size(); ++i) {
        releases_.addAll(i, {.cause = SplitCause::command});
      }
      return;
    }
    lookAtPull();
    lookAtChanges();
    lookAtFloating();
    lookAtSupports();
    lookAtRegions();
    lookAtSensors();
    for (const Release& release : sweptReleases(world_)) {
      releases_.add(release);
    }
    if (r.front.split == Switch::on) {
      for (const LayeredRelease& opened : frontReleases(world_, limits_, context_, list_)) {
        releases_.addLayers(opened.release, opened.layers);
      }
      for (const Release& release : overloadedReleases(world_, limits_, list_, context_.threads, split_.loads)) {
        releases_.add(release);
      }
    }
    lookAtAccelerations();
    if (r.contact.split == Switch::on) {
      lookAtContacts();
    }
    if (r.trial.split == Switch::on) {
      for (const Release& release : trialReleases(world_, stepTrial_)) {
        releases_.add(release);
      }
    }
    if (r.audit.split == Switch::on) {
      lookAtAudits();
    } else {
      forgetAuditTerms(world_);
    }
  }

  Releases& releases() { return releases_; }

 private:
  /// Releases the particle that the user pulls, so that it can follow.
  void lookAtPull() {
    if (const std::optional<std::uint32_t> slot = pulledSlot(world_.pull, world_.particles.id)) {
      releases_.add({.slot = *slot, .cause = SplitCause::command, .partner = world_.pull->particle});
    }
  }

  /// Releases the members that a collision is about to change.
  void lookAtChanges() {
    for (const std::uint32_t slot : membersToFree(world_)) {
      releases_.add({.slot = slot, .cause = SplitCause::impact});
    }
  }

  /// Opens floating aggregates that the solver cannot move, that have too few members or that have landed.
  void lookAtFloating() {
    const Parameters& p = world_.parameters;
    // Half of the number from which they merge, as the setting says.
    const auto fewest = static_cast<std::size_t>((p.reduction.merge.smallestFloating + 1) / 2);
    for (std::uint32_t i = 0; i < world_.reduction.aggregates.size(); ++i) {
      Aggregate& aggregate = world_.reduction.aggregates[i];
      if (!aggregate.floats() || aggregate.members == 0) {
        continue;
      }
      aggregate.floating.unseenWay += p.timeStep * (aggregate.frame.velocity.norm() +
                                                    aggregate.bounds.extent * aggregate.frame.angularVelocity.norm());
      if (aggregate.floating.unseenWay > splitting::kUnseen * aggregate.bounds.largestRadius) {
        aggregate.floating.unseenWay = 0.0;
      }
      if (p.method != Method::pgs || p.reduction.merge.smallestFloating == 0) {
        releases_.addAll(i, {.cause = SplitCause::command});
      } else if (aggregate.floating.hasLanded || aggregate.members < fewest) {
        releases_.addAll(i, {.cause = aggregate.floating.hasLanded ? SplitCause::landed : SplitCause::tooFew});
      }
    }
  }

  /// Opens aggregates whose acceleration has changed: those that float, as what pushes them may yield another way than
  /// they move, and others where no look at the loads of members tells whether they stay.
  void lookAtAccelerations() {
    const double limit = loadChangeLimit(world_);
    std::vector<Aggregate>& all = world_.reduction.aggregates;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const bool isAsked = all[i].floats() || world_.parameters.reduction.front.split != Switch::on;
      if (!isAsked || all[i].members == 0) {
        continue;
      }
      const FrameLoad now = frameLoadOf(world_, all[i]);
      const double change = changeOfLoad(all[i], now);
      if (now.isKnown && change <= limit) {
        continue;
      }
      keepLoad(now, all[i]);
      if (now.isKnown) {
        releases_.addAll(
            i, {.cause = SplitCause::acceleration, .what = Measured::acceleration, .measured = change, .limit = limit});
      }
    }
  }

  /// Bodies that no longer move as they did when their contacts were kept.
  void lookAtSupports() {
    const double limit = limits_.front;
    for (std::uint32_t i = 0; i < world_.reduction.aggregates.size(); ++i) {
      for (const KeptLoad& load : world_.reduction.aggregates[i].load.byBody) {
        const Body& body = world_.bodies[load.body];
        const Aggregate& aggregate = world_.reduction.aggregates[i];
        if (aggregate.carrier == Carrier::body && aggregate.body == load.body) {
          continue;
        }
        const double change = (body.velocity - load.velocity).norm() +
                              aggregate.bounds.extent * (body.angularVelocity - load.angularVelocity).norm();
        if (change > limit) {
          releaseTouching(
              i, load.body,
              {.cause = SplitCause::supportMoved, .what = Measured::support, .measured = change, .limit = limit});
        }
      }
    }
  }

  /// Releases the members of an aggregate that have a kept contact with a body.
  void releaseTouching(std::uint32_t index, std::uint32_t body, const Release& why) {
    Release release = why;
    world_.reduction.kept.forAll([&](const KeptContact& contact) {
      if (contact.b == kNoParticle && contact.key.body() == body && world_.reduction.aggregate[contact.a] == index) {
        release.slot = contact.a;
        releases_.add(release);
      }
    });
  }

  /// Where members ride to and may not stay: ends of belts, sinks, the edge of the world.
  void lookAtRegions() {
    const std::vector<Aggregate>& all = world_.reduction.aggregates;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (!isMoving(all[i]) || all[i].members == 0) {
        continue;
      }
      if (all[i].carrier == Carrier::belt) {
        forImagesOf(all[i], [&](const Vec3& shift) {
          Region region = beltEnd(world_, all[i]);
          region.pose.position -= shift;
          releaseInside(
              i, region.pose, region.halfExtents, {.cause = SplitCause::beltEnd},
              [&](const Vec3& place, std::uint32_t) { return isInBox(place + shift) && holds(region, place); });
        });
      }
      for (const Sink& sink : world_.sinks) {
        const auto takes = [&](std::uint32_t slot, const Vec3& local) {
          return takesBySize(sink, world_.particles.id[slot], 2.0 * world_.particles.radius[slot], local);
        };
        releasePassing(i, sink.pose, kFixedInWorld, SensorBox{sink.halfExtents}, {.cause = SplitCause::sink}, takes);
      }
      if (all[i].carrier == Carrier::belt) {
        continue;  // a belt's frame runs away; its members go no farther than its end
      }
      const Bounds& edge = world_.parameters.bounds;
      const Vec3& middle = all[i].frame.pose.position;
      const Vec3 reach = Vec3::Constant(all[i].bounds.extent);
      if (!edge.contains(middle - reach) || !edge.contains(middle + reach)) {
        releaseInside(i, all[i].frame.pose, Vec3::Constant(std::numeric_limits<double>::infinity()),
                      {.cause = SplitCause::edge},
                      [&](const Vec3& place, std::uint32_t) { return !edge.contains(world_.periodic.wrapped(place)); });
      }
    }
  }

  /// Calls use(shift) for the shifts of the images of an aggregate of which parts may be in the periodic box [m].
  template <typename Use>
  void forImagesOf(const Aggregate& aggregate, Use use) const {
    if (world_.periodic.isOn()) {
      world_.periodic.forImagesIn(world_.periodic.around(0.0), boundsOf(aggregate), use);
    } else {
      use(Vec3::Zero());
    }
  }

  /// Whether a member is seen at a place: there is one image of each in the periodic box.
  bool isInBox(const Vec3& place) const {
    return !world_.periodic.isOn() || world_.periodic.around(0.0).contains(place);
  }

  /// Whether a member may be in a box as far as the rounded place in its cell tells.
  static bool mayBeIn(const Bounds& box, const MemberCells::Entry& entry) {
    const Vec3 place = placeOfEntry(entry);
    const Vec3 doubt = doubtOf(place);
    return (place.array() >= (box.lower - doubt).array()).all() && (place.array() <= (box.upper + doubt).array()).all();
  }

  template <typename Inside>
  void releaseInside(std::uint32_t index, const Pose& pose, const Vec3& extents, const Release& why, Inside inside) {
    const Aggregate& aggregate = world_.reduction.aggregates[index];
    if (extents.isZero(0.0)) {
      return;
    }
    const Bounds box = boundsIn(aggregate, pose, extents);
    aggregate.cells.forBox(box.lower, box.upper, [&](const MemberCells::Entry& entry) {
      if (mayBeIn(box, entry) && inside(placeOf(world_, entry.slot), entry.slot)) {
        Release release = why;
        release.slot = entry.slot;
        releases_.add(release);
      }
    });
  }

  /// Members in a region on a body, or fixed in the world, or that go through it in the step where it is thin; of them
  /// those for which takes(slot, place in the region's frame).
  template <typename Takes>
  void releasePassing(std::uint32_t index, const Pose& pose, std::uint32_t body, const SensorShape& shape,
                      const Release& why, Takes takes) {
    const Vec3 extents = halfExtentsOf(shape);
    const Aggregate& aggregate = world_.reduction.aggregates[index];
    if (aggregate.members == 0) {
      return;
    }
    forImagesOf(aggregate, [&](const Vec3& shift) {
      const Pose seen = {pose.position - shift, pose.orientation};
      const RegionMotion motion(world_, aggregate, seen, body, extents);
      releaseInside(
          index, seen, extents + Vec3::Constant(motion.way()), why, [&](const Vec3& place, std::uint32_t slot) {
            return isInBox(place + shift) &&
                   (contains(shape, seen.toLocal(place)) || (motion.isFar() && motion.passes(shape, place))) &&
                   takes(slot, seen.toLocal(place));
          });
    });
  }

  void lookAtSensors() {
    for (std::size_t s = 0; s < world_.sensors.size(); ++s) {
      const SplitSensor& sensor = world_.sensors[s];
      if (!sensor.enabled) {
        continue;
      }
      const Pose pose = poseOf(world_, sensor);
      for (std::uint32_t i = 0; i < world_.reduction.aggregates.size(); ++i) {
        releasePassing(i, pose, sensor.body, sensor.shape, {.cause = SplitCause::sensor, .partner = s},
                       [](std::uint32_t, const Vec3&) { return true; });
      }
    }
  }

  /// R, contact split.
  void lookAtContacts() {
    const ReductionParameters& r = world_.parameters.reduction;
    for (const Contact& contact : list_.memberContacts) {
      const MemberSlip slip = memberSlip(world_, contact);
      if (!slip.touching) {
        continue;
      }
      const auto beyond = [&](Measured what, double measured, double limit) {
        if (limit > 0.0 && measured > limit) {
          releases_.addLayers({.slot = contact.b,
                               .cause = SplitCause::contactSplit,
                               .what = what,
                               .measured = measured,
                               .limit = limit,
                               .partner = world_.particles.id[contact.a]},
                              r.contact.depth);
        }
      };
      beyond(Measured::approach, -slip.normal, r.contact.normalIn);
      beyond(Measured::separation, slip.normal, r.contact.normalOut);
      beyond(Measured::sliding, slip.sliding(contact.normal), r.contact.tangential);
      beyond(Measured::rolling, slip.spin.norm(), r.contact.rolling);
    }
  }

  /// Opens the patches of members that are due, as many as the share allows; the others wait.
  void lookAtAudits() {
    followAuditTerms(world_, limits_);
    Reduction& reduction = world_.reduction;
    const auto share = static_cast<double>(reduction.memberCount) * world_.parameters.reduction.audit.share;
    const double most = std::min(share, splitting::kMostAudited);
    audited_ = reduction.auditCredit + most;
    if (reduction.audits.size() > splitting::kStale + 2 * reduction.memberCount) {
      reduction.listAudits(world_.particles.id);
    }
    while (audited_ >= 1.0 && reduction.audits.isAnyDue(world_.step)) {
      const auto [step, id] = reduction.audits.takeFirst();
      const std::vector<ParticleId>& ids = world_.particles.id;
      const auto at = std::lower_bound(ids.begin(), ids.end(), id);
      const auto slot = static_cast<std::uint32_t>(at - ids.begin());
      if (at != ids.end() && *at == id && !reduction.isFree(slot) && reduction.members[slot].auditDue == step) {
        audit(slot);
      }
    }
    // An unused allowance is not saved up; an excess of a patch is paid back.
    reduction.auditCredit = std::min(audited_, 1.0);
  }

  void audit(std::uint32_t seed) {
    const Reduction& reduction = world_.reduction;
    Membership& member = world_.reduction.members[seed];
    member.auditDue = kNoStep;
    const Aggregate& aggregate = reduction.aggregates[reduction.aggregate[seed]];
    if (isBuried(aggregate, seed)) {
      return;  // what covers it must go first, and that opens it
    }
    const double reach = splitting::kPatch * 2.0 * world_.particles.radius[seed];
    aggregate.cells.forNear(member.local, reach, [&](const MemberCells::Entry& entry) {
      if (isFarther(entry, member.local, reach)) {
        return;
      }
      const Membership& near = reduction.members[entry.slot];
      if ((near.local - member.local).squaredNorm() <= reach * reach &&
          (entry.slot == seed || !isFreshlyMerged(world_, limits_, near))) {
        releases_.add({.slot = entry.slot, .cause = SplitCause::audit});
        audited_ -= 1.0;
      }
    });
  }

  /// Whether a member is surely farther from a place than `reach`, by the rounded place in its cell.
  static bool isFarther(const MemberCells::Entry& entry, const Vec3& place, double reach) {
    const Vec3 rounded = placeOfEntry(entry);
    const double limit = reach + doubtOf(rounded).sum();
    return (rounded - place).squaredNorm() > limit * limit;
  }

  /// Whether a member lies above another as far up as audits look.
  bool isBuried(const Aggregate& aggregate, std::uint32_t slot) const {
    const double diameter = 2.0 * aggregate.bounds.largestRadius;
    return hasMemberAbove(world_, aggregate, placeOf(world_, slot), splitting::kAuditedDepth * diameter, diameter);
  }

  World& world_;
  const StepContext& context_;
  const ContactList& list_;
  const TrialStep& stepTrial_;
  SplitWork& split_;
  Releases releases_;
  ReductionLimits limits_;
  double audited_ = 0.0;  ///< members that audits may still open
};

/// Updates the contacts of free particles with members after members were released.
void updateMemberContacts(const World& world, const std::vector<std::uint32_t>& released, const StepContext& context,
                          ContactList& list, SplitWork& split) {
  std::vector<Contact>& more = split.newContacts;
  std::vector<Contact>& all = split.allContacts;
  more.clear();
  all.clear();
  findNearMembers(world, released, context.threads, more);
  auto next = more.begin();
  for (const Contact& contact : list.memberContacts) {
    if (!world.reduction.isFree(contact.b)) {
      for (; next != more.end() && next->key < contact.key; ++next) {
        all.push_back(*next);
      }
      all.push_back(contact);
    }
  }
  all.insert(all.end(), next, more.end());
  list.memberContacts.swap(all);
}

/// Adds released particles to the list of free ones.
void addActive(const std::vector<std::uint32_t>& released, ContactList& list, SplitWork& split) {
  std::vector<std::uint32_t>& all = split.allActive;
  all.resize(list.active.size() + released.size());
  std::merge(list.active.begin(), list.active.end(), released.begin(), released.end(), all.begin());
  list.active.swap(all);
}

}  // namespace

void splitMembers(World& world, const StepContext& context, const TrialStep& stepTrial, ContactList& list,
                  AggregateSums& sums, SplitWork& split, HistoryEdit& edit, StepReport& report) {
  report.events.clear();
  Reduction& reduction = world.reduction;
  if (reduction.memberCount == 0) {
    reduction.strained.clear();
  } else {
    fitMembers(world);
    Splitter splitter(world, context, list, stepTrial, split);
    splitter.decide();
    const std::vector<std::uint32_t> released =
        releaseMembers(world, context, list, split, edit, report, splitter.releases().take());
    if (!released.empty()) {
      updateMemberContacts(world, released, context, list, split);
      addActive(released, list, split);
    }
  }
  reduction.splitAll = false;
  followCarriers(world);
  sums.onAggregates.assign(reduction.aggregates.size(), Impulse{});
  sums.onJoining.assign(reduction.aggregates.size(), Impulse{});
  sums.start.clear();
  sums.startMasses.clear();
  for (const Aggregate& aggregate : reduction.aggregates) {
    sums.start.push_back(sumsOf(aggregate, aggregate.frame.lastVelocity, aggregate.frame.lastAngularVelocity));
    sums.startMasses.push_back(aggregate.inertia.mass);
  }
}

}  // namespace scree
