#include "engine/world/particles.h"

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
  return id.back();
}

namespace {

template <typename T>
void keep(std::vector<T>& values, const std::vector<char>& flags) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!flags[i]) {
      values[kept++] = values[i];
    }
  }
  values.resize(kept);
}

}  // namespace

void Particles::remove(const std::vector<char>& flags) {
  keep(position, flags);
  keep(orientation, flags);
  keep(velocity, flags);
  keep(angularVelocity, flags);
  keep(radius, flags);
  keep(mass, flags);
  keep(material, flags);
  keep(id, flags);
}

}  // namespace scree
