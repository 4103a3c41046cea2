#include "engine/step/near_members.h"

#include <algorithm>

#include "engine/base/parallel.h"
#include "engine/collision/partners.h"
#include "engine/reduction/membership.h"
#include "engine/step/reach.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 256;
constexpr std::uint32_t kAtOnce = 32;  // slots looked at together: among members nobody is free mostly

/// An aggregate that has members, and what turns places in the world into places in it.
struct Target {
  const Aggregate* aggregate;
  Mat3 turn;
};

std::vector<Target> targetsOf(const World& world) {
  std::vector<Target> targets;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    if (aggregate.carrier != Carrier::none && !aggregate.cells.empty()) {
      targets.push_back({&aggregate, aggregate.pose.orientation.conjugate().toRotationMatrix()});
    }
  }
  return targets;
}

class Search {
 public:
  Search(const World& world, const std::vector<Target>& targets, std::vector<Contact>& out)
      : world_(world), ahead_(world.parameters), targets_(targets), out_(out) {}

  void around(std::uint32_t slot) {
    const Particles& particles = world_.particles;
    const Parameters& p = world_.parameters;
    const std::size_t first = out_.size();
    for (const Target& target : targets_) {
      const Aggregate& aggregate = *target.aggregate;
      const Vec3 local = target.turn * (particles.position[slot] - aggregate.pose.position);
      const double speed = (particles.velocity[slot] - aggregate.velocityAt(particles.position[slot])).norm();
      const double radius = particles.radius[slot];
      const double way =
          p.substeps > 1 ? std::min(p.timeStep * (speed + p.timeStep * p.gravity.norm()), 2.0 * radius) : 0.0;
      aggregate.cells.forMeeting(local, kTouch * radius + way, kTouch,
                                 [&](std::uint32_t member) { test(aggregate, slot, member, way); });
    }
    std::sort(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
              [](const Contact& x, const Contact& y) { return x.b < y.b; });
  }

 private:
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
};

}  // namespace

void listActive(const World& world, StepData& data) {
  const std::vector<std::uint32_t>& aggregate = world.reduction.aggregate;
  const auto n = static_cast<std::uint32_t>(world.particles.size());
  const std::uint32_t listed = std::min(n, static_cast<std::uint32_t>(aggregate.size()));
  data.active.clear();
  for (std::uint32_t begin = 0; begin < listed; begin += kAtOnce) {
    const std::uint32_t end = std::min(listed, begin + kAtOnce);
    bool any = false;
    for (std::uint32_t slot = begin; slot < end; ++slot) {
      any |= aggregate[slot] == kFree;
    }
    for (std::uint32_t slot = begin; any && slot < end; ++slot) {
      if (aggregate[slot] == kFree) {
        data.active.push_back(slot);
      }
    }
  }
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
  const std::size_t chunks = (slots.size() + kChunk - 1) / kChunk;
  std::vector<std::vector<Contact>> found(chunks);
  forChunks(threads, chunks, [&](std::size_t chunk) {
    Search search(world, targets, found[chunk]);
    for (std::size_t i = chunk * kChunk; i < std::min(slots.size(), (chunk + 1) * kChunk); ++i) {
      search.around(slots[i]);
    }
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
