#include "engine/step/near_members.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/collision/partners.h"
#include "engine/reduction/membership.h"
#include "engine/step/reach.h"
#include "engine/world/member_search.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 256;
constexpr std::size_t kBlock = 16;     // particles whose views are asked for before the first is looked at
constexpr double kMostWay = 2.0;       // radii that a particle is followed to in a step
constexpr std::uint32_t kAtOnce = 32;  // slots looked at together: among members nobody is free mostly

/// An aggregate that has members, and what turns places in the world into places in it.
struct Target {
  const Aggregate* aggregate;
  Mat3 turn;
};

std::vector<Target> targetsOf(const World& world) {
  std::vector<Target> targets;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    if (!aggregate.cells.empty()) {
      targets.push_back({&aggregate, aggregate.pose.orientation.conjugate().toRotationMatrix()});
    }
  }
  return targets;
}

/// Whether one of some slots is free. Nobody else has the highest bit, as there are not so many aggregates.
bool isAnyFree(std::span<const std::uint32_t> aggregates) {
  static_assert(kFree >> 31U == 1);
  std::uint32_t all = 0;
  if (aggregates.size() == kAtOnce) {
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      all |= aggregates[i];
    }
  } else {
    for (const std::uint32_t one : aggregates) {
      all |= one;
    }
  }
  return all >> 31U != 0;
}

/// How fast something at a place moves against an aggregate [m/s]. Axis by axis: of vectors in between each would be
/// stored in parts and read as a whole, which the processor has to wait for.
double speedAgainst(const Aggregate& aggregate, const Vec3& place, const Vec3& velocity) {
  const Vec3& spin = aggregate.angularVelocity;
  const double x = place.x() - aggregate.pose.position.x();
  const double y = place.y() - aggregate.pose.position.y();
  const double z = place.z() - aggregate.pose.position.z();
  const double u = velocity.x() - (aggregate.velocity.x() + (spin.y() * z - spin.z() * y));
  const double v = velocity.y() - (aggregate.velocity.y() + (spin.z() * x - spin.x() * z));
  const double w = velocity.z() - (aggregate.velocity.z() + (spin.x() * y - spin.y() * x));
  return std::sqrt(u * u + v * v + w * w);
}

class Search {
 public:
  Search(const World& world, const std::vector<Target>& targets, std::vector<Contact>& out)
      : world_(world), ahead_(world.parameters), targets_(targets), out_(out) {}

  void around(std::span<const std::uint32_t> slots) {
    for (std::size_t begin = 0; begin < slots.size(); begin += kBlock) {
      aroundBlock(slots.subspan(begin, std::min(kBlock, slots.size() - begin)));
    }
  }

 private:
  void aroundBlock(std::span<const std::uint32_t> slots) {
    const auto first = static_cast<std::ptrdiff_t>(out_.size());
    for (const Target& target : targets_) {
      lookAt(target, slots);
    }
    const auto before = [](const Contact& x, const Contact& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); };
    if (!std::is_sorted(out_.begin() + first, out_.end(), before)) {
      std::sort(out_.begin() + first, out_.end(), before);
    }
  }

  void lookAt(const Target& target, std::span<const std::uint32_t> slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      ways_[i] = wayOf(slots[i], *target.aggregate);
      views_[i] = {target.turn * (world_.particles.position[slots[i]] - target.aggregate->pose.position),
                   kTouch * world_.particles.radius[slots[i]] + ways_[i]};
    }
    const std::span<const MetMember> found =
        search_.find(target.aggregate->cells, std::span(views_).first(slots.size()), kTouch);
    for (const MetMember& met : found) {
      fetch(world_.reduction.members[met.slot].local);
      fetch(world_.particles.radius[met.slot]);
      fetch(world_.particles.id[met.slot]);
    }
    for (const MetMember& met : found) {
      test(*target.aggregate, slots[met.view], met.slot, ways_[met.view]);
    }
  }

  /// How far a particle may come in the step against an aggregate [m].
  double wayOf(std::uint32_t slot, const Aggregate& aggregate) const {
    const Parameters& p = world_.parameters;
    if (p.substeps == 1) {
      return 0.0;
    }
    const double speed = speedAgainst(aggregate, world_.particles.position[slot], world_.particles.velocity[slot]);
    return std::min(p.timeStep * (speed + p.timeStep * p.gravity.norm()), kMostWay * world_.particles.radius[slot]);
  }

  void test(const Aggregate& aggregate, std::uint32_t free, std::uint32_t member, double way) {
    const Particles& particles = world_.particles;
    const Vec3 place = aggregate.pose.toWorld(world_.reduction.members[member].local);
    const Vec3 apart = place - particles.position[free];
    const double radii = particles.radius[free] + particles.radius[member];
    const double distance = apart.norm();
    if (distance > kTouch * radii + way) {
      return;
    }
    if (distance > kTouch * radii &&
        (world_.parameters.substeps == 1 ||
         !ahead_.mayTouch(apart, particles.velocity[free], aggregate.velocityAt(place), radii))) {
      return;
    }
    Contact contact;
    contact.key = ContactKey::member(particles.id[free], particles.id[member]);
    contact.a = free;
    contact.b = member;
    contact.normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
    contact.gap = distance - radii;
    contact.law = world_.materials.pairIndex(particles.material[free], particles.material[member]);
    out_.push_back(contact);
  }

  const World& world_;
  const LookAhead ahead_;
  const std::vector<Target>& targets_;
  std::vector<Contact>& out_;
  std::array<MemberView, kBlock> views_;
  std::array<double, kBlock> ways_{};
  MemberSearch search_;
};

}  // namespace

void listActive(const World& world, StepData& data) {
  const std::vector<std::uint32_t>& aggregate = world.reduction.aggregate;
  const auto n = static_cast<std::uint32_t>(world.particles.size());
  const std::uint32_t listed = std::min(n, static_cast<std::uint32_t>(aggregate.size()));
  std::size_t count = 0;
  for (std::uint32_t begin = 0; begin < listed; begin += kAtOnce) {
    const std::uint32_t end = std::min(listed, begin + kAtOnce);
    if (!isAnyFree(std::span(aggregate).subspan(begin, end - begin))) {
      continue;
    }
    data.active.resize(count + kAtOnce);
    for (std::uint32_t slot = begin; slot < end; ++slot) {
      // Without a branch, which nobody could guess.
      data.active[count] = slot;
      count += aggregate[slot] == kFree ? 1 : 0;
    }
  }
  data.active.resize(count);
  for (std::uint32_t slot = listed; slot < n; ++slot) {
    data.active.push_back(slot);
  }
}

void findNearMembers(const World& world, std::span<const std::uint32_t> slots, ThreadPool* threads,
                     std::vector<Contact>& contacts) {
  if (world.reduction.memberCount == 0 || slots.empty()) {
    return;
  }
  const std::vector<Target> targets = targetsOf(world);
  if (threads == nullptr || threads->size() == 1) {
    Search(world, targets, contacts).around(slots);
    return;
  }
  std::vector<std::vector<Contact>> found((slots.size() + kChunk - 1) / kChunk);
  forPieces(threads, slots.size(), kChunk, [&](std::size_t begin, std::size_t end) {
    Search(world, targets, found[begin / kChunk]).around(slots.subspan(begin, end - begin));
  });
  for (const std::vector<Contact>& part : found) {
    contacts.insert(contacts.end(), part.begin(), part.end());
  }
}

void findMemberContacts(const World& world, StepData& data) {
  data.memberContacts.clear();
  findNearMembers(world, data.active, data.threads, data.memberContacts);
}

SurfaceContact motionAt(const World& world, const CarrierMotion& motion, const Contact& contact) {
  const Particles& particles = world.particles;
  const double radii = particles.radius[contact.a] + particles.radius[contact.b];
  const double share = (radii + contact.gap) / radii;
  const Vec3 point = particles.position[contact.a] + share * particles.radius[contact.a] * contact.normal;
  return {.velocity = motion.velocityAt(point), .spin = motion.angularVelocity};
}

}  // namespace scree
