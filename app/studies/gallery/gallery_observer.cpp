#include "app/studies/gallery/gallery_observer.h"

#include <algorithm>
#include <cmath>

#include "app/studies/gallery/gallery_support.h"
#include "engine/analysis/would_move.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kStateInterval = 0.05;  // between samples of places and energies [s]
constexpr double kAskInterval = 0.1;     // between samples of the members [s]

bool isDue(const World& world, double interval) {
  const auto stride =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::lround(interval / world.parameters.timeStep)));
  return world.step % stride == 0;
}

/// Mass with its first moment.
struct MassSum {
  double mass = 0.0;
  Vec3 moment = Vec3::Zero();
  void add(double more, const Vec3& place) {
    mass += more;
    moment += more * place;
  }
};

MassSum departed(const World& world) {
  MassSum sum;
  for (const Sink& sink : world.sinks) {
    for (const Departure& departure : sink.departures) {
      sum.add(departure.mass, departure.position);
    }
  }
  return sum;
}

/// Mass that left through sinks or lies beyond the plane [kg].
double passedMass(const World& world, const std::optional<GalleryPlane>& plane) {
  double mass = departed(world).mass;
  for (std::size_t slot = 0; plane && slot < world.particles.size(); ++slot) {
    const bool isBeyond = (world.particles.position[slot] - plane->point).dot(plane->normal) > 0.0;
    mass += isBeyond ? world.particles.mass[slot] : 0.0;
  }
  return mass;
}

}  // namespace

void GalleryObserver::readState(const World& world, const Budget& now) {
  MassSum sum = departed(world);
  for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
    sum.add(world.particles.mass[slot], world.particles.position[slot]);
  }
  if (sum.mass > 0.0) {
    run_.centreEnd = sum.moment / sum.mass;
    run_.centreMean += run_.centreEnd;
    ++states_;
  }
  run_.mass = sum.mass;
  run_.kinetic += now.kinetic;
  run_.energy += now.kinetic + now.potential + world.budget.totalLeft - world.budget.totalEntered;
}

void GalleryObserver::readProfile(const World& world) {
  std::array<double, kGalleryColumns> heights;
  heights.fill(scene_.floor);
  const double width = (scene_.right - scene_.left) / kGalleryColumns;
  for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
    const Vec3& place = world.particles.position[slot];
    const double column = (place.x() - scene_.left) / width;
    if (column >= 0.0 && column < kGalleryColumns) {
      double& height = heights[static_cast<std::size_t>(column)];
      height = std::max(height, place.z() + world.particles.radius[slot]);
    }
  }
  for (std::size_t i = 0; i < kGalleryColumns; ++i) {
    run_.profile[i] += heights[i];
  }
  ++profiles_;
}

void GalleryObserver::readForces(const World& world) {
  run_.forces.resize(world.bodies.size(), Vec3::Zero());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    run_.forces[i] += world.bodies[i].reaction.force;
  }
  ++forces_;
}

void GalleryObserver::askMembers(const World& world) {
  GalleryFaults& faults = run_.faults;
  ++faults.samples;
  faults.hanging = std::max(faults.hanging, hangingMembers(world).size());
  if (!what_.asksMembers) {
    return;
  }
  const WouldMove asked = wouldMove(world, nullptr);
  if (!asked.isKnown) {
    return;
  }
  std::map<ParticleId, int> now;
  for (const std::uint32_t slot : asked.slots) {
    const ParticleId id = world.particles.id[slot];
    const auto before = inARow_.find(id);
    const int samples = before == inARow_.end() ? 1 : before->second + 1;
    now[id] = samples;
    // A grain in two samples in a row would move for their distance at least.
    faults.wouldMoveTime = std::max(faults.wouldMoveTime, (samples - 1) * kAskInterval);
  }
  inARow_ = std::move(now);
  const auto members = static_cast<double>(asked.members);
  const auto count = static_cast<double>(asked.slots.size());
  members_ += members;
  wouldMove_ += count;
  faults.wouldMoveMean += asked.share();
}

void GalleryObserver::add(World& world, const Budget& now) {
  ++steps_;
  placeMembers(world);
  walls_.add(world);
  run_.level += world.reduction.levelOf(world.particles.size()).level();
  const bool isLate = world.time > duration_ * 2.0 / 3.0;
  if (isLate) {
    readForces(world);
  }
  if (isDue(world, kStateInterval)) {
    readState(world, now);
    if (isLate) {
      readProfile(world);
    }
  }
  if (what_.merging && isDue(world, kAskInterval)) {
    askMembers(world);
  }
  for (std::size_t i = 0; i < kGalleryPassTimes.size(); ++i) {
    if (world.time < kGalleryPassTimes[i] * duration_ + 0.5 * world.parameters.timeStep) {
      run_.passed[i] = passedMass(world, scene_.plane);
    }
  }
}

GalleryRun GalleryObserver::finish(const World& world) {
  GalleryRun run = run_;
  const auto mean = [](auto& sum, std::size_t count) { sum /= static_cast<double>(std::max<std::size_t>(1, count)); };
  mean(run.centreMean, states_);
  mean(run.kinetic, states_);
  mean(run.energy, states_);
  mean(run.level, steps_);
  for (double& height : run.profile) {
    mean(height, profiles_);
  }
  for (Vec3& force : run.forces) {
    mean(force, forces_);
  }
  run.faults.wouldMoveShare = wouldMove_ / std::max(1.0, members_);
  mean(run.faults.wouldMoveMean, run.faults.samples);
  run.faults.throughWalls = walls_.count();
  run.faults.finding = world.guard.findings.empty() ? "" : world.guard.findings.front().text();
  run.gravity = world.parameters.gravity.norm();
  for (const Body& body : world.bodies) {
    run.bodies.push_back(body.name);
  }
  return run;
}

}  // namespace scree
