#include "engine/step/near_members.h"

#include <algorithm>

#include "engine/base/parallel.h"
#include "engine/collision/partners.h"
#include "engine/reduction/membership.h"
#include "engine/step/reach.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 256;
/// Places in the index are rounded to float.
constexpr double kRounding = 1e-6;

class Search {
 public:
  Search(const World& world, std::vector<Contact>& out) : world_(world), out_(out) {}

  void around(std::uint32_t slot) {
    const Particles& particles = world_.particles;
    const Parameters& p = world_.parameters;
    const std::size_t first = out_.size();
    for (const Aggregate& aggregate : world_.reduction.aggregates) {
      if (aggregate.carrier == Carrier::none || aggregate.cells.empty()) {
        continue;
      }
      const Vec3 local = aggregate.pose.toLocal(particles.position[slot]);
      const double speed = (particles.velocity[slot] - aggregate.velocityAt(particles.position[slot])).norm();
      const double radius = particles.radius[slot];
      const double way =
          p.substeps > 1 ? std::min(p.timeStep * (speed + p.timeStep * p.gravity.norm()), 2.0 * radius) : 0.0;
      const double reach = (kTouch + kRounding) * (radius + aggregate.cells.largestRadius()) + way;
      aggregate.cells.forNear(local, reach, [&](const MemberCells::Entry& entry) {
        const Vec3 apart(double{entry.x} - local.x(), double{entry.y} - local.y(), double{entry.z} - local.z());
        const double limit = (kTouch + kRounding) * (radius + double{entry.radius}) + way;
        if (apart.squaredNorm() <= limit * limit) {
          test(aggregate, slot, entry.slot);
        }
      });
    }
    std::sort(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
              [](const Contact& x, const Contact& y) { return x.b < y.b; });
  }

 private:
  void test(const Aggregate& aggregate, std::uint32_t free, std::uint32_t member) {
    const Particles& particles = world_.particles;
    const Vec3 place = aggregate.pose.toWorld(world_.reduction.members[member].local);
    const Vec3 apart = place - particles.position[free];
    const double radii = particles.radius[free] + particles.radius[member];
    const double distance = apart.norm();
    if (distance > kTouch * radii && (world_.parameters.substeps == 1 ||
                                      !mayTouch(world_.parameters, apart, particles.velocity[free],
                                                aggregate.velocityAt(place), radii))) {
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
  std::vector<Contact>& out_;
};

}  // namespace

void listActive(const World& world, StepData& data) {
  const Reduction& reduction = world.reduction;
  const auto n = static_cast<std::uint32_t>(world.particles.size());
  data.active.clear();
  for (std::uint32_t slot = 0; slot < n; ++slot) {
    if (reduction.isFree(slot)) {
      data.active.push_back(slot);
    }
  }
}

void findNearMembers(const World& world, std::span<const std::uint32_t> slots, ThreadPool* threads,
                     std::vector<Contact>& contacts) {
  if (world.reduction.memberCount == 0 || slots.empty()) {
    return;
  }
  const std::size_t chunks = (slots.size() + kChunk - 1) / kChunk;
  std::vector<std::vector<Contact>> found(chunks);
  forChunks(threads, chunks, [&](std::size_t chunk) {
    Search search(world, found[chunk]);
    for (std::size_t i = chunk * kChunk; i < std::min(slots.size(), (chunk + 1) * kChunk); ++i) {
      search.around(slots[i]);
    }
  });
  for (const std::vector<Contact>& part : found) {
    contacts.insert(contacts.end(), part.begin(), part.end());
  }
}

SurfaceContact motionAt(const World& world, const CarrierMotion& motion, const Contact& contact) {
  const Particles& particles = world.particles;
  const double radii = particles.radius[contact.a] + particles.radius[contact.b];
  const double share = (radii + contact.gap) / radii;
  const Vec3 point = particles.position[contact.a] + share * particles.radius[contact.a] * contact.normal;
  return {.velocity = motion.velocityAt(point), .spin = motion.angularVelocity};
}

}  // namespace scree
