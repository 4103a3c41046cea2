#include "engine/snapshot/trails.h"

#include <algorithm>
#include <bit>

#include "engine/world/placement.h"

namespace scree {

namespace {

/// Stride of ids with a trail. A power of two, so that few trails change when grains come and go.
ParticleId strideOf(const World& world) {
  const std::size_t free = world.particles.size() - std::min(world.reduction.memberCount, world.particles.size());
  return static_cast<ParticleId>(std::bit_ceil(std::max<std::size_t>(free / TrailLog::kMostGrains, 1)));
}

}  // namespace

void TrailLog::clear() { notes_.clear(); }

void TrailLog::add(const World& world, TrailRequest request, const std::optional<ParticleId>& picked) {
  const bool other = request != request_ || (request == TrailRequest::picked && picked != picked_);
  if (other || (!notes_.empty() && world.time <= notes_.back().time)) {
    notes_.clear();  // the world went back in time, or other particles are followed
  }
  request_ = request;
  picked_ = picked;
  if (request == TrailRequest::none || (!notes_.empty() && world.time < notes_.back().time + kInterval)) {
    return;
  }
  Note& note = notes_.emplace_back();
  note.time = world.time;
  if (request == TrailRequest::picked) {
    const auto slot = picked ? slotOf(world, *picked) : std::nullopt;
    if (slot) {
      note.places.push_back({*picked, positionOf(world, *slot)});
    }
  } else {
    const ParticleId stride = strideOf(world);
    for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
      const ParticleId id = world.particles.id[slot];
      if (id % stride == 0 && world.reduction.isFree(slot)) {
        note.places.push_back({id, world.particles.position[slot]});
      }
    }
  }
  while (notes_.front().time < world.time - kSpan) {
    notes_.pop_front();
  }
}

void TrailLog::fill(const World& world, const Vec3& origin, std::vector<Trail>& trails) const {
  trails.clear();
  if (notes_.empty()) {
    return;
  }
  // Trails of particles that have merged since stay until their points are too old.
  const auto pointAt = [&origin](const Place& place, double time) {
    Eigen::Vector4f point;
    point << (place.position - origin).cast<float>(), static_cast<float>(time);
    return point;
  };
  std::vector<Place> known;
  for (const Note& note : notes_) {
    if (note.time > world.time) {
      break;  // the world went back, and has not stepped since
    }
    for (const Place& place : note.places) {
      const auto at = std::ranges::lower_bound(known, place.id, {}, &Place::id);
      const auto index = static_cast<std::size_t>(at - known.begin());
      if (at == known.end() || at->id != place.id) {
        known.insert(at, place);
        trails.insert(trails.begin() + static_cast<std::ptrdiff_t>(index), Trail{place.id, {}});
      }
      trails[index].points.push_back(pointAt(place, note.time));
    }
  }
  for (Trail& trail : trails) {
    if (const auto slot = slotOf(world, trail.id); slot && world.time > notes_.back().time) {
      trail.points.push_back(pointAt({trail.id, positionOf(world, *slot)}, world.time));
    }
  }
  std::erase_if(trails, [](const Trail& trail) { return trail.points.size() < 2; });
}

}  // namespace scree
