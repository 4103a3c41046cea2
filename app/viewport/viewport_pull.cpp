#include <fmt/format.h>

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/document/simulation.h"
#include "app/render/geometry/body_ray.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/widgets/widgets.h"

// Pulling grains and bodies with the mouse.
namespace scree {

namespace {

constexpr double kPullThreshold = 4.0;  // px

Vec3 placeOf(const Snapshot& snapshot, std::size_t index) {
  return snapshot.grains.positionRadius[index].head<3>().cast<double>();
}

/// The longest edge of its shapes' boxes [m].
double sizeOfPulled(const SnapshotBody& body) {
  double size = 0.0;
  for (const ShapeInstance& shape : *body.shapes) {
    const auto half = halfExtentsOf(shape.shape);
    size = std::max(size, half ? 2.0 * half->maxCoeff() : 0.0);
  }
  return size;
}

/// What a pull has hold of.
struct Pulled {
  Vec3 place;   ///< m
  double mass;  ///< kg
};

std::optional<Pulled> pulledThing(const Snapshot& snapshot, const Pull& pull) {
  if (pull.grip) {
    if (pull.grip->body >= snapshot.scene.bodies.size()) {
      return std::nullopt;
    }
    const SnapshotBody& body = snapshot.scene.bodies[pull.grip->body];
    return Pulled{body.pose.toWorld(pull.grip->place), body.mass};
  }
  const auto found = std::lower_bound(snapshot.grains.id.begin(), snapshot.grains.id.end(), pull.particle);
  if (found == snapshot.grains.id.end() || *found != pull.particle) {
    return std::nullopt;
  }
  const auto index = static_cast<std::size_t>(found - snapshot.grains.id.begin());
  return Pulled{placeOf(snapshot, index), static_cast<double>(snapshot.grains.mass[index])};
}

}  // namespace

bool Viewport::takeThing(const QPointF& point) {
  const auto grain = grainUnder(point);
  const auto body = bodyUnder(point, grain);
  if (!grain && !body) {
    return false;
  }
  const std::size_t side = sideAt(point);
  const Snapshot& seen = side == 0 ? *shown_ : *shown_->twin.snapshot->other;
  if (body && !(seen.scene.bodies[body->body].mass > 0.0)) {
    notify(fmt::format("{} moves as the scene says: only grains and bodies with a mass are pulled",
                       seen.scene.bodies[body->body].name));
    return false;
  }
  const GizmoView view = gizmoView(side);
  PullDrag& pull = pullDrag_.emplace();
  pull.side = side;
  pull.normal = view.right().cross(view.up());
  double mass = 0.0;
  double size = 0.0;
  if (body) {
    const Ray ray = view.rayAt(pixels(point));
    pull.start = ray.origin + body->distance * ray.direction;
    pull.grip = Grip{body->body, seen.scene.bodies[body->body].pose.toLocal(pull.start)};
    mass = seen.scene.bodies[body->body].mass;
    size = sizeOfPulled(seen.scene.bodies[body->body]);
  } else {
    pull.particle = grain->id;
    pull.start = placeOf(seen, grain->index);
    mass = static_cast<double>(seen.grains.mass[grain->index]);
    size = 2.0 * static_cast<double>(seen.grains.positionRadius[grain->index].w());
  }
  pull.offset = pull.start - onPlane(view.rayAt(pixels(point)), pull.start, pull.normal).value_or(pull.start);
  const Parameters& p = seen.scene.parameters;
  pull.stiffness = pullStiffness(mass, size, p.gravity.norm(), p.timeStep, memory_.pullStrength);
  pull.press = point;
  pull.target = pull.start;
  return true;
}

void Viewport::dragPull(const QMouseEvent& event) {
  if (!pullDrag_) {
    return;  // it was let go: the rest of the drag does nothing
  }
  PullDrag& pull = *pullDrag_;
  const Snapshot& now = *simulation_.snapshot();
  if (pull.sequence && now.run.lastCommand >= *pull.sequence && !now.scene.pull) {
    pullDrag_.reset();
    notify("The pull has ended: what was pulled is gone, or the run is another one");
    return;
  }
  const QPointF way = event.position() - pull.press;
  if (!pull.sequence && std::hypot(way.x(), way.y()) < kPullThreshold) {
    return;
  }
  const auto there = onPlane(gizmoView(pull.side).rayAt(pixels(event.position())), pull.start, pull.normal);
  if (!there || (pull.sequence && *there + pull.offset == pull.target)) {
    return;
  }
  pull.target = *there + pull.offset;
  if (pull.sequence) {
    simulation_.post(MovePull{pull.target});
  } else {
    pull.sequence = simulation_.post(StartPull{pull.particle, pull.target, pull.stiffness, pull.grip});
  }
}

void Viewport::letGo() {
  const Snapshot& now = *simulation_.snapshot();
  // What has left, or another scene, has ended it already.
  if (pullDrag_ && pullDrag_->sequence && (now.run.lastCommand < *pullDrag_->sequence || now.scene.pull)) {
    simulation_.post(EndPull{});
  }
  pullDrag_.reset();
  requestFrame();
}

void Viewport::releasePull() {
  if (pullDrag_ && !pullDrag_->sequence) {
    pickAt(pullDrag_->press);  // a click
  }
  letGo();
}

std::optional<PullOverlay> Viewport::pullOverlay() const {
  const Snapshot& now = *simulation_.snapshot();
  if (!now.scene.pull || !split_.sides[0].shown) {
    return std::nullopt;
  }
  const auto pulled = pulledThing(now, *now.scene.pull);
  const bool isHeld = pullDrag_ && pullDrag_->sequence && pullDrag_->particle == now.scene.pull->particle &&
                      pullDrag_->grip.has_value() == now.scene.pull->grip.has_value();
  const auto from = pulled ? handlePixel(pulled->place) : std::nullopt;
  const auto to = handlePixel(isHeld ? pullDrag_->target : now.scene.pull->target);
  if (!from || !to) {
    return std::nullopt;
  }
  const double force = now.scene.pull->force.norm();
  const double weight = pulled->mass * now.scene.parameters.gravity.norm();
  PullOverlay overlay{static_cast<float>(from->x()), static_cast<float>(from->y()), static_cast<float>(to->x()),
                      static_cast<float>(to->y()), quantity(force, "N")};
  if (weight > 0.0) {
    overlay.label += fmt::format("  {:.3g} × its weight", force / weight);
  }
  return overlay;
}

}  // namespace scree
