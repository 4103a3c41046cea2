#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/document/simulation.h"
#include "app/render/geometry/body_ray.h"
#include "app/render/geometry/joint_bars.h"
#include "app/ui_state/sensor_edits.h"
#include "app/viewport/qt_values.h"
#include "app/viewport/viewport.h"

// What is under the pointer: picking it, centring on it, and the menu of what can be done there.
namespace scree {

namespace {

constexpr double kJointReach = 9.0;  // px

double distanceToLine(const Vec2& point, const Vec2& from, const Vec2& to) {
  const Vec2 way = to - from;
  const double square = way.squaredNorm();
  const double part = square > 0.0 ? std::clamp((point - from).dot(way) / square, 0.0, 1.0) : 0.0;
  return (from + part * way - point).norm();
}

}  // namespace

std::optional<Viewport::GrainUnder> Viewport::grainUnder(const QPointF& point) {
  if (shown_ == nullptr || !failure_.empty()) {
    return std::nullopt;
  }
  const std::size_t side = sideAt(point);
  const Snapshot& seen = side == 0 ? *shown_ : *shown_->twin.snapshot->other;
  const double ratio = devicePixelRatioF();
  const QSize size = devicePixels();
  makeCurrent();
  const auto index =
      rendererOf(side).pick(cameraOf(split_.sides[side], camera_.camera()), static_cast<int>(point.x() * ratio),
                            static_cast<int>(point.y() * ratio), size.width(), size.height(), split_.sides[side].part);
  doneCurrent();
  if (!index || *index >= seen.grains.id.size()) {
    return std::nullopt;
  }
  return GrainUnder{side, *index, seen.grains.id[*index]};
}

std::optional<Vec3> Viewport::pointUnder(const QPointF& point) {
  if (shown_ == nullptr || !failure_.empty()) {
    return std::nullopt;
  }
  const std::size_t side = sideAt(point);
  const double ratio = devicePixelRatioF();
  const QSize size = devicePixels();
  makeCurrent();
  const auto there = rendererOf(side).pointAt(cameraOf(split_.sides[side], camera_.camera()),
                                              static_cast<int>(point.x() * ratio), static_cast<int>(point.y() * ratio),
                                              size.width(), size.height(), split_.sides[side].part);
  doneCurrent();
  return there ? std::optional(Vec3(there->cast<double>())) : std::nullopt;
}

void Viewport::pickAt(const QPointF& point) {
  if (shown_ == nullptr || !failure_.empty()) {
    return;
  }
  options_.selected.reset();
  options_.selectedPart = jointUnder(point);
  if (options_.selectedPart) {
    layout_.reveal("scene");
    return;
  }
  const auto grain = grainUnder(point);
  if (const auto body = bodyUnder(point, grain)) {
    options_.selectedPart = PickedPart{.isJoint = false, .index = body->body};
    layout_.reveal("scene");
  } else if (grain) {
    options_.selected = grain->id;
    memory_.twin.pickedInTwin = grain->side == 1;
    layout_.reveal("inspector");
  }
}

std::optional<BodyHit> Viewport::bodyUnder(const QPointF& point, const std::optional<GrainUnder>& grain) const {
  if (!options_.showBodies || shown_ == nullptr) {
    return std::nullopt;
  }
  const std::size_t side = sideAt(point);
  const Snapshot& seen = side == 0 ? *shown_ : *shown_->twin.snapshot->other;
  const Ray ray = gizmoView(side).rayAt(pixels(point));
  const bool isClipped = options_.clip.on && options_.clip.bodies;
  const auto hit = bodyAt(seen, ray.origin, ray.direction,
                          [&](std::uint32_t, const Vec3& place) { return !isClipped || !isCut(options_.clip, place); });
  if (!hit || !grain) {
    return hit;
  }
  // One looks through walls at grains, but not through what is moved like they are.
  const Eigen::Vector4f& sphere = seen.grains.positionRadius[grain->index];
  const double depth = (sphere.head<3>().cast<double>() - ray.origin).dot(ray.direction) / ray.direction.squaredNorm();
  const double radius = static_cast<double>(sphere.w()) / ray.direction.norm();
  const bool hides = seen.scene.bodies[hit->body].mass > 0.0 && !hit->isContainer && hit->distance < depth - radius;
  return hides ? hit : std::nullopt;
}

std::optional<PickedPart> Viewport::jointUnder(const QPointF& point) const {
  if (!options_.layers.joints) {
    return std::nullopt;
  }
  const std::size_t side = sideAt(point);
  const Snapshot& seen = side == 0 ? *shown_ : *shown_->twin.snapshot->other;
  const GizmoView view = gizmoView(side);
  std::optional<PickedPart> nearest;
  double least = kJointReach;
  for (std::uint32_t i = 0; i < seen.scene.joints.size(); ++i) {
    const JointLine line = lineOf(seen, seen.scene.joints[i]);
    const auto from = view.pixelOf(line.from);
    const auto to = view.pixelOf(line.to);
    if (from && to && distanceToLine(pixels(point), *from, *to) < least) {
      least = distanceToLine(pixels(point), *from, *to);
      nearest = PickedPart{.isJoint = true, .index = i};
    }
  }
  return nearest;
}

void Viewport::centreAt(const QPointF& point) {
  if (shown_ == nullptr || !failure_.empty()) {
    return;
  }
  const auto there = pointUnder(point);
  if (!there) {
    frameScene();
    return;
  }
  Camera goal = camera_.goal();
  goal.target = there->cast<float>();
  camera_.flyTo(goal);
  requestFrame();
}

void Viewport::openMenu(const QPointF& point) {
  auto* menu = new QMenu(this);
  menu->setObjectName("scene_menu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  const auto add = [this](QMenu* to, const QString& name, const QString& text, const QString& help, auto run) {
    QAction* action = to->addAction(text);
    action->setObjectName(name);
    action->setToolTip(help);
    connect(action, &QAction::triggered, this, [this, run] {
      undo_.beginGesture();
      run();
      requestFrame();
    });
  };
  if (const auto index = handleAt(point)) {
    options_.selectedSensor = *index;
    for (const std::string_view id :
         {"gizmo_move", "gizmo_rotate", "gizmo_scale", "duplicate_sensor", "delete_sensor"}) {
      const auto action = std::find_if(actions_.begin(), actions_.end(), [id](const auto& a) { return a.id == id; });
      add(menu, QString::fromStdString("menu_" + std::string(id)), QString::fromStdString(action->text),
          QString::fromStdString(action->tooltip), [this, id] { trigger_(id); });
    }
    menu->addSeparator();
  }
  if (const auto grain = grainUnder(point)) {
    const auto pick = [this, grain = *grain] {
      options_.selected = grain.id;
      memory_.twin.pickedInTwin = grain.side == 1;
      layout_.reveal("inspector");
    };
    add(menu, "menu_explain", QString("Explain grain %1").arg(grain->id),
        "Says in words why it last merged or was split off, and why it is free.", pick);
    add(menu, "menu_fly", "Fly to it", "Shows this grain and its neighbours.", [this, pick] {
      pick();
      frameSelection();
    });
  }
  add(menu, "menu_centre", "Centre here", "The camera turns about this point; on nothing: shows the whole scene.",
      [this, point] { centreAt(point); });
  QMenu* sensors = menu->addMenu("Add split sensor here");
  sensors->setObjectName("menu_add");
  sensors->setToolTipsVisible(true);
  for (int kind = 0; kind < static_cast<int>(kSensorShapeNames.size()); ++kind) {
    const std::string_view shape = kSensorShapeNames[static_cast<std::size_t>(kind)];
    QString text = QString::fromUtf8(shape.data(), static_cast<qsizetype>(shape.size()));
    const QString name = "menu_add_" + QString(text).replace('-', '_');
    text[0] = text[0].toUpper();
    add(sensors, name, text, "No grain in it merges. It is some grains large.",
        [this, kind, point] { addSensorAt(kind, point); });
  }
  menu->popup(mapToGlobal(point.toPoint()));
}

}  // namespace scree
