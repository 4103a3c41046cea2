#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/overlays/overlays.h"
#include "app/widgets/widgets.h"

namespace scree {

void drawFilmCaption(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const float font = ImGui::GetFontSize();
  const std::string& own = context.memory.record.caption;
  std::string caption = own.empty() ? context.scene.name : own;
  caption += fmt::format("{}t {:.2f} s", caption.empty() ? "" : "    ", now.run.time);
  if (now.scene.parameters.reduction.merging == Switch::on) {
    caption += fmt::format("    h {:.0f} %", 100.0 * now.reduction.level.level());
  }
  // Rounds the width up, so that the plate keeps its size when digits come and go.
  const float grid = 2.0f * font;
  const float width = std::ceil(ImGui::CalcTextSize(caption.c_str()).x / grid) * grid;
  const ImVec2 low(0.7f * font, 0.7f * font);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(low, {low.x + width + 1.4f * font, low.y + 1.9f * font}, theme::kSoftPlate, 7.0f);
  list.AddText({low.x + 0.7f * font, low.y + 0.45f * font}, theme::kText, caption.c_str());
}

void drawFilmEdges(PanelContext& context, const ProbeRect& view, float aspect) {
  const float width = (view.y1 - view.y0) * aspect;
  const float centre = 0.5f * (view.x0 + view.x1);
  if (width >= view.x1 - view.x0) {
    return;  // the film is wider than the view
  }
  constexpr ImU32 kShade = IM_COL32(0, 0, 0, 70);
  constexpr ImU32 kEdge = IM_COL32(244, 112, 104, 150);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float left = std::floor(centre - 0.5f * width);
  const float right = std::ceil(centre + 0.5f * width);
  list.AddRectFilled({view.x0, view.y0}, {left, view.y1}, kShade);
  list.AddRectFilled({right, view.y0}, {view.x1, view.y1}, kShade);
  list.AddLine({left, view.y0}, {left, view.y1}, kEdge);
  list.AddLine({right, view.y0}, {right, view.y1}, kEdge);
  context.probes.record("film_edges", {left, view.y0, right, view.y1});
}

}  // namespace scree
