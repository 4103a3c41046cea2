#include "app/overlays/measure_overlay.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/overlays/label_place.h"
#include "app/widgets/measure_text.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr ImU32 kMeasureLine = IM_COL32(255, 120, 214, 255);
constexpr ImU32 kMeasureFill = IM_COL32(255, 120, 214, 34);
constexpr ImU32 kMeasureEdge = IM_COL32(16, 18, 22, 200);
constexpr ImU32 kMeasureHot = IM_COL32(255, 226, 96, 255);
constexpr int kCirclePieces = 48;
constexpr std::array<float, 2> kBesideGizmo = {62.0f, -92.0f};  // from the centre, beyond its rings [px]

/// Draws lines of one measure, in the world or on the picture.
class MeasurePen {
 public:
  MeasurePen(const MeasureProjection& projection, bool selected)
      : projection_(projection), width_(selected ? 2.6f : 1.9f) {}

  void line(const std::vector<Vec3>& points, bool closed = false) {
    std::vector<ImVec2> pixels;
    for (const Vec3& point : points) {
      const auto at = projection_.pixelOf(point);
      if (!at) {
        return;  // a part behind the eye: nothing sensible can be drawn
      }
      pixels.push_back({(*at)[0], (*at)[1]});
    }
    if (closed && pixels.size() > 2) {
      list_.AddConvexPolyFilled(pixels.data(), static_cast<int>(pixels.size()), kMeasureFill);
    }
    const ImDrawFlags flags = closed ? ImDrawFlags_Closed : ImDrawFlags_None;
    const int count = static_cast<int>(pixels.size());
    list_.AddPolyline(pixels.data(), count, kMeasureEdge, flags, width_ + 2.4f);
    list_.AddPolyline(pixels.data(), count, kMeasureLine, flags, width_);
  }
  /// Mark across the end of a line.
  void tick(const Vec3& end, const Vec3& other) {
    const auto a = projection_.pixelOf(end);
    const auto b = projection_.pixelOf(other);
    if (!a || !b) {
      return;
    }
    const float dx = (*b)[0] - (*a)[0];
    const float dy = (*b)[1] - (*a)[1];
    const float length = std::max(std::hypot(dx, dy), 1e-3f);
    const ImVec2 side(-6.0f * dy / length, 6.0f * dx / length);
    const ImVec2 from((*a)[0] - side.x, (*a)[1] - side.y);
    const ImVec2 to((*a)[0] + side.x, (*a)[1] + side.y);
    list_.AddLine(from, to, kMeasureEdge, width_ + 2.4f);
    list_.AddLine(from, to, kMeasureLine, width_);
  }
  void arrow(const Vec3& from, const Vec3& to) {
    line({from, to});
    const auto a = projection_.pixelOf(from);
    const auto b = projection_.pixelOf(to);
    if (!a || !b) {
      return;
    }
    const float dx = (*b)[0] - (*a)[0];
    const float dy = (*b)[1] - (*a)[1];
    const float length = std::hypot(dx, dy);
    if (length < 4.0f) {
      return;
    }
    const ImVec2 way(dx / length, dy / length);
    const auto at = [&](float along, float side) {
      return ImVec2((*b)[0] + along * way.x - side * way.y, (*b)[1] + along * way.y + side * way.x);
    };
    list_.AddTriangleFilled(at(6.0f, 0.0f), at(-7.0f, 7.0f), at(-7.0f, -7.0f), kMeasureEdge);
    list_.AddTriangleFilled(at(3.5f, 0.0f), at(-5.0f, 4.6f), at(-5.0f, -4.6f), kMeasureLine);
  }
  void ring(const Pose& pose, double radius, const Vec3& u, const Vec3& v, bool filled = false) {
    std::vector<Vec3> points;
    for (int i = 0; i < kCirclePieces; ++i) {
      const double turn = 2.0 * std::numbers::pi * i / kCirclePieces;
      points.push_back(pose.toWorld(radius * (std::cos(turn) * u + std::sin(turn) * v)));
    }
    if (!filled) {
      points.push_back(points.front());
    }
    line(points, filled);
  }

 private:
  const MeasureProjection& projection_;
  ImDrawList& list_ = *ImGui::GetBackgroundDrawList();
  float width_;
};

void drawBox(MeasurePen& pen, const Pose& pose, const Vec3& half) {
  const auto corner = [&](double x, double y, double z) { return pose.toWorld(half.cwiseProduct(Vec3(x, y, z))); };
  for (const double z : {-1.0, 1.0}) {
    pen.line({corner(-1, -1, z), corner(1, -1, z), corner(1, 1, z), corner(-1, 1, z), corner(-1, -1, z)});
  }
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) {
      pen.line({corner(x, y, -1), corner(x, y, 1)});
    }
  }
}

void drawRegion(MeasurePen& pen, const MeasureRegion& region) {
  const Vec3 x = Vec3::UnitX();
  const Vec3 y = Vec3::UnitY();
  const Vec3 z = Vec3::UnitZ();
  if (const auto* box = std::get_if<SensorBox>(&region.shape)) {
    drawBox(pen, region.pose, box->halfExtents);
  } else if (const auto* sphere = std::get_if<SensorSphere>(&region.shape)) {
    pen.ring(region.pose, sphere->radius, x, y);
    pen.ring(region.pose, sphere->radius, y, z);
    pen.ring(region.pose, sphere->radius, z, x);
  } else if (const auto* cylinder = std::get_if<SensorCylinder>(&region.shape)) {
    for (const double side : {-1.0, 1.0}) {
      pen.ring({region.pose.toWorld(side * cylinder->halfLength * z), region.pose.orientation}, cylinder->radius, x, y);
    }
    for (const Vec3& across : {x, Vec3(-x), y, Vec3(-y)}) {
      const Vec3 foot = cylinder->radius * across;
      pen.line(
          {region.pose.toWorld(foot - cylinder->halfLength * z), region.pose.toWorld(foot + cylinder->halfLength * z)});
    }
  }
}

void drawFlow(MeasurePen& pen, const MeasureFlow& flow) {
  const double w = flow.halfWidth;
  const double h = flow.halfHeight;
  if (flow.isDisk) {
    pen.ring(flow.pose, w, Vec3::UnitX(), Vec3::UnitY(), true);
  } else {
    pen.line({flow.pose.toWorld({-w, -h, 0}), flow.pose.toWorld({w, -h, 0}), flow.pose.toWorld({w, h, 0}),
              flow.pose.toWorld({-w, h, 0})},
             true);
  }
  pen.arrow(flow.pose.position, flow.pose.toWorld({0, 0, 0.6 * std::min(w, flow.isDisk ? w : h)}));
}

/// Lines down the slope, to both sides where the heap falls to all sides.
void drawSlope(MeasurePen& pen, const ReposeLine& slope, const Vec3& right) {
  const double drop = slope.length * std::tan(slope.angle);
  if (slope.downhill.norm() > 0.0) {
    pen.line({slope.top, slope.top + slope.length * slope.downhill - drop * Vec3::UnitZ()});
    return;
  }
  const Vec3 across = Vec3(right.x(), right.y(), 0.0).normalized();
  pen.line({slope.top - slope.length * across - drop * Vec3::UnitZ(), slope.top,
            slope.top + slope.length * across - drop * Vec3::UnitZ()});
}

/// Arc between the two lines of an angle, a third of the shorter one from the corner.
void drawArc(MeasurePen& pen, const std::vector<Vec3>& points) {
  const Vec3 first = points[0] - points[1];
  const Vec3 second = points[2] - points[1];
  const double radius = 0.33 * std::min(first.norm(), second.norm());
  const Vec3 u = first.normalized();
  const Vec3 rest = second - u * u.dot(second);
  if (!(radius > 0.0) || !(rest.norm() > 1e-9 * second.norm())) {
    return;
  }
  const Vec3 v = rest.normalized();
  const double whole = std::atan2(rest.norm(), u.dot(second));
  std::vector<Vec3> arc;
  constexpr int kPieces = 24;
  for (int i = 0; i <= kPieces; ++i) {
    const double turn = whole * i / kPieces;
    arc.push_back(points[1] + radius * (std::cos(turn) * u + std::sin(turn) * v));
  }
  pen.line(arc);
}

/// Draws the lines of a measure. Returns the place of its label in the world; nothing if there is nothing to see.
std::optional<Vec3> drawLines(MeasurePen& pen, const Snapshot& now, const Measure& measure,
                              const std::vector<Vec3>& handles, const Vec3& right) {
  if (std::holds_alternative<MeasureRuler>(measure.kind) && handles.size() == 2) {
    pen.line(handles);
    pen.tick(handles[0], handles[1]);
    pen.tick(handles[1], handles[0]);
    return Vec3(0.5 * (handles[0] + handles[1]));
  }
  if (std::holds_alternative<MeasureAngle>(measure.kind) && handles.size() == 3) {
    pen.line(handles);
    drawArc(pen, handles);
    return handles[1];
  }
  if (const auto* repose = std::get_if<MeasureRepose>(&measure.kind)) {
    if (repose->inBox) {
      drawBox(pen, repose->pose, repose->halfExtents);
    }
    const MeasureReading* reading = now.run.measures->find(measure.id);
    if (reading != nullptr && reading->slope) {
      drawSlope(pen, *reading->slope, right);
      return reading->slope->top;
    }
    return repose->inBox ? std::optional(repose->pose.position) : std::nullopt;
  }
  if (const auto* flow = std::get_if<MeasureFlow>(&measure.kind)) {
    drawFlow(pen, *flow);
    return flow->pose.position;
  }
  if (const auto* region = std::get_if<MeasureRegion>(&measure.kind)) {
    drawRegion(pen, *region);
    return region->pose.position;
  }
  return handles.empty() ? std::nullopt : std::optional(handles.front());
}

void drawDot(const std::array<float, 2>& at, bool hot) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float radius = hot ? 6.5f : 4.5f;
  list.AddCircleFilled({at[0], at[1]}, radius + 2.0f, kMeasureEdge);
  list.AddCircleFilled({at[0], at[1]}, radius, hot ? kMeasureHot : kMeasureLine);
}

/// Draws a plate with a stripe in the colour of measures.
void drawMeasurePlate(const ProbeRect& plate) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({plate.x0, plate.y0}, {plate.x1, plate.y1}, theme::kPlate, 4.0f);
  list.AddRectFilled({plate.x0, plate.y0}, {plate.x0 + 4.0f, plate.y1}, kMeasureLine, 4.0f,
                     ImDrawFlags_RoundCornersLeft);
}

/// Draws a text on a plate, with its lower left corner near a place and clear of other labels.
ProbeRect drawChip(PanelContext& context, const std::array<float, 2>& at, const ProbeRect& area,
                   const std::string& whole) {
  const std::string label = elided(whole, area.x1 - area.x0 - 30.0f);
  const ImVec2 text = ImGui::CalcTextSize(label.c_str());
  const float x = at[0] + 12.0f;
  const float y = at[1] - 10.0f;
  const ProbeRect plate = placeLabel(context, {x, y - text.y - 8.0f, x + text.x + 16.0f, y}, area);
  drawMeasurePlate(plate);
  ImGui::GetBackgroundDrawList()->AddText({plate.x0 + 10.0f, plate.y0 + 4.0f}, theme::kText, label.c_str());
  return plate;
}

void drawMeasure(PanelContext& context, const Measure& measure, const MeasureProjection& projection,
                 const ProbeRect& area, bool withHandles, const std::optional<MeasureHandle>& hot) {
  const Snapshot& now = *context.snapshot;
  const std::vector<Vec3> handles = handlesOf(now, measure);
  const bool selected = withHandles && context.view.selectedMeasure == measure.id;
  MeasurePen pen(projection, selected);
  const Vec3 right = projection.camera.axes().row(0).transpose();
  const auto place = drawLines(pen, now, measure, handles, right);
  const bool isPoint = std::holds_alternative<MeasureGrain>(measure.kind);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const auto at = projection.pixelOf(handles[i]);
    if (at && (withHandles || isPoint)) {
      drawDot(*at, hot == MeasureHandle{measure.id, i});
      constexpr float kHalf = 6.0f;
      context.probes.record(fmt::format("measure_handle.{}.{}", measure.id, i),
                            {(*at)[0] - kHalf, (*at)[1] - kHalf, (*at)[0] + kHalf, (*at)[1] + kHalf});
    }
  }
  auto at = place ? projection.pixelOf(*place) : std::nullopt;
  if (at) {
    if (selected && hasForm(measure.kind)) {
      *at = {(*at)[0] + kBesideGizmo[0], (*at)[1] + kBesideGizmo[1]};
    }
    const std::string value = measureText(now, measure);
    const std::string probe = fmt::format("measure_label.{}", measure.id);
    context.probes.record(probe, drawChip(context, *at, area, fmt::format("{}  {}", measure.name, value)));
    context.probes.recordText(probe, value);
  }
}

}  // namespace

std::optional<std::array<float, 2>> MeasureProjection::pixelOf(const Vec3& point) const {
  const Eigen::Vector3d seen = camera.seen(point);
  const double tangent = std::tan(0.5 * static_cast<double>(camera.fieldOfView));
  const auto distance = static_cast<double>(camera.distance);
  const double depth = camera.parallel ? distance : -seen.z();
  if (!(depth > 1e-3 * distance)) {
    return std::nullopt;
  }
  const double scale = 0.5 * static_cast<double>(height) / (tangent * depth);
  return std::array{
      static_cast<float>(0.5 * static_cast<double>(width) + static_cast<double>(shift) + scale * seen.x()),
      static_cast<float>(0.5 * static_cast<double>(height) - scale * seen.y())};
}

void drawMeasures(PanelContext& context, const MeasureProjection& projection, const ProbeRect& area, bool withHandles,
                  const std::optional<MeasureHandle>& hot) {
  for (const Measure& measure : context.view.measures) {
    if (measure.shown) {
      drawMeasure(context, measure, projection, area, withHandles, hot);
    }
  }
}

void drawMeasurePoints(PanelContext& context, const MeasureProjection& projection,
                       std::span<const MeasurePoint> points) {
  std::vector<Vec3> places;
  for (const MeasurePoint& point : points) {
    if (const auto place = placeOf(*context.snapshot, point)) {
      places.push_back(*place);
    }
  }
  if (places.size() > 1) {
    MeasurePen(projection, false).line(places);
  }
  for (const Vec3& place : places) {
    if (const auto at = projection.pixelOf(place)) {
      drawDot(*at, false);
    }
  }
}

void drawHint(PanelContext& context, const ProbeRect& area, std::string_view name, const std::string& hint) {
  const float font = ImGui::GetFontSize();
  const float most = std::max(area.x1 - area.x0 - 3.0f * font, 6.0f * font);
  const ImVec2 size = ImGui::CalcTextSize(hint.c_str(), nullptr, false, most);
  const ImVec2 wanted(std::floor(0.5f * (area.x0 + area.x1 - size.x)), area.y0 + 1.2f * font);
  const ProbeRect plate = placeLabel(
      context, {wanted.x - 10.0f, wanted.y - 4.0f, wanted.x + size.x + 8.0f, wanted.y + size.y + 4.0f}, area);
  const ImVec2 low(plate.x0 + 10.0f, plate.y0 + 4.0f);
  drawMeasurePlate(plate);
  ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), font, low, theme::kText, hint.c_str(), nullptr, most);
  context.probes.record(name, plate);
  context.probes.recordText(name, hint);
}

}  // namespace scree
