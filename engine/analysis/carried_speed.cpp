#include "engine/analysis/carried_speed.h"

#include <utility>

namespace scree {

namespace {

constexpr std::uint32_t kUnknownCarrier = UINT32_MAX;
constexpr std::uint32_t kNoShape = UINT32_MAX;

/// Carrier of a particle: a body with the shape that is touched, or an aggregate.
struct CarriedParticle {
  std::uint32_t index = kUnknownCarrier;
  std::uint32_t shape = kNoShape;
  bool isAggregate = false;
  bool known() const { return index != kUnknownCarrier; }
};

Vec3 velocityAt(const World& world, const CarriedParticle& carrier, const Vec3& place) {
  if (carrier.isAggregate) {
    return world.reduction.aggregates[carrier.index].velocityAt(place);
  }
  const Body& body = world.bodies[carrier.index];
  const ShapeInstance& shape = body.shapes[carrier.shape];
  return body.velocityAt(place) + body.pose.orientation * (shape.local.orientation * shape.surfaceVelocity);
}

}  // namespace

void carriedSpeeds(const World& world, const std::vector<ForceContact>& contacts, std::vector<float>& speeds) {
  const std::size_t count = world.particles.size();
  std::vector<CarriedParticle> carrier(count);
  std::vector<std::uint32_t> layer;
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (!world.reduction.isFree(slot)) {
      carrier[slot] = {world.reduction.aggregateOf(slot), kNoShape, true};
    }
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const ForceContact& contact : contacts) {
    if (contact.b != kNoParticle) {
      pairs.emplace_back(contact.a, contact.b);
    } else if (contact.body != kFixedInWorld && !carrier[contact.a].known()) {
      carrier[contact.a] = {contact.body, contact.shape, false};
    }
  }
  // Lists the neighbours of each particle, so that every contact is visited twice however long the chains are.
  std::vector<std::uint32_t> first(count + 1, 0);
  for (const auto& [a, b] : pairs) {
    ++first[a + 1];
    ++first[b + 1];
  }
  for (std::size_t i = 0; i < count; ++i) {
    first[i + 1] += first[i];
  }
  std::vector<std::uint32_t> neighbours(2 * pairs.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (const auto& [a, b] : pairs) {
    neighbours[next[a]++] = b;
    neighbours[next[b]++] = a;
  }
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (carrier[slot].known()) {
      layer.push_back(slot);
    }
  }
  for (std::size_t i = 0; i < layer.size(); ++i) {
    const std::uint32_t slot = layer[i];
    for (std::uint32_t k = first[slot]; k < first[slot + 1]; ++k) {
      if (!carrier[neighbours[k]].known()) {
        carrier[neighbours[k]] = carrier[slot];
        layer.push_back(neighbours[k]);
      }
    }
  }
  speeds.resize(count);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    Vec3 velocity = world.particles.velocity[slot];
    if (!world.reduction.isFree(slot)) {
      velocity.setZero();
    } else if (carrier[slot].known()) {
      velocity -= velocityAt(world, carrier[slot], world.particles.position[slot]);
    }
    speeds[slot] = static_cast<float>(velocity.norm());
  }
}

}  // namespace scree
