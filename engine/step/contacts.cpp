#include "engine/step/contacts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/parallel.h"
#include "engine/collision/surface.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;  // particles tested against the shapes as one piece of work

/// A shape with its pose of this step, and whether a sphere can be near it at all.
struct PlacedShape {
  std::uint32_t body;
  std::uint32_t shape;
  Pose pose;
  double reach;
};

std::vector<PlacedShape> placeShapes(const std::vector<Body>& bodies) {
  std::vector<PlacedShape> placed;
  for (std::uint32_t b = 0; b < bodies.size(); ++b) {
    for (std::uint32_t s = 0; s < bodies[b].shapes.size(); ++s) {
      const ShapeInstance& instance = bodies[b].shapes[s];
      placed.push_back({b, s, bodies[b].pose * instance.local, boundingRadius(instance.shape)});
    }
  }
  return placed;
}

void setLaw(Contact& contact, const PairLaw& law) {
  const bool hertz = law.law == StiffnessLaw::hertz;
  contact.exponent = hertz ? 1.25 : 1.0;
  contact.stiffness = hertz ? 4.0 / 3.0 * law.effectiveModulus * std::sqrt(contact.effectiveRadius) : law.stiffness;
  contact.dampingTime = law.dampingTime;
  contact.restitution = law.restitution;
  contact.friction = law.friction;
  contact.rollingLimit = law.rollingIsLength ? law.rollingResistance : law.rollingResistance * contact.effectiveRadius;
  contact.twistingLimit = law.twisting * law.friction * contact.effectiveRadius;
}

Contact pairContact(const World& world, const ParticlePair& pair) {
  const Particles& particles = world.particles;
  Contact contact;
  contact.key = ContactKey::particles(particles.id[pair.first], particles.id[pair.second]);
  contact.a = pair.first;
  contact.b = pair.second;
  const double ra = particles.radius[pair.first];
  const double rb = particles.radius[pair.second];
  const Vec3 apart = particles.position[pair.second] - particles.position[pair.first];
  const double distance = apart.norm();
  contact.normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
  contact.gap = distance - ra - rb;
  contact.effectiveRadius = ra * rb / (ra + rb);
  setLaw(contact, world.materials.pair(particles.material[pair.first], particles.material[pair.second]));
  return contact;
}

Contact boundaryContact(const World& world, std::uint32_t slot, const PlacedShape& placed, const SurfaceTouch& touch) {
  const Particles& particles = world.particles;
  const Body& body = world.bodies[placed.body];
  const ShapeInstance& instance = body.shapes[placed.shape];
  Contact contact;
  contact.key = ContactKey::boundary(particles.id[slot], placed.body, placed.shape, touch.feature);
  contact.a = slot;
  contact.body = placed.body;
  contact.shape = placed.shape;
  contact.normal = placed.pose.orientation * touch.normal;
  contact.gap = touch.gap;
  const double radius = particles.radius[slot];
  // Where the rows' lever and the reaction's torque act, so that a turning body's power is its torque times its speed.
  const Vec3 surface = particles.position[slot] + radius * contact.normal;
  // A belt's surface velocity has no part along the normal: it slides along itself.
  const Vec3 belt = placed.pose.orientation * instance.surfaceVelocity;
  contact.boundaryVelocity = body.velocityAt(surface) + belt - contact.normal.dot(belt) * contact.normal;
  contact.boundarySpin = body.angularVelocity;
  contact.effectiveRadius = radius;
  setLaw(contact,
         world.materials.pair(particles.material[slot], touch.isCap ? instance.capMaterial : instance.material));
  return contact;
}

void touchBoundaries(const World& world, std::uint32_t slot, const std::vector<PlacedShape>& shapes,
                     std::vector<Contact>& out) {
  const Vec3& position = world.particles.position[slot];
  const double radius = world.particles.radius[slot];
  SurfaceTouches touches;
  for (const PlacedShape& placed : shapes) {
    // A sphere that went through a corner by a radius along each axis is still held by all three walls.
    const double reach = placed.reach + std::numbers::sqrt3 * radius;
    if ((position - placed.pose.position).squaredNorm() > reach * reach) {
      continue;
    }
    touchShape(world.bodies[placed.body].shapes[placed.shape].shape, placed.pose.toLocal(position), radius, touches);
    for (int i = 0; i < touches.count; ++i) {
      out.push_back(boundaryContact(world, slot, placed, touches.list[static_cast<std::size_t>(i)]));
    }
  }
}

}  // namespace

void makeContacts(const World& world, StepData& data) {
  const std::size_t n = world.particles.size();
  const std::size_t chunks = (n + kChunk - 1) / kChunk;
  const std::vector<PlacedShape> shapes = placeShapes(world.bodies);
  data.found.resize(chunks);
  const auto work = [&](std::size_t chunk) {
    std::vector<Contact>& out = data.found[chunk];
    out.clear();
    const auto first = static_cast<std::uint32_t>(chunk * kChunk);
    const auto last = static_cast<std::uint32_t>(std::min(n, (chunk + 1) * kChunk));
    auto pair = std::lower_bound(data.pairs.begin(), data.pairs.end(), ParticlePair{first, 0});
    for (std::uint32_t slot = first; slot < last; ++slot) {
      for (; pair != data.pairs.end() && pair->first == slot; ++pair) {
        out.push_back(pairContact(world, *pair));
      }
      touchBoundaries(world, slot, shapes, out);
    }
  };
  if (data.threads != nullptr) {
    data.threads->forChunks(chunks, work);
  } else {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      work(chunk);
    }
  }
  data.contacts.clear();
  for (const std::vector<Contact>& part : data.found) {
    data.contacts.insert(data.contacts.end(), part.begin(), part.end());
  }
}

}  // namespace scree
