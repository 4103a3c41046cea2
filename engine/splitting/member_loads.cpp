#include "engine/splitting/member_loads.h"

#include <algorithm>
#include <cmath>

#include "engine/aggregates/aggregates_constants.h"
#include "engine/aggregates/carriers.h"
#include "engine/aggregates/floating.h"
#include "engine/aggregates/membership.h"
#include "engine/base/parallel.h"
#include "engine/cohesion/attractions.h"
#include "engine/contacts/contact_law.h"
#include "engine/splitting/frame_load.h"
#include "engine/splitting/splitting_constants.h"

namespace scree {

namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

double outOfBalance(const LoadedMember& member) {
  return std::max(member.force.norm(), member.torque.norm() / member.radius);
}

class Relaxation {
 public:
  Relaxation(World& world, const ReductionLimits& limits, const ContactList& list, ThreadPool* threads, LoadWork& work)
      : world_(world),
        reduction_(world.reduction),
        list_(list),
        threads_(threads),
        work_(work),
        gravity_(unitGravity(world.parameters)),
        limit_(splitting::kDrift * limits.front),
        balance_(world.parameters.reduction.load.balance),
        bearing_(world.parameters.reduction.load.bearing) {}

  std::vector<Release> run() {
    begin();
    addPushed();
    const std::size_t pushed = work_.members.size();
    listMarked();
    listAccelerated();
    forPieces(threads_, work_.members.size() - pushed, splitting::kMembersAPiece,
              [&](std::size_t begin, std::size_t end) {
                std::for_each_n(work_.members.begin() + static_cast<std::ptrdiff_t>(pushed + begin), end - begin,
                                [&](LoadedMember& member) { weigh(member); });
              });
    relax();
    keepForces();
    return judge();
  }

 private:
  void begin() {
    work_.members.clear();
    work_.contacts.clear();
    work_.contactsOf.clear();
    work_.placeOfSlot.resize(std::max(work_.placeOfSlot.size(), world_.particles.size()), kNowhere);
    work_.placeOfContact.resize(std::max(work_.placeOfContact.size(), reduction_.kept.places()), kNowhere);
    work_.frames.clear();
    for (const Aggregate& aggregate : reduction_.aggregates) {
      work_.frames.push_back(frameLoadOf(world_, aggregate));
    }
  }

  bool isLookedAt(std::uint32_t slot) const { return frameOf(slot).isKnown; }

  const FrameLoad& frameOf(std::uint32_t slot) const { return work_.frames[reduction_.aggregate[slot]]; }

  /// Puts a member on the list of those looked at. False if it is there already.
  bool enlist(std::uint32_t slot) {
    std::uint32_t& place = work_.placeOfSlot[slot];
    if (place != kNowhere) {
      return false;
    }
    place = static_cast<std::uint32_t>(work_.members.size());
    work_.members.emplace_back().slot = slot;
    return true;
  }

  /// Place of a member in the list of those looked at, with its weight and the sum of its kept forces.
  std::uint32_t look(std::uint32_t slot) {
    if (enlist(slot)) {
      weigh(work_.members.back());
    }
    return work_.placeOfSlot[slot];
  }

  /// Sets what acts on a member: its weight and its kept forces.
  void weigh(LoadedMember& member) const {
    const std::uint32_t slot = member.slot;
    const FrameLoad& frame = frameOf(slot);
    const double mass = world_.particles.mass[slot];
    const double inertia = world_.particles.inertia(slot);
    const Vec3 load = mass * frame.at(reduction_.members[slot].local);
    const KeptForce kept = reduction_.kept.forceOn(slot);
    member.radius = world_.particles.radius[slot];
    member.perMass = 1.0 / mass;
    member.perInertia = 1.0 / inertia;
    member.force = load + kept.force;
    member.torque = kept.couple - member.radius * kept.arm - inertia * frame.turning;
    member.allowance = balance_ * (load.norm() + kept.borne) + splitting::kNoForce;
  }

  /// Members that free particles pushed or pulled in the last step.
  void addPushed() {
    const ContactHistory& history = world_.history;
    if (history.timeStep == 0.0) {
      return;
    }
    const bool isCohesive = world_.materials.areCohesive();
    // Both lists ascend by key, so one pass finds all.
    std::size_t at = 0;
    for (const Contact& contact : list_.memberContacts) {
      while (at < history.keys.size() && history.keys[at] < contact.key) {
        ++at;
      }
      const bool isKnown =
          at < history.keys.size() && history.keys[at] == contact.key && history.multipliers[at].normal > 0.0;
      const double attraction = isCohesive ? attractionAt(world_, contact, isKnown) : 0.0;
      if ((isKnown || attraction > 0.0) && isLookedAt(contact.b)) {
        push(contact, isKnown ? history.multipliers[at] : Multipliers{}, 1.0 / history.timeStep, attraction);
      }
    }
  }

  /// By the multipliers of a contact, times `rate`, and an attraction [N].
  void push(const Contact& contact, const Multipliers& impulse, double rate, double attraction) {
    const Quat back = reduction_.aggregates[reduction_.aggregate[contact.b]].frame.pose.orientation.conjugate();
    const Vec3 pressed = rate * (impulse.normal * contact.normal + impulse.tangential);
    const Vec3 force = pressed - attraction * contact.normal;
    const Vec3 couple = rate * (impulse.rolling + impulse.twisting * contact.normal);
    LoadedMember& member = work_.members[look(contact.b)];
    member.force += back * force;
    member.torque += back * (couple - member.radius * contact.normal.cross(force));
    member.allowance += balance_ * rate * impulse.normal;
    member.isPushed = true;
    if (force.squaredNorm() > member.most) {
      member.most = force.squaredNorm();
      member.strongest = world_.particles.id[contact.a];
    }
  }

  /// Members at which something changed.
  void listMarked() {
    std::sort(reduction_.strained.begin(), reduction_.strained.end());
    for (const std::uint32_t slot : reduction_.strained) {
      if (!reduction_.isFree(slot) && isLookedAt(slot)) {
        enlist(slot);
      }
    }
  }

  /// All members of aggregates whose acceleration has changed since they were last all looked at.
  void listAccelerated() {
    const double limit = loadChangeLimit(world_);
    for (std::uint32_t i = 0; i < reduction_.aggregates.size(); ++i) {
      Aggregate& aggregate = reduction_.aggregates[i];
      const FrameLoad& frame = work_.frames[i];
      if (aggregate.members == 0 || aggregate.floats() || !frame.isKnown || changeOfLoad(aggregate, frame) <= limit) {
        continue;
      }
      keepLoad(frame, aggregate);
      for (const std::uint32_t slot : membersOf(world_, i)) {
        enlist(slot);
      }
    }
  }

  void activate(std::uint32_t place, double share) {
    LoadedMember& member = work_.members[place];
    if (!member.isActive && outOfBalance(member) > share * member.allowance) {
      member.isActive = true;
      work_.next.push_back(place);
    }
  }

  /// Sweeps over the contacts of members out of balance. Serial, and in the order in which they were found: the result
  /// does not depend on threads.
  void relax() {
    work_.next.clear();
    const auto looked = static_cast<std::uint32_t>(work_.members.size());
    for (std::uint32_t i = 0; i < looked; ++i) {
      activate(i, 1.0);
    }
    for (int sweep = 0; sweep < splitting::kSweeps && !work_.next.empty(); ++sweep) {
      work_.active.swap(work_.next);
      work_.next.clear();
      for (const std::uint32_t place : work_.active) {
        work_.members[place].isActive = false;
        listContacts(place);
        const std::size_t first = work_.members[place].firstContact;
        for (std::size_t i = first; i < first + work_.members[place].contacts; ++i) {
          solveAt(work_.contacts[work_.contactsOf[i]]);
        }
      }
    }
  }

  void solveAt(LoadedContact& contact) {
    solve(contact);
    activate(contact.a, splitting::kRelaxed);
    if (contact.b != kNowhere) {
      activate(contact.b, splitting::kRelaxed);
    }
  }

  /// Lists the kept contacts of a member when it first needs them.
  void listContacts(std::uint32_t place) {
    if (work_.members[place].hasContacts) {
      return;
    }
    work_.keptPlaces.clear();
    reduction_.kept.forPlacesOf(work_.members[place].slot, [&](std::uint32_t at) { work_.keptPlaces.push_back(at); });
    work_.members[place].hasContacts = true;
    work_.members[place].firstContact = work_.contactsOf.size();
    work_.members[place].contacts = work_.keptPlaces.size();
    for (const std::uint32_t at : work_.keptPlaces) {
      work_.contactsOf.push_back(contactAt(at));
    }
  }

  std::uint32_t contactAt(std::uint32_t at) {
    std::uint32_t& place = work_.placeOfContact[at];
    if (place != kNowhere) {
      return place;
    }
    place = static_cast<std::uint32_t>(work_.contacts.size());
    const KeptContact kept = reduction_.kept.at(at);
    const std::vector<double>& radii = world_.particles.radius;
    const double radius = kept.b == kNoParticle ? radii[kept.a] : effectiveRadius(radii[kept.a], radii[kept.b]);
    const PairLaw& pair = world_.materials.pair(world_.particles.material[kept.a], kept.material);
    const ContactLaw law = lawAt(pair, radius);
    work_.contacts.push_back({.kept = at,
                              .a = look(kept.a),
                              .b = kept.b == kNoParticle ? kNowhere : look(kept.b),
                              .normal = vectorOf(kept.normal),
                              .normalForce = double{kept.normalForce},
                              .hidden = pair.cohesion.inFriction ? 0.0 : double{kept.attraction},
                              .tangentialForce = vectorOf(kept.tangentialForce),
                              .torque = vectorOf(kept.torque),
                              .friction = law.friction,
                              .rollingLimit = law.rollingLimit,
                              .twistingLimit = law.twistingLimit});
    return place;
  }

  /// Rows of one contact for accelerations: sets the forces by which its sides do not part, slide or roll, within what
  /// the contact carries.
  void solve(LoadedContact& contact) {
    LoadedMember& a = work_.members[contact.a];
    const bool isWall = contact.b == kNowhere;
    LoadedMember& b = isWall ? wall_ : work_.members[contact.b];
    const double perMass = a.perMass + (isWall ? 0.0 : b.perMass);
    const double perInertia = a.perInertia + (isWall ? 0.0 : b.perInertia);
    const Vec3& n = contact.normal;
    Vec3 relative = -a.perMass * a.force - (a.perInertia * a.radius) * a.torque.cross(n);
    Vec3 turning = -a.perInertia * a.torque;
    double arms = a.perInertia * a.radius * a.radius;
    if (!isWall) {
      relative += b.perMass * b.force - (b.perInertia * b.radius) * b.torque.cross(n);
      turning += b.perInertia * b.torque;
      arms += b.perInertia * b.radius * b.radius;
    }
    const double along = relative.dot(n);
    const double normalForce = std::max(0.0, contact.normalForce - along / perMass);
    Vec3 tangential = contact.tangentialForce - (relative - along * n) / (perMass + arms);
    tangential -= tangential.dot(n) * n;
    const double seen = std::max(0.0, normalForce - contact.hidden);
    const double most = contact.friction * seen;
    if (const double size = tangential.norm(); size > most) {
      tangential *= most / size;
    }
    const Vec3 couple = contact.torque - turning / perInertia;
    const double twist = couple.dot(n);
    Vec3 roll = couple - twist * n;
    const double mostRoll = contact.rollingLimit * seen;
    if (const double size = roll.norm(); size > mostRoll) {
      roll *= mostRoll / size;
    }
    const double mostTwist = contact.twistingLimit * seen;
    const Vec3 torque = roll + std::clamp(twist, -mostTwist, mostTwist) * n;
    const Vec3 force = (normalForce - contact.normalForce) * n + (tangential - contact.tangentialForce);
    const Vec3 change = torque - contact.torque;
    const Vec3 arm = n.cross(force);
    a.force -= force;
    a.torque -= a.radius * arm + change;
    if (!isWall) {
      b.force += force;
      b.torque += change - b.radius * arm;
    }
    contact.normalForce = normalForce;
    contact.tangentialForce = tangential;
    contact.torque = torque;
    contact.isChanged = true;
  }

  void keepForces() {
    for (const LoadedContact& contact : work_.contacts) {
      work_.placeOfContact[contact.kept] = kNowhere;
      if (contact.isChanged) {
        changeKeptForces(world_, contact.kept, contact.normalForce, contact.tangentialForce, contact.torque);
      }
    }
  }

  /// Releases the members that drift or bear something else, and marks those that the next step looks at.
  std::vector<Release> judge() {
    work_.verdicts.assign(work_.members.size(), LoadVerdict{});
    forPieces(threads_, work_.members.size(), splitting::kMembersAPiece, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        work_.verdicts[i] = verdictOn(work_.members[i]);
      }
    });
    std::vector<Release> releases;
    reduction_.strained.clear();
    for (std::size_t i = 0; i < work_.members.size(); ++i) {
      work_.placeOfSlot[work_.members[i].slot] = kNowhere;
      if (work_.verdicts[i].release.cause != SplitCause::none) {
        releases.push_back(work_.verdicts[i].release);
      } else if (work_.verdicts[i].isStrained) {
        reduction_.strained.push_back(work_.members[i].slot);
      }
    }
    return releases;
  }

  /// Writes to nothing but the drift of the member.
  LoadVerdict verdictOn(const LoadedMember& member) {
    const double drift = driftOf(member);
    LoadVerdict verdict;
    if (drift > limit_) {
      verdict.release = {.slot = member.slot,
                         .cause = SplitCause::overload,
                         .what = Measured::drift,
                         .measured = drift,
                         .limit = limit_,
                         .partner = partnerOf(member)};
    } else if (member.hasContacts) {
      verdict.release = releaseIfBearing(member);
    }
    verdict.isStrained = member.isPushed || drift > 0.0 || outOfBalance(member) > member.allowance;
    return verdict;
  }

  static std::uint64_t partnerOf(const LoadedMember& member) {
    return member.isPushed ? std::uint64_t{member.strongest} : UINT64_MAX;
  }

  /// Speed that forces beyond the allowance have given a member, or its rim, of late [m/s]; keeps it.
  double driftOf(const LoadedMember& member) {
    const Parameters& p = world_.parameters;
    Membership& membership = reduction_.members[member.slot];
    const double fading = aggregates::kLoadTime * std::sqrt(2.0 * member.radius / gravity_);
    Vec3 drift = std::max(0.0, 1.0 - p.timeStep / fading) * vectorOf(membership.drift.data());
    const double byForce = member.force.norm() - member.allowance;
    // The rim follows a force there by its part of I as well: 5/2 times as far as a sphere follows one at its centre.
    const double rim = member.perInertia * member.radius * member.radius / member.perMass;
    const double byTorque = rim * (member.torque.norm() / member.radius - member.allowance);
    if (const double excess = std::max(byForce, byTorque); excess > 0.0) {
      const Vec3& direction = byTorque > byForce ? member.torque : member.force;
      drift += p.timeStep * excess * member.perMass * direction.normalized();
    }
    if (drift.norm() < splitting::kLeastDrift * limit_) {
      drift.setZero();
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      membership.drift[axis] = static_cast<float>(drift[static_cast<int>(axis)]);
    }
    return drift.norm();
  }

  /// The release of a member whose contacts bear something else than when they were kept; of another, no cause.
  Release releaseIfBearing(const LoadedMember& member) const {
    double change = 0.0;
    double borne = 0.0;
    reduction_.kept.forPlacesOf(member.slot, [&](std::uint32_t at) {
      const KeptContact kept = reduction_.kept.at(at);
      change += std::abs(double{kept.normalForce} - double{kept.closingForce});
      borne += double{kept.closingForce};
    });
    const double weight = gravity_ / member.perMass;
    const double limit = bearing_ * borne + splitting::kBearingWeights * weight;
    if (change <= limit) {
      return {};
    }
    const double whole = borne + weight;
    return {.slot = member.slot,
            .cause = SplitCause::changedLoad,
            .what = Measured::bearing,
            .measured = change / whole,
            .limit = limit / whole,
            .partner = partnerOf(member)};
  }

  World& world_;
  Reduction& reduction_;
  const ContactList& list_;
  ThreadPool* threads_;
  LoadWork& work_;
  LoadedMember wall_;  ///< second side of contacts with a surface
  double gravity_;     ///< m/s²
  double limit_;       ///< of drifts [m/s]
  double balance_;
  double bearing_;
};

}  // namespace

std::vector<Release> overloadedReleases(World& world, const ReductionLimits& limits, const ContactList& list,
                                        ThreadPool* threads, LoadWork& work) {
  return Relaxation(world, limits, list, threads, work).run();
}

}  // namespace scree
