#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>

#include "app/overlays/overlays.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr ImU32 kOutline = IM_COL32(16, 18, 22, 190);
constexpr ImU32 kHot = IM_COL32(255, 226, 96, 255);
constexpr std::array<ImU32, 4> kColours = {IM_COL32(206, 212, 222, 255), IM_COL32(244, 84, 78, 255),
                                           IM_COL32(118, 204, 74, 255), IM_COL32(88, 152, 255, 255)};
constexpr float kThin = 2.2f;
constexpr float kThick = 3.4f;

ImVec2 pixel(const std::array<float, 2>& at) { return {at[0], at[1]}; }

ImU32 withAlpha(ImU32 colour, float alpha) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  c.w *= alpha;
  return ImGui::ColorConvertFloat4ToU32(c);
}

ImU32 colourOfLine(const GizmoLine& line) {
  const ImU32 colour = line.hot ? kHot : kColours[static_cast<std::size_t>(line.axis + 1)];
  return line.faint ? withAlpha(colour, 0.35f) : colour;
}

void drawArea(ImDrawList& list, const GizmoLine& line, ImU32 colour) {
  if (line.points.size() == 4) {
    const auto at = [&](std::size_t i) { return pixel(line.points[i]); };
    list.AddQuadFilled(at(0), at(1), at(2), at(3), withAlpha(colour, line.hot ? 0.65f : 0.4f));
    list.AddQuad(at(0), at(1), at(2), at(3), colour, 1.4f);
  }
}

void drawPieces(ImDrawList& list, const GizmoLine& line, ImU32 colour) {
  const float width = line.hot ? kThick : kThin;
  const auto front = [&](std::size_t i) { return line.isInFront.empty() || line.isInFront[i] != 0; };
  // Draws all outlines first, so that none covers a piece beside it.
  for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
    if (front(i) && !line.faint) {
      list.AddLine(pixel(line.points[i]), pixel(line.points[i + 1]), kOutline, width + 2.4f);
    }
  }
  for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
    list.AddLine(pixel(line.points[i]), pixel(line.points[i + 1]), front(i) ? colour : withAlpha(colour, 0.28f),
                 front(i) ? width : 1.2f);
  }
}

void drawTip(ImDrawList& list, const GizmoLine& line, ImU32 colour) {
  const std::size_t count = line.points.size();
  if (line.tip == GizmoLine::Tip::none || count < 2) {
    return;
  }
  const ImVec2 end = pixel(line.points[count - 1]);
  const ImVec2 from = pixel(line.points[count - 2]);
  const float dx = end.x - from.x;
  const float dy = end.y - from.y;
  const float length = std::max(std::sqrt(dx * dx + dy * dy), 1e-3f);
  const ImVec2 way(dx / length, dy / length);
  const float size = line.hot ? 7.0f : 5.8f;
  if (line.tip == GizmoLine::Tip::box) {
    list.AddRectFilled({end.x - size - 1.5f, end.y - size - 1.5f}, {end.x + size + 1.5f, end.y + size + 1.5f}, kOutline,
                       2.0f);
    list.AddRectFilled({end.x - size, end.y - size}, {end.x + size, end.y + size}, colour, 1.5f);
  } else if (line.tip == GizmoLine::Tip::disc) {
    list.AddCircleFilled(end, size + 2.0f, kOutline);
    list.AddCircleFilled(end, size + 0.5f, colour);
  } else {
    const auto at = [&](float along, float side) {
      return ImVec2(end.x + along * way.x - side * way.y, end.y + along * way.y + side * way.x);
    };
    const float long_ = 2.4f * size;
    list.AddTriangleFilled(at(long_ * 0.62f + 2.2f, 0.0f), at(-long_ * 0.42f - 1.2f, size + 2.0f),
                           at(-long_ * 0.42f - 1.2f, -size - 2.0f), kOutline);
    list.AddTriangleFilled(at(long_ * 0.62f, 0.0f), at(-long_ * 0.42f, size), at(-long_ * 0.42f, -size), colour);
  }
}

/// Draws one or two lines of text on a plate. Its upper left corner is at (x, y), or moved to keep the plate in `room`.
void drawPlate(ImDrawList& list, float x, float y, const ProbeRect& room, const std::string& first,
               const std::string& second) {
  const ImVec2 one = ImGui::CalcTextSize(first.c_str());
  const ImVec2 two = second.empty() ? ImVec2(0.0f, 0.0f) : ImGui::CalcTextSize(second.c_str());
  const ImVec2 size(std::max(one.x, two.x) + 12.0f, one.y + two.y + 7.0f);
  constexpr float kMargin = 4.0f;
  const ImVec2 low(std::clamp(x, room.x0 + kMargin, std::max(room.x0 + kMargin, room.x1 - size.x - kMargin)),
                   std::clamp(y, room.y0 + kMargin, std::max(room.y0 + kMargin, room.y1 - size.y - kMargin)));
  list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, theme::kPlate, 4.0f);
  list.AddText({low.x + 6.0f, low.y + 3.0f}, theme::kText, first.c_str());
  if (!second.empty()) {
    list.AddText({low.x + 6.0f, low.y + 3.0f + one.y}, theme::kDim, second.c_str());
  }
}

}  // namespace

void drawGizmo(PanelContext& context, const GizmoOverlay& gizmo, const ProbeRect& freeArea) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const GizmoLine& line : gizmo.lines) {
    const ImU32 colour = colourOfLine(line);
    if (line.filled) {
      drawArea(list, line, colour);
    } else {
      drawPieces(list, line, colour);
      drawTip(list, line, colour);
    }
    if (!line.name.empty()) {
      constexpr float kHalf = 6.0f;
      context.probes.record("gizmo." + line.name,
                            {line.grip[0] - kHalf, line.grip[1] - kHalf, line.grip[0] + kHalf, line.grip[1] + kHalf});
    }
  }
  if (!gizmo.label.empty()) {
    // The value stands above the pointer: the label of the split sensor stands below its handle.
    constexpr float kAside = 18.0f;
    const float height = 2.0f * ImGui::GetFontSize() + 6.0f;
    drawPlate(list, gizmo.x + kAside, gizmo.y - kAside - height, freeArea, gizmo.label, gizmo.hint);
    context.probes.record("gizmo.value", {gizmo.x, gizmo.y, gizmo.x, gizmo.y});
    context.probes.recordText("gizmo.value", gizmo.label);
  }
}

void drawPull(PanelContext& context, const PullOverlay& pull, const ProbeRect& freeArea) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 from(pull.x0, pull.y0);
  const ImVec2 to(pull.x1, pull.y1);
  list.AddLine(from, to, kOutline, 5.0f);
  list.AddLine(from, to, kHot, 2.2f);
  list.AddCircleFilled(from, 4.5f, kOutline);
  list.AddCircleFilled(from, 3.2f, kHot);
  list.AddCircle(to, 7.0f, kOutline, 0, 4.0f);
  list.AddCircle(to, 7.0f, kHot, 0, 2.0f);
  drawPlate(list, pull.x1 + 14.0f, pull.y1 - 26.0f, freeArea, pull.label, {});
  context.probes.record("pull", {pull.x1 - 7.0f, pull.y1 - 7.0f, pull.x1 + 7.0f, pull.y1 + 7.0f});
  context.probes.recordText("pull", pull.label);
}

}  // namespace scree
