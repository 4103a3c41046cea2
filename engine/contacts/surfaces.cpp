#include "engine/contacts/surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/collision/collision_constants.h"
#include "engine/collision/sphere_mesh.h"
#include "engine/collision/wall_sides.h"
#include "engine/contacts/contacts_constants.h"

namespace scree {

PlacedShapes placeShapes(const std::vector<Body>& bodies) { return placeShapes(bodies, posesOf(bodies)); }

PlacedShapes placeShapes(const std::vector<Body>& bodies, std::span<const Pose> poses) {
  PlacedShapes placed;
  std::uint32_t meshes = 0;
  for (std::uint32_t b = 0; b < bodies.size(); ++b) {
    placed.first.push_back(static_cast<std::uint32_t>(placed.list.size()));
    for (std::uint32_t s = 0; s < bodies[b].shapes.size(); ++s) {
      const ShapeInstance& instance = bodies[b].shapes[s];
      PlacedShapes::Shape& shape = placed.list.emplace_back();
      shape.body = b;
      shape.shape = s;
      shape.pose = poses[b] * instance.local;
      shape.bodyPosition = poses[b].position;
      shape.belt = shape.pose.orientation * instance.surfaceVelocity;
      shape.reach = boundingRadius(instance.shape);
      shape.axes = shape.pose.orientation.conjugate().toRotationMatrix();
      shape.isMesh = std::holds_alternative<MeshShape>(instance.shape);
      shape.mesh = shape.isMesh ? meshes++ : 0;
      shape.isPlane = std::holds_alternative<Plane>(instance.shape);
      shape.isAligned = shape.pose.orientation.coeffs() == Quat::Identity().coeffs();
      shape.isStill = bodies[b].isStatic() && bodies[b].velocity.isZero(0.0) && bodies[b].angularVelocity.isZero(0.0) &&
                      instance.surfaceVelocity.isZero(0.0);
      if (const auto* container = std::get_if<Container>(&instance.shape)) {
        shape.room = container->halfExtents;
      } else if (const auto* cylinder = std::get_if<HollowCylinder>(&instance.shape)) {
        shape.room = {cylinder->radius, cylinder->radius, cylinder->halfLength};
        shape.isRound = true;
      }
    }
  }
  return placed;
}

std::vector<std::shared_ptr<const Mesh>> meshesOf(const std::vector<Body>& bodies) {
  std::vector<std::shared_ptr<const Mesh>> meshes;
  for (const Body& body : bodies) {
    for (const ShapeInstance& instance : body.shapes) {
      if (const auto* shape = std::get_if<MeshShape>(&instance.shape)) {
        meshes.push_back(shape->mesh);
      }
    }
  }
  return meshes;
}

namespace {

/// Whether a place in the frame of a shape of thin walls is behind one of them or past the edge of one.
bool isBehindThinWall(const PlacedShapes::Shape& placed, const Shape& shape, const Vec3& local) {
  if (placed.isRound) {
    return local.head<2>().squaredNorm() > placed.room.x() * placed.room.x() || std::abs(local.z()) > placed.room.z();
  }
  if (placed.isRoom()) {
    return (placed.room - local.cwiseAbs()).minCoeff() < 0.0;
  }
  return std::holds_alternative<Rectangle>(shape) && local.z() < 0.0;
}

/// Past of a particle for a shape of thin walls or a mesh. Without substeps its velocity is that of its last move; with
/// substeps it may have turned round since, and meshes are looked for ahead of it instead. A particle behind a wall
/// that it touched on neither side came through if it still moves so.
SurfacePast pastOf(const World& world, std::uint32_t slot, const PlacedShapes::Shape& placed, const Vec3& local) {
  SurfacePast past{.touched = world.history.keys,
                   .base = ContactKey::boundary(world.particles.id[slot], placed.body, placed.shape, 0)};
  const Shape& shape = world.bodies[placed.body].shapes[placed.shape].shape;
  if ((!hasSubsteps(world.parameters) && std::holds_alternative<MeshShape>(shape)) ||
      isBehindThinWall(placed, shape, local)) {
    const Vec3 velocity =
        world.particles.velocity[slot] - world.bodies[placed.body].velocityAt(world.particles.position[slot]);
    past.moved = placed.pose.orientation.conjugate() * (world.parameters.timeStep * velocity);
  }
  return past;
}

/// Whether one feature follows on another: that of the same wall, as front and back meet round a rim, and any behind on
/// any other behind, as a room touches from outside at one point only.
bool goesOn(std::uint32_t walls, std::uint32_t before, std::uint32_t after) {
  return before == after || (walls > 0 && (before % walls == after % walls || (before >= walls && after >= walls)));
}

/// The touch that goes on with a contact: of its feature on either side or, on a mesh, the nearest of a feature beside
/// it, or the nearest in about the same direction; all no farther than `margin` [m]. `normal` is the last one, in the
/// shape's frame.
const SurfaceTouch* nextTouch(const Shape& shape, std::uint32_t feature, const Vec3& normal, double margin,
                              const SurfaceTouches& touches) {
  const auto* mesh = std::get_if<MeshShape>(&shape);
  const std::uint32_t walls = wallsOf(shape);
  const SurfaceTouch* beside = nullptr;
  const SurfaceTouch* alike = nullptr;
  for (int i = 0; i < touches.count; ++i) {
    const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(i)];
    if (touch.gap > margin) {
      continue;
    }
    if (goesOn(walls, feature, touch.feature)) {
      return &touch;
    }
    if (mesh != nullptr && (beside == nullptr || touch.gap < beside->gap) &&
        areNeighbours(*mesh->mesh, feature, touch.feature)) {
      beside = &touch;
    }
    if (mesh != nullptr && (alike == nullptr || touch.gap < alike->gap) &&
        normal.dot(touch.normal) > contacts::kSameSurface) {
      alike = &touch;
    }
  }
  return beside != nullptr ? beside : alike;
}

void setSurfaceGeometry(const World& world, const PlacedShapes::Shape& placed, const SurfaceTouch& touch,
                        const Vec3& position, Contact& contact, SurfaceContact& surface) {
  contact.normal = placed.turnedToWorld(touch.normal);
  contact.gap = touch.gap;
  surface.triangle = touch.triangle;
  if (placed.isStill) {
    surface.velocity.setZero();
    surface.spin.setZero();
    return;
  }
  const Body& body = world.bodies[placed.body];
  // Where the rows' lever and the reaction's torque act, so that a turning body's power is its torque times its speed.
  const Vec3 point = position + world.particles.radius[contact.a] * contact.normal;
  // A belt's surface velocity has no part along the normal: it slides along itself.
  surface.velocity = body.velocity + body.angularVelocity.cross(point - placed.bodyPosition) + placed.belt -
                     contact.normal.dot(placed.belt) * contact.normal;
  surface.spin = body.angularVelocity;
}

}  // namespace

namespace {

/// Contacts of a particle in the last step. Those of particles before it are passed by for good.
std::span<const ContactKey> keysOf(const World& world, std::uint32_t slot, std::size_t& from) {
  const std::vector<ContactKey>& keys = world.history.keys;
  const ParticleId id = world.particles.id[slot];
  constexpr std::size_t kFewKeys = 16;
  const std::size_t soon = std::min(from + kFewKeys, keys.size());
  while (from < soon && keys[from].a < id) {
    ++from;
  }
  if (from < keys.size() && keys[from].a < id) {
    const auto at = std::lower_bound(keys.begin() + static_cast<std::ptrdiff_t>(from), keys.end(), ContactKey{id, 0});
    from = static_cast<std::size_t>(at - keys.begin());
  }
  std::size_t end = from;
  while (end < keys.size() && keys[end].a == id) {
    ++end;
  }
  return std::span(keys).subspan(from, end - from);
}

}  // namespace

void touchSurfaces(const World& world, std::uint32_t slot, const PlacedShapes& shapes, double margin,
                   FoundContacts& out) {
  TriangleSearch anew;
  touchSurfaces(world, slot, shapes, margin, anew, out);
}

void touchSurfaces(const World& world, std::uint32_t slot, const PlacedShapes& shapes, double margin,
                   TriangleSearch& search, FoundContacts& out) {
  const Particles& particles = world.particles;
  const Vec3& position = particles.position[slot];
  const double radius = particles.radius[slot];
  for (const PlacedShapes::Shape& placed : shapes.list) {
    if (placed.isFarFrom(position, radius + margin)) {
      continue;
    }
    SurfaceTouches touches;
    const Vec3 local = placed.toLocal(position);
    const Shape& shape = world.bodies[placed.body].shapes[placed.shape].shape;
    if (placed.isMesh && search.near != nullptr) {
      const KnownTriangles known = search.near->find(slot, placed.mesh, local, radius, radius + margin, search.piece);
      const double behind = collision::kDeepestBehindFace * radius;
      SurfacePast past = pastOf(world, slot, placed, local);
      if (known.list.empty() && known.within >= std::max(radius + margin, behind) && past.moved.isZero(0.0)) {
        continue;
      }
      past.touched = keysOf(world, slot, search.history);
      touchMeshAmong(std::get<MeshShape>(shape), known, local, radius, margin, behind, past, touches);
    } else {
      touchShape(shape, local, radius, touches, margin, pastOf(world, slot, placed, local));
    }
    for (int i = 0; i < touches.count; ++i) {
      const SurfaceTouch& touch = touches.list[static_cast<std::size_t>(i)];
      const ShapeInstance& instance = world.bodies[placed.body].shapes[placed.shape];
      Contact contact;
      contact.key = ContactKey::boundary(particles.id[slot], placed.body, placed.shape, touch.feature);
      contact.a = slot;
      contact.surface = static_cast<std::uint32_t>(out.surfaces.size());
      contact.law =
          world.materials.pairIndex(particles.material[slot], touch.isCap ? instance.capMaterial : instance.material);
      SurfaceContact surface;
      setSurfaceGeometry(world, placed, touch, position, contact, surface);
      out.contacts.push_back(contact);
      out.surfaces.push_back(surface);
    }
  }
}

namespace {

/// The touch of a plane, a face of a container, the wall or an end of a hollow cylinder with a sphere in it and over
/// it, at `local` in the shape's frame, by that feature alone: most contacts with surfaces are such. False where
/// touchShape() has to be asked, which finds the same.
bool touchFace(const PlacedShapes::Shape& placed, std::uint32_t feature, const Vec3& local, double radius,
               double margin, SurfaceTouch& touch) {
  touch.feature = feature;
  if (placed.isPlane) {
    touch.normal = -Vec3::UnitZ();
    touch.gap = local.z() - radius;
    return touch.gap <= margin;
  }
  const auto isOver = [&](int axis) { return std::abs(local[axis]) <= placed.room[axis]; };
  if (feature >= (placed.isRound ? kCylinderWalls : kContainerWalls)) {
    return false;  // from outside
  }
  double inside = 0.0;  // m from the centre to the face
  const auto lookAtFlat = [&](int axis, bool upper) {
    const double side = upper ? 1.0 : -1.0;
    touch.normal = Vec3::Zero();
    touch.normal[axis] = side;
    inside = placed.room[axis] - side * local[axis];
  };
  if (placed.isRound) {
    const double rho = local.head<2>().norm();
    if (feature != 0) {
      if (rho > placed.room.x()) {
        return false;
      }
      lookAtFlat(2, feature == 2);
    } else {
      if (!isOver(2) || !(rho > 0.0)) {
        return false;
      }
      touch.normal = Vec3(local.x() / rho, local.y() / rho, 0.0);
      inside = placed.room.x() - rho;
    }
  } else {
    const int axis = static_cast<int>(feature) / 2;
    if (!isOver((axis + 1) % 3) || !isOver((axis + 2) % 3)) {
      return false;
    }
    lookAtFlat(axis, feature % 2 != 0);
  }
  touch.gap = inside - radius;
  return inside <= radius + margin && inside >= -radius;
}

/// Gives a contact the touch that it goes on with, or the gap `margin` [m] where there is none.
void goOnWith(const World& world, const PlacedShapes::Shape& placed, const Vec3& position, double margin,
              const SurfaceTouches& touches, Contact& contact, SurfaceContact& surface) {
  contact.gap = margin;
  const Vec3 normal = placed.axes * contact.normal;
  const Shape& shape = world.bodies[placed.body].shapes[placed.shape].shape;
  if (const SurfaceTouch* touch = nextTouch(shape, contact.key.feature(), normal, margin, touches)) {
    setSurfaceGeometry(world, placed, *touch, position, contact, surface);
  }
}

}  // namespace

void followSurface(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin,
                   Contact& contact, SurfaceContact& surface, const NearTriangles* near) {
  // In a substep nothing moves by more than its radius.
  const double radius = world.particles.radius[contact.a];
  if (const PlacedShapes::Shape& placed = shapes.of(contact); placed.isMesh && near != nullptr) {
    const double within = near->known(contact.a, placed.mesh, placed.toLocal(position)).within;
    margin = within > radius ? std::min(margin, within - radius) : margin;
  }
  followSurfaceNear(world, shapes, position, margin, radius, contact, surface, near);
}

void followSurfaceNear(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin,
                       double moved, Contact& contact, SurfaceContact& surface, const NearTriangles* near) {
  const PlacedShapes::Shape& placed = shapes.of(contact);
  if (SurfaceTouch face;
      (placed.isPlane || placed.isRoom()) && touchFace(placed, contact.key.feature(), placed.toLocal(position),
                                                       world.particles.radius[contact.a], margin, face)) {
    setSurfaceGeometry(world, placed, face, position, contact, surface);
    return;
  }
  SurfaceTouches touches;
  const SurfacePast past{.touched = {&contact.key, 1}, .base = {contact.key.a, contact.key.b - contact.key.feature()}};
  const double radius = world.particles.radius[contact.a];
  const Shape& shape = world.bodies[placed.body].shapes[placed.shape].shape;
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    margin = std::min(margin, std::max(contact.gap, 0.0) + moved);
    const double behind = std::max(0.0, moved - (radius + contact.gap));
    const Vec3 local = placed.toLocal(position);
    const KnownTriangles known = near != nullptr ? near->known(contact.a, placed.mesh, local) : KnownTriangles{};
    touchMeshAmong(*mesh, known, local, radius, margin, behind, past, touches);
  } else {
    touchShape(shape, placed.toLocal(position), radius, touches, margin, past);
  }
  goOnWith(world, placed, position, margin, touches, contact, surface);
}

namespace {

/// Follows a contact with a face of a mesh whose triangle the centre is still over, which is the most common: then
/// nothing else is to be looked at, as faces of a mesh keep their distance. False where it has to be.
bool stayOnFace(const World& world, const PlacedShapes::Shape& placed, const Mesh& mesh, const Vec3& position,
                const Vec3& local, double limit, const FollowedContact& one) {
  const std::uint32_t feature = one.contact->key.feature();
  if (one.surface->triangle == 0 || feature >= mesh.edgeFeature(0)) {
    return false;
  }
  const TreeTriangle& triangle = mesh.tree.triangles[one.surface->triangle - 1];
  const MeshPatch& patch = mesh.patches[feature / 2];
  if (triangle.patch != feature / 2 || !isOverTriangle(triangle.corners, local)) {
    return false;
  }
  const bool back = feature % 2 == 1;
  const double height = patch.normal.dot(local - patch.point);
  const double gap = (back ? -height : height) - world.particles.radius[one.contact->a];
  if ((height < 0.0) != back || gap > limit) {
    return false;
  }
  setSurfaceGeometry(world, placed,
                     {.feature = feature,
                      .normal = back ? patch.normal : Vec3(-patch.normal),
                      .gap = gap,
                      .isCap = false,
                      .triangle = one.surface->triangle},
                     position, *one.contact, *one.surface);
  return true;
}

}  // namespace

void followMesh(const World& world, const PlacedShapes& shapes, const Vec3& position, double margin, double moved,
                const NearTriangles& near, std::span<const FollowedContact> contacts) {
  const double radius = world.particles.radius[contacts.front().contact->a];
  const PlacedShapes::Shape& placed = shapes.of(*contacts.front().contact);
  const auto limitOf = [&](const Contact& contact) { return std::min(margin, std::max(contact.gap, 0.0) + moved); };
  const auto isDeep = [&](const FollowedContact& one) { return moved > radius + one.contact->gap; };
  if (std::any_of(contacts.begin(), contacts.end(), isDeep)) {
    // The centre may be behind a face, which holds it by the contact's own past.
    for (const FollowedContact& one : contacts) {
      followSurfaceNear(world, shapes, position, margin, moved, *one.contact, *one.surface, &near);
    }
    return;
  }
  const Vec3 local = placed.toLocal(position);
  const auto& shape = std::get<MeshShape>(world.bodies[placed.body].shapes[placed.shape].shape);
  double farthest = -1.0;
  std::array<FollowedContact, kMaxFeatures> others;
  std::size_t count = 0;
  for (const FollowedContact& one : contacts) {
    const double limit = limitOf(*one.contact);
    if (!stayOnFace(world, placed, *shape.mesh, position, local, limit, one)) {
      farthest = std::max(farthest, limit);
      others[count++] = one;
    }
  }
  if (count == 0) {
    return;
  }
  SurfaceTouches touches;
  touchMeshAmong(shape, near.known(contacts.front().contact->a, placed.mesh, local), local, radius, farthest, 0.0, {},
                 touches);
  for (const FollowedContact& one : std::span(others).first(count)) {
    goOnWith(world, placed, position, limitOf(*one.contact), touches, *one.contact, *one.surface);
  }
}

}  // namespace scree
