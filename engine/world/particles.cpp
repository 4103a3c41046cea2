#include "engine/world/particles.h"

#include "engine/base/erase_places.h"

namespace scree {

ParticleId Particles::add(const Particle& particle) {
  id.push_back(nextId++);
  position.push_back(particle.position);
  orientation.push_back(particle.orientation);
  velocity.push_back(particle.velocity);
  angularVelocity.push_back(particle.angularVelocity);
  radius.push_back(particle.radius);
  mass.push_back(particle.mass);
  material.push_back(particle.material);
  water.push_back(particle.water);
  gained.push_back(particle.gained);
  born.push_back(particle.born);
  return id.back();
}

void Particles::remove(const std::vector<char>& flags) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0) {
      places.push_back(i);
    }
  }
  remove(places);
}

void Particles::remove(std::span<const std::size_t> slots) {
  erasePlaces(slots, position);
  erasePlaces(slots, orientation);
  erasePlaces(slots, velocity);
  erasePlaces(slots, angularVelocity);
  erasePlaces(slots, radius);
  erasePlaces(slots, mass);
  erasePlaces(slots, material);
  erasePlaces(slots, water);
  erasePlaces(slots, gained);
  erasePlaces(slots, born);
  erasePlaces(slots, id);
}

}  // namespace scree
