#include "app/viewport/tools/measure_tool.h"

#include <fmt/format.h>

#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>
#include <utility>

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/tools/gizmo_lines.h"
#include "app/viewport/tools/measure_shape.h"

namespace scree {

namespace {

constexpr double kMeasureDrag = 3.0;   // way from the press that makes a drag [px]
constexpr double kMeasureReach = 9.0;  // distance from a point within which a press takes it [px]

double wayBetween(const QPointF& a, const QPointF& b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

MeasurePoint* pointOf(MeasureKind& kind, std::size_t index) {
  if (auto* ruler = std::get_if<MeasureRuler>(&kind)) {
    return index == 0 ? &ruler->from : &ruler->to;
  }
  auto* angle = std::get_if<MeasureAngle>(&kind);
  return angle == nullptr ? nullptr : &angle->points[index];
}

}  // namespace

void MeasureTool::begin(int kind) {
  ViewOptions& view = context_.host.options;
  const bool ends = placing() == kind;
  cancel();
  placing().reset();
  context_.host.layout.follow("measure");
  context_.host.requestFrame();
  if (ends) {
    return;
  }
  if (kind == kReposeMeasure) {
    addMeasure(view, MeasureRepose{});
  } else if (kind == kGrainMeasure && view.selected) {
    addMeasure(view, MeasureGrain{*view.selected});
  } else {
    placing() = kind;
  }
}

Measure* MeasureTool::selected() const {
  ViewOptions& view = context_.host.options;
  return view.selectedMeasure ? findMeasure(view.measures, *view.selectedMeasure) : nullptr;
}

bool MeasureTool::hasGizmo() const {
  const Measure* measure = selected();
  return measure != nullptr && gizmoFormOf(measure->kind).has_value();
}

void MeasureTool::setMode(GizmoMode mode) {
  if (!drag_) {
    context_.host.memory.gizmoMode = static_cast<int>(mode);
    context_.host.requestFrame();
  }
}

void MeasureTool::beginFrame() {
  ViewOptions& view = context_.host.options;
  if (view.selectedSensor || (view.selectedMeasure && selected() == nullptr)) {
    view.selectedMeasure.reset();  // handles of one thing at a time
  }
  if (drag_ && findMeasure(view.measures, drag_->handle.measure) == nullptr) {
    drag_.reset();
  }
}

std::optional<MeasureHandle> MeasureTool::handleAt(const QPointF& point) const {
  const Snapshot& now = *context_.host.simulation.snapshot();
  std::optional<MeasureHandle> nearest;
  double least = kMeasureReach;
  if (context_.host.memory.parts.hideRun()) {
    return nearest;
  }
  for (const Measure& measure : context_.host.options.measures) {
    const std::vector<Vec3> handles = measure.shown ? handlesOf(now, measure) : std::vector<Vec3>();
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const auto at = context_.picker.pixelAt(handles[i]);
      if (at && wayBetween(*at, point) < least) {
        least = wayBetween(*at, point);
        nearest = MeasureHandle{measure.id, i};
      }
    }
  }
  return nearest;
}

std::vector<GizmoShape> MeasureTool::gizmo() const {
  const Measure* measure = selected();
  const auto form = measure != nullptr && measure->shown ? gizmoFormOf(measure->kind) : std::nullopt;
  if (!form || placing() || context_.host.memory.parts.hideRun() || !context_.views.split().sides[0].shown) {
    return {};
  }
  std::vector<GizmoShape> shapes = gizmoShapes(mode(), form->shape, form->pose, context_.picker.projection(0));
  if (form->isFlat) {
    std::erase_if(shapes,
                  [](const GizmoShape& one) { return one.handle.part == GizmoPart::size && one.handle.axis == 2; });
  }
  return shapes;
}

bool MeasureTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !context_.picker.hasPicture()) {
    return false;
  }
  const QPointF point = event.position();
  if (placing()) {
    return place(point);
  }
  if (const auto handle = handleAt(point)) {
    take(*handle, point, std::nullopt);
    return true;
  }
  const auto part = handleUnder(gizmo(), pixels(point));
  if (part) {
    take({*context_.host.options.selectedMeasure, 0}, point, part);
  }
  return part.has_value();
}

bool MeasureTool::place(const QPointF& point) {
  ViewOptions& view = context_.host.options;
  const int kind = *placing();
  const GizmoView seen = context_.picker.projection(0);
  const double size = kNewSize * seen.height;
  if (kind == kAngleMeasure) {
    placeAngle(point);
    return true;
  }
  if (kind == kRulerMeasure) {
    const MeasurePoint start = snap_.pointAt(point);
    const std::uint64_t id = addMeasure(view, MeasureRuler{start, start});
    take({id, 1}, point, std::nullopt);
    drag_->isNew = true;
  } else if (kind == kGrainMeasure) {
    const auto grain = context_.picker.grainAt(point);
    if (!grain || grain->side != 0) {
      context_.host.notify("There is no grain here: click on one");
      return true;
    }
    addMeasure(view, MeasureGrain{grain->id});
  } else {
    const Vec3 place = snap_.surfaceAt(point);
    addMeasure(view, placedKind(kind, place, size * seen.metresPerPixel(place)));
  }
  placing().reset();
  return true;
}

void MeasureTool::placeAngle(const QPointF& point) {
  points_.push_back(snap_.pointAt(point));
  if (points_.size() == 3) {
    addMeasure(context_.host.options, MeasureAngle{{points_[0], points_[1], points_[2]}});
    points_.clear();
    placing().reset();
  }
}

void MeasureTool::take(const MeasureHandle& handle, const QPointF& point, const std::optional<GizmoHandle>& part) {
  ViewOptions& view = context_.host.options;
  const Measure& measure = *findMeasure(view.measures, handle.measure);
  view.selectedMeasure = handle.measure;
  view.selectedSensor.reset();
  Drag& taken = drag_.emplace();
  taken.handle = handle;
  taken.before = measure.kind;
  taken.press = taken.last = point;
  if (const auto form = gizmoFormOf(measure.kind)) {
    taken.gizmo = GizmoDrag{.handle = part.value_or(GizmoHandle{}),
                            .start = form->pose,
                            .shape = form->shape,
                            .press = pixels(point),
                            .pointer = pixels(point),
                            .snaps = false,
                            .typed = {}};
  }
}

bool MeasureTool::move(const QMouseEvent& event) {
  if (!drag_) {
    return true;
  }
  const QPointF point = event.position();
  drag_->moved = drag_->moved || wayBetween(point, drag_->press) >= kMeasureDrag;
  if (drag_->gizmo) {
    const double pace = event.modifiers().testFlag(Qt::ShiftModifier) ? kFineMotion : 1.0;
    drag_->gizmo->pointer += pace * pixels(point - drag_->last);
    drag_->gizmo->snaps = event.modifiers().testFlag(Qt::ControlModifier);
  }
  drag_->last = point;
  if (drag_->moved && drag_->gizmo) {
    applyGizmo();
  } else if (drag_->moved) {
    applyPoint(point, false);
  }
  return true;
}

void MeasureTool::applyGizmo() {
  Measure* measure = findMeasure(context_.host.options.measures, drag_->handle.measure);
  if (measure == nullptr) {
    return;
  }
  const double step = meanDiameter(*context_.host.simulation.snapshot());
  const GizmoResult result = dragged(*drag_->gizmo, context_.picker.projection(0), step);
  measure->kind = withForm(measure->kind, result.pose, result.shape);
  drag_->label = result.label;
}

void MeasureTool::applyPoint(const QPointF& point, bool snaps) {
  Measure* measure = findMeasure(context_.host.options.measures, drag_->handle.measure);
  MeasurePoint* moved = measure == nullptr ? nullptr : pointOf(measure->kind, drag_->handle.point);
  if (moved == nullptr) {
    return;
  }
  if (snaps) {
    *moved = snap_.pointAt(point);
    return;
  }
  MeasurePoint start = *pointOf(drag_->before, drag_->handle.point);
  const Vec3 through = placeOf(*context_.host.simulation.snapshot(), start).value_or(start.place);
  *moved = {.place = snap_.inPlane(point, through), .grain = {}, .body = {}};
}

void MeasureTool::release(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !drag_) {
    return;
  }
  if (drag_->isNew && !drag_->moved) {
    removeMeasure(context_.host.options, drag_->handle.measure);
    placing() = kRulerMeasure;
    context_.host.notify("Press at one end of the ruler and drag to the other");
  } else if (drag_->moved && !drag_->gizmo) {
    applyPoint(event.position(), true);
  } else if (!drag_->moved) {
    context_.host.layout.follow("measure");  // a click shows its numbers
  }
  drag_.reset();
}

bool MeasureTool::cancel() {
  ViewOptions& view = context_.host.options;
  const bool wasPlacing = std::exchange(placing(), std::nullopt).has_value();
  points_.clear();
  if (drag_) {
    if (drag_->isNew) {
      removeMeasure(view, drag_->handle.measure);
    } else if (Measure* measure = findMeasure(view.measures, drag_->handle.measure)) {
      measure->kind = drag_->before;
    }
    drag_.reset();
    return true;
  }
  return wasPlacing;
}

void MeasureTool::abandon() { drag_.reset(); }

bool MeasureTool::hover(const QPointF& point, bool taken) {
  hotPoint_ = taken || placing() ? std::nullopt : handleAt(point);
  hotPart_ = taken || hotPoint_ ? std::nullopt : handleUnder(gizmo(), pixels(point));
  return placing() || hotPoint_ || hotPart_;
}

void MeasureTool::leave() {
  hotPoint_.reset();
  hotPart_.reset();
}

bool MeasureTool::wantsKey(const QKeyEvent& event) const {
  const bool isDelete = event.key() == Qt::Key_Delete && event.modifiers() == Qt::NoModifier;
  return isDelete && !drag_ && !placing() && selected() != nullptr;
}

void MeasureTool::key(const QKeyEvent&) { deleteSelected(); }

bool MeasureTool::deleteSelected() {
  if (drag_ || placing() || selected() == nullptr) {
    return false;
  }
  context_.host.undo.beginGesture();
  removeMeasure(context_.host.options, *context_.host.options.selectedMeasure);
  context_.host.requestFrame();
  return true;
}

GizmoOverlay MeasureTool::gizmoOverlay() const {
  GizmoOverlay overlay;
  const bool isHeld = drag_ && drag_->gizmo && drag_->moved;
  for (const GizmoShape& shape : gizmo()) {
    const bool isIt = drag_ && drag_->gizmo && drag_->gizmo->handle == shape.handle;
    if (isHeld && !isIt) {
      continue;
    }
    GizmoLine& line = overlay.lines.emplace_back(gizmoLineOf(shape));
    line.hot = isIt || (!drag_ && hotPart_ == shape.handle);
  }
  if (isHeld) {
    overlay.label = drag_->label;
    overlay.hint = "Shift fine · Ctrl steps · Esc";
    overlay.x = static_cast<float>(drag_->last.x());
    overlay.y = static_cast<float>(drag_->last.y());
  }
  return overlay;
}

std::string MeasureTool::hint() const {
  static constexpr std::array<const char*, kMeasureKindNames.size()> kHints = {
      "Ruler: press at one end and drag to the other",
      "Angle: click the end of the first line",
      "",
      "Flow: click where the plane is to be",
      "Region: click where it is to be",
      "Grain: click a grain to follow"};
  const int kind = *placing();
  const std::string what = kind == kAngleMeasure && points_.size() == 1   ? "Angle: click the corner"
                           : kind == kAngleMeasure && points_.size() == 2 ? "Angle: click the end of the second line"
                                                                          : kHints[static_cast<std::size_t>(kind)];
  return what + "  ·  Esc";
}

void MeasureTool::overlay(PanelContext& panels, const ProbeRect& free) const {
  if (!context_.views.split().sides[0].shown) {
    return;
  }
  const GizmoView view = context_.picker.projection(0);
  const MeasureProjection projection{view.camera, static_cast<float>(view.width), static_cast<float>(view.height),
                                     static_cast<float>(view.shift)};
  const std::optional<MeasureHandle> held = drag_ ? std::optional(drag_->handle) : hotPoint_;
  if (!context_.host.memory.parts.hideRun()) {
    drawMeasures(panels, projection, free, true, held);
  }
  drawMeasurePoints(panels, projection, points_);
  drawGizmo(panels, gizmoOverlay(), free);
  if (placing()) {
    drawHint(panels, free, "measure_hint", hint());
  }
}

}  // namespace scree
