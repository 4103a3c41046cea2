#include "app/studies/gallery/gallery_walls.h"

#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"

namespace scree {

namespace {

constexpr std::uint32_t kBackFaces = 8;  // added to the number of a face that is passed inwards

bool isThin(const Shape& shape) {
  return std::holds_alternative<Container>(shape) || std::holds_alternative<HollowCylinder>(shape) ||
         std::holds_alternative<Rectangle>(shape);
}

/// Distance of a place from a thin face, positive outside and behind a rectangle [m].
double outsideOf(const Shape& shape, std::uint32_t face, const Vec3& place) {
  if (const auto* container = std::get_if<Container>(&shape)) {
    const int axis = static_cast<int>(face) / 2;
    return (face % 2 == 0 ? -1.0 : 1.0) * place[axis] - container->halfExtents[axis];
  }
  if (const auto* cylinder = std::get_if<HollowCylinder>(&shape)) {
    return face == 0 ? place.head<2>().norm() - cylinder->radius
                     : (face == 1 ? -1.0 : 1.0) * place.z() - cylinder->halfLength;
  }
  return -place.z();
}

bool isWithinFace(const Shape& shape, std::uint32_t face, const Vec3& place) {
  if (const auto* container = std::get_if<Container>(&shape)) {
    const int axis = static_cast<int>(face) / 2;
    const Vec3 inside = container->halfExtents - place.cwiseAbs();
    return inside[(axis + 1) % 3] >= 0.0 && inside[(axis + 2) % 3] >= 0.0;
  }
  if (const auto* cylinder = std::get_if<HollowCylinder>(&shape)) {
    return face == 0 ? std::abs(place.z()) <= cylinder->halfLength : place.head<2>().norm() <= cylinder->radius;
  }
  const auto& rectangle = std::get<Rectangle>(shape);
  return std::abs(place.x()) <= rectangle.halfX && std::abs(place.y()) <= rectangle.halfY;
}

std::vector<std::uint32_t> facesOf(const Shape& shape) {
  std::vector<std::uint32_t> faces;
  if (const auto* container = std::get_if<Container>(&shape)) {
    for (std::uint32_t face = 0; face < 6; ++face) {
      if (container->faces[face]) {
        faces.push_back(face);
      }
    }
  } else if (const auto* cylinder = std::get_if<HollowCylinder>(&shape)) {
    faces.push_back(0);
    for (std::uint32_t cap = 0; cap < 2; ++cap) {
      if (cylinder->caps[cap]) {
        faces.push_back(cap + 1);
      }
    }
  } else {
    faces.push_back(0);
  }
  return faces;
}

/// True if a solid holds the centre of a sphere deeper than its radius.
bool isDeepInside(const Shape& shape, const Vec3& place, double radius) {
  SurfaceTouches touches;
  touchShape(shape, place, radius, touches);
  for (int i = 0; i < touches.count; ++i) {
    if (touches.list[static_cast<std::size_t>(i)].gap < -2.0 * radius) {
      return true;
    }
  }
  return false;
}

}  // namespace

const Vec3* WallWatch::placeBefore(ParticleId id) const {
  const auto found = std::ranges::lower_bound(ids_, id);
  return found != ids_.end() && *found == id ? &places_[static_cast<std::size_t>(found - ids_.begin())] : nullptr;
}

void WallWatch::findPassages(const World& world, std::uint32_t body, std::uint32_t shape, const Pose& before,
                             const Pose& now) {
  const Shape& wall = world.bodies[body].shapes[shape].shape;
  const std::vector<std::uint32_t> faces = facesOf(wall);
  for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
    const Vec3* last = placeBefore(world.particles.id[slot]);
    if (last == nullptr) {
      continue;
    }
    const Vec3 from = before.toLocal(*last);
    const Vec3 to = now.toLocal(world.particles.position[slot]);
    for (const std::uint32_t face : faces) {
      const double was = outsideOf(wall, face, from);
      const double is = outsideOf(wall, face, to);
      if ((was < 0.0) == (is < 0.0) || (std::holds_alternative<Rectangle>(wall) && is < 0.0)) {
        continue;
      }
      const Vec3 at = from + (to - from) * (was / (was - is));
      if (isWithinFace(wall, face, at)) {
        passages_.push_back({world.particles.id[slot], body, shape, is < 0.0 ? face + kBackFaces : face});
      }
    }
  }
}

void WallWatch::followPassages(const World& world) {
  std::erase_if(passages_, [&](const Passage& passage) {
    const auto found = std::ranges::lower_bound(world.particles.id, passage.id);
    if (found == world.particles.id.end() || *found != passage.id) {
      return true;
    }
    const auto slot = static_cast<std::size_t>(found - world.particles.id.begin());
    const Body& body = world.bodies[passage.body];
    const ShapeInstance& instance = body.shapes[passage.shape];
    const Vec3 place = (body.pose * instance.local).toLocal(world.particles.position[slot]);
    const double side = passage.face >= kBackFaces ? -1.0 : 1.0;
    const double depth = side * outsideOf(instance.shape, passage.face % kBackFaces, place);
    if (depth > world.particles.radius[slot]) {
      through_.insert(passage.id);
    }
    return depth < 0.0 || depth > world.particles.radius[slot];
  });
}

void WallWatch::testShape(const World& world, std::uint32_t body, std::uint32_t shape) {
  const ShapeInstance& instance = world.bodies[body].shapes[shape];
  const Pose now = world.bodies[body].pose * instance.local;
  if (isThin(instance.shape)) {
    if (body < poses_.size()) {
      findPassages(world, body, shape, poses_[body] * instance.local, now);
    }
    return;
  }
  const double reach = boundingRadius(instance.shape);
  for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
    const Vec3 place = now.toLocal(world.particles.position[slot]);
    if (place.squaredNorm() < reach * reach && isDeepInside(instance.shape, place, world.particles.radius[slot])) {
      through_.insert(world.particles.id[slot]);
    }
  }
}

void WallWatch::add(const World& world) {
  for (std::uint32_t body = 0; body < world.bodies.size(); ++body) {
    for (std::uint32_t shape = 0; shape < world.bodies[body].shapes.size(); ++shape) {
      testShape(world, body, shape);
    }
  }
  followPassages(world);
  ids_ = world.particles.id;
  places_ = world.particles.position;
  poses_ = posesOf(world.bodies);
}

}  // namespace scree
