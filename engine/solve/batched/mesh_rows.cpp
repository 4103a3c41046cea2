#include "engine/solve/batched/mesh_rows.h"

#include <algorithm>
#include <array>

#include "engine/base/prefetch.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/solve/batched/batched_constants.h"

namespace scree {

namespace {

/// How far a particle, now at `place`, has moved against the shape that it is in contact with since the substep before
/// [m].
double movedAgainst(const SlabTasks& tasks, const Contact& contact, const Vec3& place, const BodyMotion& motion,
                    int substep) {
  const std::vector<PlacedShapes>& shapes = tasks.batched.problem.shapes;
  const auto now = static_cast<std::size_t>(substep);
  // It moved before it began to fall into this substep: see finish().
  const Vec3 before = place - tasks.context.substepTime * (motion.velocity - tasks.fall);
  const Vec3 way = shapes[now].of(contact).pose.toLocal(place) - shapes[now - 1].of(contact).pose.toLocal(before);
  return way.norm() + batched::kWayRoundOff * motion.radius;
}

bool areOfOneMesh(const ContactKey& one, const ContactKey& other) {
  return one.a == other.a && one.b - one.feature() == other.b - other.feature();
}

/// Requests for what following the contacts some rows ahead will read.
void fetchAhead(const SlabTasks& tasks, const PlacedShapes& shapes, std::span<const SortEntry> meshRows,
                std::size_t at) {
  BatchedProblem& problem = tasks.batched.problem;
  const NearTriangles& triangles = tasks.list.triangles;
  const auto ahead = [&](std::size_t rows) -> const PackedSurface* {
    return at + rows < meshRows.size() ? &problem.surfaceAt(meshRows[at + rows].index) : nullptr;
  };
  constexpr std::size_t kStage = batched::kMeshRowsAhead;
  if (const PackedSurface* packed = ahead(4 * kStage)) {
    fetch(*packed);
  }
  if (const PackedSurface* packed = ahead(3 * kStage)) {
    fetch(problem.bodyOf[packed->contact.a]);
    triangles.fetchSearch(packed->contact.a, shapes.of(packed->contact).mesh);
  }
  if (const PackedSurface* packed = ahead(2 * kStage)) {
    fetch(problem.motion[problem.bodyOf[packed->contact.a]]);
    triangles.fetchList(packed->contact.a, shapes.of(packed->contact).mesh);
  }
  if (const PackedSurface* packed = ahead(kStage)) {
    const double radius = problem.motion[problem.bodyOf[packed->contact.a]].radius;
    triangles.fetchTriangles(packed->contact.a, shapes.of(packed->contact).mesh,
                             radius + std::max(packed->contact.gap, 0.0));
    const auto& shape = tasks.world.bodies[packed->contact.key.body()].shapes[packed->contact.key.shape()].shape;
    const Mesh& mesh = *std::get<MeshShape>(shape).mesh;
    if (const std::uint32_t feature = packed->contact.key.feature(); feature < mesh.edgeFeature(0)) {
      fetch(mesh.patches[feature / 2]);
    }
  }
}

}  // namespace

void followMeshes(const SlabTasks& tasks, std::span<const SortEntry> meshRows, int substep) {
  BatchedProblem& problem = tasks.batched.problem;
  const PlacedShapes& shapes = problem.shapes[static_cast<std::size_t>(substep)];
  const NearTriangles& triangles = tasks.list.triangles;
  std::array<FollowedContact, kMaxFeatures> group;
  std::size_t count = 0;
  for (std::size_t i = 0; i < meshRows.size(); ++i) {
    fetchAhead(tasks, shapes, meshRows, i);
    PackedSurface& packed = problem.surfaceAt(meshRows[i].index);
    group[count++] = {&packed.contact, &packed.motion};
    const bool goesOn = i + 1 < meshRows.size() && count < group.size() &&
                        areOfOneMesh(packed.contact.key, problem.surfaceAt(meshRows[i + 1].index).contact.key);
    if (goesOn) {
      continue;
    }
    const BodyMotion& motion = problem.motion[problem.bodyOf[packed.contact.a]];
    const Vec3 place = packed.start + motion.shift;
    followMesh(tasks.world, shapes, place, contacts::kFollowMargin * motion.radius,
               movedAgainst(tasks, packed.contact, place, motion, substep), triangles, std::span(group).first(count));
    count = 0;
  }
}

}  // namespace scree
