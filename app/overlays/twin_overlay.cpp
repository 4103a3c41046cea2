#include "app/overlays/twin_overlay.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

constexpr float kGap = 10.0f;  // gap between a caption and the border or the edges [px]

struct Plate {
  ImVec2 size;
  float indent = 0.0f;
};

Plate plateOf(const TwinCaption& caption) {
  const float font = ImGui::GetFontSize();
  const float width =
      std::max(ImGui::CalcTextSize(caption.name.c_str()).x, ImGui::CalcTextSize(caption.cost.c_str()).x);
  return {{width + 1.4f * font, 3.1f * font}, 0.7f * font};
}

/// Left edge of a caption of `width` [px]: in the middle of its view, or beside the border where that can be dragged.
float leftOf(std::size_t side, float width, const ProbeRect& freeArea, const TwinOverlay& overlay) {
  if (!overlay.border) {
    return 0.5f * (freeArea.x0 + freeArea.x1 - width);
  }
  if (!overlay.isWipe) {
    const float from = side == 0 ? freeArea.x0 : *overlay.border;
    const float to = side == 0 ? *overlay.border : freeArea.x1;
    return 0.5f * (from + to - width);
  }
  return side == 0 ? *overlay.border - kGap - width : *overlay.border + kGap;
}

void drawCaption(PanelContext& context, std::size_t side, const TwinCaption& caption, const ProbeRect& freeArea,
                 const TwinOverlay& overlay) {
  const Plate plate = plateOf(caption);
  const float left = leftOf(side, plate.size.x, freeArea, overlay);
  // A narrow view has no room for its caption.
  if (left < freeArea.x0 || left + plate.size.x > freeArea.x1) {
    return;
  }
  const float font = ImGui::GetFontSize();
  const float top = freeArea.y0 + kGap;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({left, top}, {left + plate.size.x, top + plate.size.y}, theme::kSoftPlate, 7.0f);
  list.AddText({left + plate.indent, top + 0.35f * font}, theme::kText, caption.name.c_str());
  list.AddText({left + plate.indent, top + 1.6f * font}, theme::kDim, caption.cost.c_str());
  context.probes.record(side == 0 ? "twin.caption.first" : "twin.caption.second",
                        {left, top, left + plate.size.x, top + plate.size.y});
}

void drawHandle(ImDrawList& list, const ImVec2& centre, bool hot) {
  const float radius = hot ? 15.0f : 13.0f;
  list.AddCircleFilled(centre, radius, theme::kSoftPlate);
  list.AddCircle(centre, radius, hot ? theme::kText : theme::kDim, 0, hot ? 2.2f : 1.4f);
  for (const float way : {-1.0f, 1.0f}) {
    list.AddTriangleFilled({centre.x + way * 9.0f, centre.y}, {centre.x + way * 3.5f, centre.y - 5.0f},
                           {centre.x + way * 3.5f, centre.y + 5.0f}, theme::kText);
  }
}

std::string stepText(double seconds) {
  const double milliseconds = 1e3 * seconds;
  const int decimals = milliseconds >= 100.0 ? 0 : milliseconds >= 1.0 ? 1 : 2;
  return fmt::format("{:.{}f} ms a step", milliseconds, decimals);
}

}  // namespace

std::array<TwinCaption, 2> twinCaptions(const Snapshot& snapshot) {
  const TwinSnapshot& twin = *snapshot.twin.snapshot;
  std::array<TwinCaption, 2> captions = {TwinCaption{firstName(twin.choice, snapshot.scene.parameters), {}},
                                         TwinCaption{twinName(twin.choice), {}}};
  const std::array<const Snapshot*, 2> sides = {&snapshot, twin.other.get()};
  for (std::size_t side = 0; side < 2; ++side) {
    if (sides[side]->scene.parameters.reduction.merging == Switch::on) {
      captions[side].cost = fmt::format("h {:.0f} %, ", 100.0 * sides[side]->reduction.level.level());
    }
    captions[side].cost += twin.steps == 0 ? "no step yet" : stepText(twin.cost[side].step);
  }
  return captions;
}

void drawTwinOverlay(PanelContext& context, const ProbeRect& freeArea, const TwinOverlay& overlay, bool withHandle) {
  const std::array<TwinCaption, 2> captions = twinCaptions(*context.snapshot);
  for (std::size_t side = 0; side < 2; ++side) {
    if (overlay.shown[side]) {
      drawCaption(context, side, captions[side], freeArea, overlay);
    }
  }
  if (!overlay.border) {
    return;
  }
  const float x = *overlay.border;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddLine({x, freeArea.y0}, {x, ImGui::GetIO().DisplaySize.y}, IM_COL32(20, 22, 26, 160), 3.0f);
  list.AddLine({x, freeArea.y0}, {x, ImGui::GetIO().DisplaySize.y}, IM_COL32(240, 242, 245, 220), 1.2f);
  if (overlay.isWipe && withHandle) {
    const float y = 0.5f * (freeArea.y0 + freeArea.y1);
    drawHandle(list, {x, y}, overlay.hot);
    context.probes.record("twin.wipe", {x - 13.0f, y - 13.0f, x + 13.0f, y + 13.0f});
  }
}

}  // namespace scree
