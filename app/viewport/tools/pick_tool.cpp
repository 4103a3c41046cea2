#include "app/viewport/tools/pick_tool.h"

#include <QMenu>
#include <QMouseEvent>
#include <QOpenGLWidget>
#include <algorithm>
#include <string>

#include "engine/world/sensor_shape_names.h"

namespace scree {

bool PickTool::press(const QMouseEvent& event) {
  if (event.type() != QEvent::MouseButtonDblClick || event.button() != Qt::LeftButton) {
    return false;
  }
  if (event.modifiers().testFlag(Qt::ShiftModifier)) {
    commands_.addAt(0, event.position());
  } else {
    centreAt(event.position());
  }
  return true;
}

void PickTool::release(const QMouseEvent& event) {
  if (event.button() == Qt::LeftButton) {
    pickAt(event.position());
  } else if (event.button() == Qt::RightButton) {
    openMenu(event.position());
  }
}

void PickTool::pickGrain(const GrainUnder& grain) {
  context_.host.options.selected = grain.id;
  context_.host.memory.twin.pickedInTwin = grain.side == 1;
  context_.host.layout.follow("inspector");
}

void PickTool::pickAt(const QPointF& point) {
  if (!context_.picker.hasPicture()) {
    return;
  }
  ViewOptions& options = context_.host.options;
  options.selected.reset();
  options.selectedPart = context_.picker.jointAt(point);
  if (options.selectedPart) {
    context_.host.layout.reveal("scene");
    return;
  }
  const auto grain = context_.picker.grainAt(point);
  if (const auto body = context_.picker.bodyAt(point, grain)) {
    options.selectedPart = PickedPart{.isJoint = false, .index = body->body};
    context_.host.layout.reveal("scene");
  } else if (grain) {
    pickGrain(*grain);
  }
}

void PickTool::centreAt(const QPointF& point) {
  if (!context_.picker.hasPicture()) {
    return;
  }
  if (const auto there = context_.picker.surfaceAt(point)) {
    context_.camera.centreOn(*there);
  } else {
    context_.camera.frameScene();
  }
}

void PickTool::openMenu(const QPointF& point) {
  auto* menu = new QMenu(&context_.host.widget);
  menu->setObjectName("scene_menu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  const auto add = [this](QMenu* to, const QString& name, const QString& text, const QString& help, auto run) {
    QAction* action = to->addAction(text);
    action->setObjectName(name);
    action->setToolTip(help);
    QObject::connect(action, &QAction::triggered, &context_.host.widget, [this, run] {
      context_.host.undo.beginGesture();
      run();
      context_.host.requestFrame();
    });
  };
  if (const auto index = sensors_.centreAt(point)) {
    context_.host.options.selectedSensor = *index;
    for (const std::string_view id :
         {"gizmo_move", "gizmo_rotate", "gizmo_scale", "duplicate_sensor", "delete_sensor"}) {
      const auto action = std::ranges::find(context_.actions, id, &ActionText::id);
      add(menu, QString::fromStdString("menu_" + std::string(id)), QString::fromStdString(action->text),
          QString::fromStdString(action->tooltip), [this, id] { context_.trigger(id); });
    }
    menu->addSeparator();
  }
  if (const auto grain = context_.picker.grainAt(point)) {
    add(menu, "menu_explain", QString("Explain grain %1").arg(grain->id),
        "Says in words why it last merged or was split off, and why it is free.",
        [this, grain = *grain] { pickGrain(grain); });
    add(menu, "menu_fly", "Fly to it", "Shows this grain and its neighbours.", [this, grain = *grain] {
      pickGrain(grain);
      context_.camera.frameSelection();
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
        [this, kind, point] { commands_.addAt(kind, point); });
  }
  menu->popup(context_.host.widget.mapToGlobal(point.toPoint()));
}

}  // namespace scree
