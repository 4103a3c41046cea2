#include <imgui.h>

#include "app/overlays/overlays.h"
#include "app/widgets/widgets.h"

namespace scree {

void drawClipHandle(PanelContext& context, const ClipHandle& handle) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  constexpr ImU32 kColour = IM_COL32(107, 219, 242, 255);
  const float size = handle.hot ? 8.0f : 6.0f;
  list.AddLine({handle.x, handle.y}, {handle.normalX, handle.normalY}, IM_COL32(20, 22, 26, 200), 4.0f);
  list.AddLine({handle.x, handle.y}, {handle.normalX, handle.normalY}, kColour, 2.0f);
  list.AddRectFilled({handle.x - size - 2.0f, handle.y - size - 2.0f}, {handle.x + size + 2.0f, handle.y + size + 2.0f},
                     IM_COL32(20, 22, 26, 200), 3.0f);
  list.AddRectFilled({handle.x - size, handle.y - size}, {handle.x + size, handle.y + size}, kColour, 2.0f);
  if (!handle.label.empty()) {
    const ImVec2 text = ImGui::CalcTextSize(handle.label.c_str());
    const ImVec2 low(handle.x + size + 9.0f, handle.y - text.y * 0.5f);
    list.AddRectFilled({low.x - 5.0f, low.y - 2.0f}, {low.x + text.x + 5.0f, low.y + text.y + 3.0f}, theme::kSoftPlate,
                       4.0f);
    list.AddText(low, theme::kText, handle.label.c_str());
  }
  context.probes.record("clip_handle", {handle.x - size, handle.y - size, handle.x + size, handle.y + size});
}

}  // namespace scree
