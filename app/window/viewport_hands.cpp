#include <fmt/format.h>

#include <QMenu>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "app/panels/sensor_edits.h"
#include "app/panels/widgets.h"
#include "app/window/simulation.h"
#include "app/window/viewport.h"

// What is under the pointer: picking it, centring on it, pulling it, and the menu of what can be done there.
namespace scree {

namespace {

constexpr double kPullThreshold = 4.0;  // px

Vec2 pixels(const QPointF& point) { return {point.x(), point.y()}; }

std::optional<std::size_t> indexOf(const Snapshot& snapshot, ParticleId id) {
  const auto found = std::lower_bound(snapshot.id.begin(), snapshot.id.end(), id);
  return found != snapshot.id.end() && *found == id
             ? std::optional(static_cast<std::size_t>(found - snapshot.id.begin()))
             : std::nullopt;
}

Vec3 placeOf(const Snapshot& snapshot, std::size_t index) {
  return snapshot.positionRadius[index].head<3>().cast<double>();
}

}  // namespace

std::optional<Viewport::GrainUnder> Viewport::grainUnder(const QPointF& point) {
  if (shown_ == nullptr || !failure_.empty()) {
    return std::nullopt;
  }
  const std::size_t side = sideAt(point);
  const Snapshot& seen = side == 0 ? *shown_ : *shown_->twin->other;
  const double ratio = devicePixelRatioF();
  const QSize size = devicePixels();
  makeCurrent();
  const auto index =
      rendererOf(side).pick(cameraOf(split_.sides[side], camera_.camera()), static_cast<int>(point.x() * ratio),
                            static_cast<int>(point.y() * ratio), size.width(), size.height(), split_.sides[side].part);
  doneCurrent();
  if (!index || *index >= seen.id.size()) {
    return std::nullopt;
  }
  return GrainUnder{side, *index, seen.id[*index]};
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
  if (const auto grain = grainUnder(point)) {
    options_.selected = grain->id;
    memory_.twin.pickedInTwin = grain->side == 1;
    layout_.reveal("inspector");
  } else {
    options_.selected.reset();
  }
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

bool Viewport::takeGrain(const QPointF& point) {
  const auto grain = grainUnder(point);
  if (!grain) {
    return false;
  }
  const Snapshot& seen = grain->side == 0 ? *shown_ : *shown_->twin->other;
  const GizmoView view = gizmoView(grain->side);
  const Parameters& p = seen.parameters;
  PullDrag& pull = pullDrag_.emplace();
  pull.particle = grain->id;
  pull.side = grain->side;
  pull.start = placeOf(seen, grain->index);
  pull.normal = view.right().cross(view.up());
  pull.offset = pull.start - onPlane(view.rayAt(pixels(point)), pull.start, pull.normal).value_or(pull.start);
  pull.stiffness = pullStiffness(static_cast<double>(seen.mass[grain->index]),
                                 2.0 * static_cast<double>(seen.positionRadius[grain->index].w()), p.gravity.norm(),
                                 p.timeStep, memory_.pullStrength);
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
  if (pull.sequence && now.lastCommand >= *pull.sequence && !now.pull) {
    pullDrag_.reset();
    notify("The pull has ended: the grain is gone, or the run is another one");
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
    pull.sequence = simulation_.post(StartPull{pull.particle, pull.target, pull.stiffness});
  }
}

void Viewport::letGoOfGrain() {
  const Snapshot& now = *simulation_.snapshot();
  // A grain that has left, or another scene, has ended it already.
  if (pullDrag_ && pullDrag_->sequence && (now.lastCommand < *pullDrag_->sequence || now.pull)) {
    simulation_.post(EndPull{});
  }
  pullDrag_.reset();
  requestFrame();
}

void Viewport::releasePull() {
  if (pullDrag_ && !pullDrag_->sequence) {
    pickAt(pullDrag_->press);  // a click
  }
  letGoOfGrain();
}

std::optional<PullOverlay> Viewport::pullOverlay() const {
  const Snapshot& now = *simulation_.snapshot();
  if (!now.pull || !split_.sides[0].shown) {
    return std::nullopt;
  }
  const auto index = indexOf(now, now.pull->particle);
  const bool isHeld = pullDrag_ && pullDrag_->sequence && pullDrag_->particle == now.pull->particle;
  const auto from = index ? handlePixel(placeOf(now, *index)) : std::nullopt;
  const auto to = handlePixel(isHeld ? pullDrag_->target : now.pull->target);
  if (!from || !to) {
    return std::nullopt;
  }
  const double force = now.pull->force.norm();
  const double weight = static_cast<double>(now.mass[*index]) * now.parameters.gravity.norm();
  PullOverlay overlay{static_cast<float>(from->x()), static_cast<float>(from->y()), static_cast<float>(to->x()),
                      static_cast<float>(to->y()), quantity(force, "N")};
  if (weight > 0.0) {
    overlay.label += fmt::format("  {:.3g} × its weight", force / weight);
  }
  return overlay;
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
