#include "engine/contacts/near_members.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "engine/aggregates/membership.h"
#include "engine/base/base_constants.h"
#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/cohesion/attractions.h"
#include "engine/collision/partners.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/member_lanes.h"
#include "engine/contacts/reach.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// How far from a member's centre an image of one of some free particles may be that meets it in the step [m].
class MemberReach {
 public:
  MemberReach(const World& world, std::span<const std::uint32_t> slots) : world_(world), skin_(bridgeReach(world)) {
    for (const std::uint32_t slot : slots) {
      radius_ = std::max(radius_, world.particles.radius[slot]);
      speed_ = std::max(speed_, world.particles.velocity[slot].norm());
    }
  }

  double of(const Aggregate& aggregate) const {
    const Parameters& p = world_.parameters;
    const AggregateFrame& frame = aggregate.frame;
    const double fastest = speed_ + frame.velocity.norm() + frame.angularVelocity.norm() * aggregate.bounds.extent;
    const double way = p.substeps == 1 ? 0.0 : p.timeStep * (fastest + p.timeStep * p.gravity.norm());
    return kTouch * (radius_ + aggregate.cells.largestRadius()) +
           std::max(skin_, std::min(way, contacts::kMostWay * radius_));
  }

 private:
  const World& world_;
  double skin_;          ///< reach of bridges [m]
  double radius_ = 0.0;  ///< of the largest [m]
  double speed_ = 0.0;   ///< of the fastest [m/s]
};

/// Appends the images of an aggregate that free particles in the periodic box may meet.
void appendImages(const World& world, const Aggregate& aggregate, const Mat3& turn, double reach, double skin,
                  std::vector<MemberFrame>& frames) {
  const Vec3 margin = Vec3::Constant(reach);
  const Bounds own = boundsOf(aggregate);
  world.periodic.forImagesIn(world.periodic.around(reach), own, [&](const Vec3& shift) {
    frames.push_back({.world = world,
                      .aggregate = aggregate,
                      .turn = turn,
                      .origin = aggregate.frame.pose.position + shift,
                      .isImage = true,
                      .near = {own.lower + shift - margin, own.upper + shift + margin},
                      .skin = skin});
  });
}

/// Frames of the aggregates that have members, or of their images in a periodic box.
std::vector<MemberFrame> framesOf(const World& world, std::span<const std::uint32_t> slots) {
  const MemberReach reach(world, world.periodic.isOn() ? slots : std::span<const std::uint32_t>());
  const double skin = bridgeReach(world);
  std::vector<MemberFrame> frames;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    if (aggregate.cells.empty()) {
      continue;
    }
    const Pose& pose = aggregate.frame.pose;
    const Mat3 turn = pose.orientation.conjugate().toRotationMatrix();
    if (!world.periodic.isOn()) {
      frames.push_back({.world = world, .aggregate = aggregate, .turn = turn, .origin = pose.position, .skin = skin});
      continue;
    }
    appendImages(world, aggregate, turn, reach.of(aggregate), skin, frames);
  }
  return frames;
}

/// True if one of some slots is free. Only the mark of free slots has the highest bit, as aggregates are fewer.
bool isAnyFree(std::span<const std::uint32_t> aggregates) {
  static_assert(kFree >> 31U == 1);
  std::uint32_t all = 0;
  if (aggregates.size() == contacts::kSlotsAtOnce) {
    for (std::size_t i = 0; i < contacts::kSlotsAtOnce; ++i) {
      all |= aggregates[i];
    }
  } else {
    for (const std::uint32_t one : aggregates) {
      all |= one;
    }
  }
  return all >> 31U != 0;
}

bool isBefore(const Contact& x, const Contact& y) { return x.a < y.a || (x.a == y.a && x.b < y.b); }

class MemberContactSearch {
 public:
  MemberContactSearch(const World& world, const std::vector<MemberFrame>& frames, std::vector<Contact>& out)
      : world_(world),
        ahead_(world.parameters, bridgeReach(world)),
        looksAhead_(world.parameters.substeps != 1 || bridgeReach(world) > 0.0),
        frames_(frames),
        out_(out) {}

  void around(std::span<const std::uint32_t> slots) {
    for (std::size_t begin = 0; begin < slots.size(); begin += MemberViews::kMost) {
      aroundBlock(slots.subspan(begin, std::min(MemberViews::kMost, slots.size() - begin)));
    }
  }

 private:
  void aroundBlock(std::span<const std::uint32_t> slots) {
    const auto first = static_cast<std::ptrdiff_t>(out_.size());
    for (const MemberFrame& frame : frames_) {
      const auto middle = static_cast<std::ptrdiff_t>(out_.size());
      lookAt(frame, frame.isImage ? thoseNear(frame, slots) : slots);
      if (middle > first && !std::is_sorted(out_.begin() + middle - 1, out_.end(), isBefore)) {
        // std::inplace_merge would take room that is not aligned as contacts are.
        merged_.clear();
        std::merge(out_.begin() + first, out_.begin() + middle, out_.begin() + middle, out_.end(),
                   std::back_inserter(merged_), isBefore);
        std::copy(merged_.begin(), merged_.end(), out_.begin() + first);
      }
    }
  }

  /// Slots that may meet an image; most are far from all but one.
  std::span<const std::uint32_t> thoseNear(const MemberFrame& image, std::span<const std::uint32_t> slots) {
    slots_.clear();
    std::ranges::copy_if(slots, std::back_inserter(slots_),
                         [&](std::uint32_t slot) { return image.near.contains(world_.particles.position[slot]); });
    return slots_;
  }

  void lookAt(const MemberFrame& frame, std::span<const std::uint32_t> slots) {
    if (slots.empty()) {
      return;
    }
    viewMembers(frame, slots, views_, ways_);
    std::span<const MetMember> found = search_.find(frame.aggregate.cells, views_, kTouch);
    for (const MetMember& met : found) {
      fetch(world_.reduction.members[met.slot].local);
      fetch(world_.particles.radius[met.slot]);
      fetch(world_.particles.id[met.slot]);
    }
    while (!found.empty()) {
      const auto some = found.first(std::min(contacts::kPairsAtOnce, found.size()));
      for (std::size_t i = 0; i < some.size(); ++i) {
        met_[i] = {slots[some[i].view], some[i].slot, ways_[some[i].view]};
      }
      findNearMet(frame, looksAhead_ ? &ahead_ : nullptr, std::span(met_).first(some.size()), near_);
      append(frame);
      found = found.subspan(some.size());
    }
  }

  /// Whether a pair is found at no other image of the aggregate: where fast particles reach across half the box.
  bool isNearest(std::size_t i) const {
    const auto [free, member] = near_.slots[i];
    const double distance = near_.gap[i] + world_.particles.radius[free] + world_.particles.radius[member];
    const Vec3 apart = distance * Vec3(near_.normalX[i], near_.normalY[i], near_.normalZ[i]);
    return world_.periodic.shiftToNearest(apart).isZero(0.0);
  }

  void append(const MemberFrame& frame) {
    const Particles& particles = world_.particles;
    for (std::size_t i = 0; i < near_.count; ++i) {
      if (frame.isImage && !isNearest(i)) {
        continue;
      }
      const auto [free, member] = near_.slots[i];
      Contact& contact = out_.emplace_back();
      contact.key = ContactKey::member(particles.id[free], particles.id[member]);
      contact.a = free;
      contact.b = member;
      contact.normal = Vec3(near_.normalX[i], near_.normalY[i], near_.normalZ[i]);
      contact.gap = near_.gap[i];
      contact.law = world_.materials.pairIndex(particles.material[free], particles.material[member]);
    }
  }

  const World& world_;
  const LookAhead ahead_;
  bool looksAhead_;
  const std::vector<MemberFrame>& frames_;
  std::vector<Contact>& out_;
  std::vector<Contact> merged_;       ///< room
  std::vector<std::uint32_t> slots_;  ///< near an image
  MemberViews views_;
  MemberViews::Column<double> ways_{};
  std::array<MetPair, contacts::kPairsAtOnce> met_{};
  NearPairs near_;
  MemberSearch search_;
};

}  // namespace

void listActive(const World& world, ContactList& list) {
  const std::vector<std::uint32_t>& aggregate = world.reduction.aggregate;
  const auto n = static_cast<std::uint32_t>(world.particles.size());
  const std::uint32_t listed = std::min(n, static_cast<std::uint32_t>(aggregate.size()));
  std::size_t count = 0;
  for (std::uint32_t begin = 0; begin < listed; begin += contacts::kSlotsAtOnce) {
    const std::uint32_t end = std::min(listed, begin + contacts::kSlotsAtOnce);
    if (!isAnyFree(std::span(aggregate).subspan(begin, end - begin))) {
      continue;
    }
    list.active.resize(count + contacts::kSlotsAtOnce);
    for (std::uint32_t slot = begin; slot < end; ++slot) {
      // Without a branch, which a processor could not predict.
      list.active[count] = slot;
      count += aggregate[slot] == kFree ? 1 : 0;
    }
  }
  list.active.resize(count);
  for (std::uint32_t slot = listed; slot < n; ++slot) {
    list.active.push_back(slot);
  }
}

void findNearMembers(const World& world, std::span<const std::uint32_t> slots, ThreadPool* threads,
                     std::vector<Contact>& contacts) {
  if (world.reduction.memberCount == 0 || slots.empty()) {
    return;
  }
  const std::vector<MemberFrame> frames = framesOf(world, slots);
  appendPieces(threads, slots.size(), contacts::kMembersAPiece, contacts,
               [&](std::size_t begin, std::size_t end, std::vector<Contact>& found) {
                 MemberContactSearch(world, frames, found).around(slots.subspan(begin, end - begin));
               });
}

void findMemberContacts(const World& world, const StepContext& context, ContactList& list) {
  list.memberContacts.clear();
  findNearMembers(world, list.active, context.threads, list.memberContacts);
}

SurfaceContact motionAt(const World& world, const CarrierMotion& motion, const Contact& contact) {
  const Particles& particles = world.particles;
  const double radii = particles.radius[contact.a] + particles.radius[contact.b];
  const double share = (radii + contact.gap) / radii;
  const Vec3 point = particles.position[contact.a] + share * particles.radius[contact.a] * contact.normal +
                     shiftToMember(world, contact.a, contact.b);
  return {.velocity = motion.velocityAt(point), .spin = motion.angularVelocity};
}

}  // namespace scree
