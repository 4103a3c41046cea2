#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/overlays/overlays.h"
#include "app/widgets/widgets.h"

// Buttons at the left edge of the view for the most common actions on split sensors.
namespace scree {

namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr std::array<std::string_view, 7> kTools = {"add_box",    "add_sphere",   "add_cylinder", "add_half_space",
                                                    "gizmo_move", "gizmo_rotate", "gizmo_scale"};
constexpr std::size_t kFirstMode = 4;

/// Draws lines of an icon in a square whose sides are at -1 and 1, y up.
class Pen {
 public:
  Pen(ImVec2 middle, float half, ImU32 colour)
      : list_(*ImGui::GetWindowDrawList()), middle_(middle), half_(half), colour_(colour) {}

  void line(std::initializer_list<std::array<float, 2>> points, bool closed = false) {
    for (const auto& [x, y] : points) {
      list_.PathLineTo(at(x, y));
    }
    list_.PathStroke(colour_, closed ? ImDrawFlags_Closed : ImDrawFlags_None, thickness());
  }
  /// Draws a part of an ellipse about (0, y); angles in radians, counterclockwise from the right.
  void arc(float y, float width, float height, float from, float to) {
    constexpr int kPieces = 24;
    for (int i = 0; i <= kPieces; ++i) {
      const float angle = from + (to - from) * static_cast<float>(i) / kPieces;
      list_.PathLineTo(at(width * std::cos(angle), y + height * std::sin(angle)));
    }
    list_.PathStroke(colour_, ImDrawFlags_None, thickness());
  }
  /// Draws the head of an arrow: its point is at (x, y), its direction the unit vector (dx, dy).
  void head(float x, float y, float dx, float dy) {
    constexpr float kLong = 0.42f;
    constexpr float kWide = 0.3f;
    list_.AddTriangleFilled(at(x, y), at(x - kLong * dx - kWide * dy, y - kLong * dy + kWide * dx),
                            at(x - kLong * dx + kWide * dy, y - kLong * dy - kWide * dx), colour_);
  }

 private:
  ImVec2 at(float x, float y) const { return {middle_.x + half_ * x, middle_.y - half_ * y}; }
  float thickness() const { return std::max(1.0f, 0.17f * half_); }

  ImDrawList& list_;
  ImVec2 middle_;
  float half_;
  ImU32 colour_;
};

void drawIcon(std::size_t tool, Pen pen) {
  switch (tool) {
    case 0:
      pen.line({{-0.9f, -0.8f}, {0.4f, -0.8f}, {0.4f, 0.4f}, {-0.9f, 0.4f}}, true);
      pen.line({{-0.9f, 0.4f}, {-0.4f, 0.9f}, {0.9f, 0.9f}, {0.4f, 0.4f}});
      pen.line({{0.9f, 0.9f}, {0.9f, -0.3f}, {0.4f, -0.8f}});
      return;
    case 1:
      pen.arc(0.0f, 0.9f, 0.9f, 0.0f, 2.0f * kPi);
      pen.arc(0.0f, 0.9f, 0.32f, kPi, 2.0f * kPi);
      return;
    case 2:
      pen.arc(0.65f, 0.7f, 0.27f, 0.0f, 2.0f * kPi);
      pen.arc(-0.65f, 0.7f, 0.27f, kPi, 2.0f * kPi);
      pen.line({{-0.7f, 0.65f}, {-0.7f, -0.65f}});
      pen.line({{0.7f, 0.65f}, {0.7f, -0.65f}});
      return;
    case 3:
      pen.line({{-0.95f, 0.3f}, {0.95f, 0.3f}});
      for (const float x : {-0.6f, -0.1f, 0.4f, 0.9f}) {
        pen.line({{x, 0.3f}, {x - 0.35f, -0.5f}});
      }
      return;
    case 4:
      pen.line({{-0.7f, 0.0f}, {0.7f, 0.0f}});
      pen.line({{0.0f, -0.7f}, {0.0f, 0.7f}});
      pen.head(1.0f, 0.0f, 1.0f, 0.0f);
      pen.head(-1.0f, 0.0f, -1.0f, 0.0f);
      pen.head(0.0f, 1.0f, 0.0f, 1.0f);
      pen.head(0.0f, -1.0f, 0.0f, -1.0f);
      return;
    case 5:
      pen.arc(0.0f, 0.78f, 0.78f, 0.1f * kPi, 1.65f * kPi);
      pen.head(0.78f, -0.1f, 0.0f, -1.0f);
      return;
    default:
      pen.line({{-0.9f, -0.9f}, {-0.1f, -0.9f}, {-0.1f, -0.1f}, {-0.9f, -0.1f}}, true);
      pen.line({{0.0f, 0.0f}, {0.6f, 0.6f}});
      pen.head(0.9f, 0.9f, 0.7071f, 0.7071f);
  }
}

/// Draws a square button that runs the action of a tool.
void drawTool(PanelContext& context, std::size_t tool, float size, bool lit) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const std::string name = fmt::format("tool.{}", kTools[tool]);
  actionButton(context, kTools[tool], ("##" + name).c_str(), size, lit);
  probe(context, name);
  const ImU32 colour = ImGui::IsItemHovered() || lit ? theme::kText : theme::kDim;
  const float height = ImGui::GetItemRectSize().y;
  drawIcon(tool, Pen({low.x + 0.5f * size, low.y + 0.5f * height}, 0.3f * std::min(size, height), colour));
}

}  // namespace

void drawToolbar(PanelContext& context, const ProbeRect& freeArea) {
  const bool isHandled =
      (context.view.selectedSensor && *context.view.selectedSensor < context.snapshot->scene.sensors.size()) ||
      (context.memory.parts.areShown() && context.memory.parts.selected);
  const std::size_t count = isHandled ? kTools.size() : kFirstMode;
  const float font = ImGui::GetFontSize();
  const float padding = std::round(0.25f * font);
  const float gap = std::round(0.15f * font);
  const float size = ImGui::GetFrameHeight() + std::round(0.3f * font);
  const float rows = static_cast<float>(count) + (isHandled ? 0.5f : 0.0f);
  const float height = rows * (size + gap) + 2.0f * padding;
  constexpr float kRoom = 3.0f;  // least width of the view, in units of three buttons
  const bool isEmpty = context.snapshot->particles() == 0 && context.snapshot->scene.bodies.empty();
  if (isEmpty || freeArea.y1 - freeArea.y0 < 1.2f * height || freeArea.x1 - freeArea.x0 < kRoom * 3.0f * size) {
    return;
  }
  ImGui::SetNextWindowPos({freeArea.x0 + 2.0f * padding, std::round(0.5f * (freeArea.y0 + freeArea.y1 - height))});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.0f, 0.5f * (size - font)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImU32(theme::kSoftPlate));
  ImGui::Begin("##toolbar", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PopStyleVar();  // tooltips keep the usual padding
  for (std::size_t tool = 0; tool < count; ++tool) {
    if (tool == kFirstMode) {
      ImGui::Dummy({size, 0.5f * gap});
      ImGui::Separator();
    }
    const int mode = static_cast<int>(tool) - static_cast<int>(kFirstMode);
    drawTool(context, tool, size, mode >= 0 && context.memory.gizmoMode == mode);
  }
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

}  // namespace scree
