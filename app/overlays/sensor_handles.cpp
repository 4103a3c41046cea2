#include <fmt/format.h>
#include <imgui.h>

#include "app/overlays/label_place.h"
#include "app/overlays/overlays.h"
#include "app/overlays/part_colours.h"
#include "app/widgets/widgets.h"

namespace scree {

void drawSensorHandles(PanelContext& context, std::span<const SensorHandle> handles, const ProbeRect& freeArea) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const SensorHandle& handle : handles) {
    const ImVec2 centre(handle.x, handle.y);
    const float radius = handle.hot ? 8.0f : handle.selected ? 7.0f : 5.5f;
    const ImU32 colour = handle.part ? colourOfPart(*handle.part) : packed(colourOfIdea(SplitIdea::region));
    const ImU32 fill = handle.enabled ? colour : IM_COL32(150, 150, 158, 255);
    const std::string name = fmt::format("{}_handle.{}", handle.part ? "part" : "sensor", handle.index);
    list.AddCircleFilled(centre, radius + 2.5f, IM_COL32(20, 22, 26, 200));
    list.AddCircleFilled(centre, radius, fill);
    list.AddCircle(centre, radius, handle.selected || handle.hot ? IM_COL32_WHITE : IM_COL32(255, 255, 255, 150), 0,
                   handle.selected || handle.hot ? 2.0f : 1.2f);
    if (handle.hot || handle.selected) {
      const std::string label =
          handle.wouldSplit ? fmt::format("{}  would split {}", handle.name, grouped(*handle.wouldSplit)) : handle.name;
      const ImVec2 size = ImGui::CalcTextSize(label.c_str());
      // The label of the selected sensor stands below its handle: the gizmo is beside it.
      const ImVec2 low = handle.selected ? ImVec2(centre.x - size.x * 0.5f, centre.y + radius + 12.0f)
                                         : ImVec2(centre.x + radius + 8.0f, centre.y - size.y * 0.5f);
      const ProbeRect plate =
          placeLabel(context, {low.x - 5.0f, low.y - 2.0f, low.x + size.x + 5.0f, low.y + size.y + 3.0f}, freeArea);
      list.AddRectFilled({plate.x0, plate.y0}, {plate.x1, plate.y1}, theme::kSoftPlate, 4.0f);
      list.AddText({plate.x0 + 5.0f, plate.y0 + 2.0f}, theme::kText, label.c_str());
      context.probes.record(name + ".label", plate);
      if (handle.wouldSplit) {
        context.probes.recordText(name, label);
      }
    }
    context.probes.record(name, {handle.x - radius, handle.y - radius, handle.x + radius, handle.y + radius});
  }
}

}  // namespace scree
