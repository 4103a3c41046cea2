#include "app/studies/gallery/gallery_support.h"

#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"

namespace scree {

namespace {

constexpr double kTouching = 0.01;  // largest gap of a contact [diameters]

/// True if a contact can push a grain upwards: `down` is the component along gravity of the direction to the partner.
bool canSupport(double down, double friction) {
  return down + friction * std::sqrt(std::max(0.0, 1.0 - down * down)) > 0.0;
}

/// True if a body supports the particle.
bool isOnBody(const World& world, std::size_t slot, const Vec3& gravity) {
  const Particles& particles = world.particles;
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& instance : body.shapes) {
      const Pose pose = body.pose * instance.local;
      SurfaceTouches touches;
      touchShape(instance.shape, pose.toLocal(particles.position[slot]), particles.radius[slot], touches,
                 2.0 * kTouching * particles.radius[slot]);
      for (int i = 0; i < touches.count; ++i) {
        const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(i)];
        const MaterialIndex material = touch.isCap ? instance.capMaterial : instance.material;
        const double friction = world.materials.pair(particles.material[slot], material).friction;
        if (canSupport((pose.orientation * touch.normal).dot(gravity), friction)) {
          return true;
        }
      }
    }
  }
  return false;
}

/// Particles that each particle supports.
std::vector<std::vector<std::uint32_t>> supportedBy(const World& world, const Vec3& gravity) {
  const Particles& particles = world.particles;
  std::vector<std::vector<std::uint32_t>> supported(particles.size());
  for (std::uint32_t a = 0; a < particles.size(); ++a) {
    for (std::uint32_t b = a + 1; b < particles.size(); ++b) {
      const Vec3 apart = particles.position[b] - particles.position[a];
      const double reach = (1.0 + kTouching) * (particles.radius[a] + particles.radius[b]);
      if (apart.squaredNorm() > reach * reach) {
        continue;
      }
      const double down = apart.normalized().dot(gravity);
      const double friction = world.materials.pair(particles.material[a], particles.material[b]).friction;
      if (canSupport(down, friction)) {
        supported[b].push_back(a);
      }
      if (canSupport(-down, friction)) {
        supported[a].push_back(b);
      }
    }
  }
  return supported;
}

}  // namespace

std::vector<std::uint32_t> hangingMembers(const World& world) {
  if (world.parameters.gravity.isZero(0.0) || world.reduction.memberCount == 0) {
    return {};
  }
  const Vec3 gravity = world.parameters.gravity.normalized();
  const std::vector<std::vector<std::uint32_t>> supported = supportedBy(world, gravity);
  std::vector<char> isReached(world.particles.size(), 0);
  std::vector<std::uint32_t> front;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    if (isOnBody(world, slot, gravity)) {
      isReached[slot] = 1;
      front.push_back(slot);
    }
  }
  while (!front.empty()) {
    const std::uint32_t slot = front.back();
    front.pop_back();
    for (const std::uint32_t next : supported[slot]) {
      if (isReached[next] == 0) {
        isReached[next] = 1;
        front.push_back(next);
      }
    }
  }
  std::vector<std::uint32_t> hanging;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    const std::uint32_t aggregate = world.reduction.aggregateOf(slot);
    if (isReached[slot] == 0 && aggregate != kFree && !world.reduction.aggregates[aggregate].floats()) {
      hanging.push_back(slot);
    }
  }
  return hanging;
}

}  // namespace scree
