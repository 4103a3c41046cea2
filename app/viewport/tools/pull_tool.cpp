#include "app/viewport/tools/pull_tool.h"

#include <fmt/format.h>

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/document/simulation.h"
#include "app/render/geometry/scene_fit.h"
#include "app/viewport/handles/qt_values.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr double kPullThreshold = 4.0;  // way from the press that starts a pull [px]

/// Longest edge of the boxes around a body's shapes [m].
double sizeOfPulled(const SnapshotBody& body) {
  double size = 0.0;
  for (const ShapeInstance& shape : *body.shapes) {
    const auto half = halfExtentsOf(shape.shape);
    size = std::max(size, half ? 2.0 * half->maxCoeff() : 0.0);
  }
  return size;
}

/// Grain or body at the end of the spring.
struct Pulled {
  Vec3 place;   ///< point at which the spring pulls [m]
  double mass;  ///< mass [kg]
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
  return Pulled{snapshot.placeOf(index), static_cast<double>(snapshot.grains.mass[index])};
}

}  // namespace

bool PullTool::press(const QMouseEvent& event) {
  return event.button() == Qt::LeftButton && event.modifiers().testFlag(Qt::ControlModifier) && take(event.position());
}

bool PullTool::take(const QPointF& point) {
  const auto grain = context_.picker.grainAt(point);
  const auto body = context_.picker.bodyAt(point, grain);
  if (!grain && !body) {
    return false;
  }
  const std::size_t side = context_.views.sideAt(point);
  const Snapshot& seen = context_.views.shownOn(side);
  if (body && !(seen.scene.bodies[body->body].mass > 0.0)) {
    context_.host.notify(fmt::format("{} moves as the scene says: only grains and bodies with a mass are pulled",
                                     seen.scene.bodies[body->body].name));
    return false;
  }
  const GizmoView view = context_.picker.projection(side);
  Drag& pull = drag_.emplace();
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
    pull.start = seen.placeOf(grain->index);
    mass = static_cast<double>(seen.grains.mass[grain->index]);
    size = 2.0 * static_cast<double>(seen.grains.positionRadius[grain->index].w());
  }
  pull.offset = pull.start - onPlane(view.rayAt(pixels(point)), pull.start, pull.normal).value_or(pull.start);
  const Parameters& p = seen.scene.parameters;
  pull.stiffness = pullStiffness(mass, size, p.gravity.norm(), p.timeStep, context_.host.memory.pullStrength);
  pull.press = point;
  pull.target = pull.start;
  return true;
}

bool PullTool::move(const QMouseEvent& event) {
  if (!drag_) {
    return true;  // the pull was let go: the rest of the drag does nothing
  }
  Simulation& simulation = context_.host.simulation;
  const Snapshot& now = *simulation.snapshot();
  if (drag_->sequence && now.run.lastCommand >= *drag_->sequence && !now.scene.pull) {
    drag_.reset();
    context_.host.notify("The pull has ended: what was pulled is gone, or the run is another one");
    return true;
  }
  Drag& pull = *drag_;
  const QPointF way = event.position() - pull.press;
  if (!pull.sequence && std::hypot(way.x(), way.y()) < kPullThreshold) {
    return true;
  }
  const Ray ray = context_.picker.projection(pull.side).rayAt(pixels(event.position()));
  const auto there = onPlane(ray, pull.start, pull.normal);
  if (!there || (pull.sequence && *there + pull.offset == pull.target)) {
    return true;
  }
  pull.target = *there + pull.offset;
  if (pull.sequence) {
    simulation.post(MovePull{pull.target});
  } else {
    pull.sequence = simulation.post(StartPull{pull.particle, pull.target, pull.stiffness, pull.grip});
  }
  return true;
}

void PullTool::letGo() {
  const Snapshot& now = *context_.host.simulation.snapshot();
  // The pull has ended by itself if the grain has left the world or another scene was opened.
  if (drag_ && drag_->sequence && (now.run.lastCommand < *drag_->sequence || now.scene.pull)) {
    context_.host.simulation.post(EndPull{});
  }
  drag_.reset();
  context_.host.requestFrame();
}

void PullTool::release(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) {
    return;
  }
  if (drag_ && !drag_->sequence) {
    pick_.pickAt(drag_->press);  // no pull was started: the press was a click
  }
  letGo();
}

bool PullTool::cancel() {
  if (!drag_) {
    return false;
  }
  letGo();
  return true;
}

std::optional<PullOverlay> PullTool::spring() const {
  const Snapshot& now = *context_.host.simulation.snapshot();
  if (!now.scene.pull || !context_.views.split().sides[0].shown) {
    return std::nullopt;
  }
  const auto pulled = pulledThing(now, *now.scene.pull);
  const bool isHeld = drag_ && drag_->sequence && drag_->particle == now.scene.pull->particle &&
                      drag_->grip.has_value() == now.scene.pull->grip.has_value();
  const auto from = pulled ? context_.picker.pixelAt(pulled->place) : std::nullopt;
  const auto to = context_.picker.pixelAt(isHeld ? drag_->target : now.scene.pull->target);
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

void PullTool::overlay(PanelContext& panels, const ProbeRect& free) const {
  if (const auto shown = spring()) {
    drawPull(panels, *shown, free);
  }
}

}  // namespace scree
