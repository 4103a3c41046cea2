#include <imgui.h>

#include <array>
#include <cmath>

#include "app/overlays/overlays.h"
#include "app/overlays/part_colours.h"

namespace scree {

namespace {

constexpr ImU32 kUnder = IM_COL32(12, 14, 18, 150);
constexpr ImU32 kStale = IM_COL32(150, 150, 158, 120);
constexpr ImU32 kDot = IM_COL32(255, 196, 84, 130);
constexpr float kSmallDot = 1.6f;  // radius below which a dot is a square [px]

ImU32 withOpacity(ImU32 colour, float opacity) {
  const auto alpha = static_cast<ImU32>(255.0f * opacity);
  return (colour & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT);
}

}  // namespace

ImU32 colourOfPart(PartKind kind) {
  static constexpr std::array<ImU32, 6> kColours = {IM_COL32(150, 196, 246, 255),  // body
                                                    IM_COL32(255, 196, 84, 255),   // particles
                                                    IM_COL32(120, 222, 130, 255),  // emitter
                                                    IM_COL32(250, 118, 108, 255),  // sink
                                                    IM_COL32(214, 150, 250, 255),  // sensor
                                                    IM_COL32(96, 222, 226, 255)};  // joint
  return kColours[static_cast<std::size_t>(kind)];
}

void drawPartLines(PanelContext& /*context*/, std::span<const PartLine> lines) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const PartLine& line : lines) {
    const bool isStrong = line.selected || line.hot;
    const ImU32 colour = line.stale ? kStale : withOpacity(colourOfPart(line.part), isStrong ? 1.0f : 0.62f);
    const float width = isStrong ? 2.2f : 1.3f;
    for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
      const ImVec2 from(line.points[i][0], line.points[i][1]);
      const ImVec2 to(line.points[i + 1][0], line.points[i + 1][1]);
      if (isStrong && !line.stale) {
        list.AddLine(from, to, kUnder, width + 2.0f);
      }
      list.AddLine(from, to, colour, width);
    }
  }
}

void drawPreviewDots(std::span<const PreviewDot> dots) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const PreviewDot& dot : dots) {
    const float radius = std::max(dot.radius, 0.8f);
    if (radius < kSmallDot) {
      list.AddRectFilled({dot.x - radius, dot.y - radius}, {dot.x + radius, dot.y + radius}, kDot);
    } else if (radius < 6.0f) {
      list.AddNgonFilled({dot.x, dot.y}, radius, kDot, 6);
    } else {
      list.AddCircle({dot.x, dot.y}, radius, kDot, 18, 1.5f);
    }
  }
}

}  // namespace scree
