#include "engine/granulation/room_search.h"

#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

std::uint64_t keyOfCell(std::int64_t x, std::int64_t y, std::int64_t z) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << 21) - 1;
  const auto part = [](std::int64_t v) { return static_cast<std::uint64_t>(v) & kMask; };
  return part(x) | (part(y) << 21) | (part(z) << 42);
}

}  // namespace

RoomSearch::RoomSearch(const World& world) : world_(world), shapes_(placeShapes(world.bodies)) {
  const std::vector<double>& radius = world.particles.radius;
  largest_ = radius.empty() ? 0.0 : *std::ranges::max_element(radius);
  cell_ = largest_ > 0.0 ? 2.0 * largest_ : 1.0;
  for (std::uint32_t slot = 0; slot < radius.size(); ++slot) {
    add(slot);
  }
}

std::uint64_t RoomSearch::keyOf(const Vec3& place) const {
  const auto part = [&](double v) { return static_cast<std::int64_t>(std::floor(v / cell_)); };
  return keyOfCell(part(place.x()), part(place.y()), part(place.z()));
}

void RoomSearch::add(std::uint32_t slot) { cells_[keyOf(positionOf(world_, slot))].push_back(slot); }

double RoomSearch::radiusAt(const Vec3& place, double most, std::uint32_t a, std::uint32_t b) const {
  double room = most;
  const double reach = most + largest_;
  const auto lookIn = [&](const Vec3& at) {
    const auto part = [&](double v) { return static_cast<std::int64_t>(std::floor(v / cell_)); };
    for (std::int64_t x = part(at.x() - reach); x <= part(at.x() + reach); ++x) {
      for (std::int64_t y = part(at.y() - reach); y <= part(at.y() + reach); ++y) {
        for (std::int64_t z = part(at.z() - reach); z <= part(at.z() + reach); ++z) {
          const auto found = cells_.find(keyOfCell(x, y, z));
          if (found == cells_.end()) {
            continue;
          }
          for (const std::uint32_t slot : found->second) {
            if (slot != a && slot != b && world_.particles.radius[slot] > 0.0) {
              room = std::min(room, (positionOf(world_, slot) - at).norm() - world_.particles.radius[slot]);
            }
          }
        }
      }
    }
  };
  if (world_.periodic.isOn()) {
    world_.periodic.forNeighbours([&](const Vec3& shift) { lookIn(place + shift); });
  } else {
    lookIn(place);
  }
  for (const PlacedShapes::Shape& placed : shapes_.list) {
    if (placed.isFarFrom(place, most)) {
      continue;
    }
    SurfaceTouches touches;
    touchShape(world_.bodies[placed.body].shapes[placed.shape].shape, placed.toLocal(place), most, touches);
    for (int i = 0; i < touches.count; ++i) {
      room = std::min(room, most + touches.list[static_cast<std::size_t>(i)].gap);
    }
  }
  return room;
}

}  // namespace scree
