#include "app/widgets/length_row.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

namespace {

constexpr float kLabelPart = 0.34f;  // part of a line that the label takes

}  // namespace

bool lengthRow(PanelContext& context, std::string_view name, const char* label, std::span<double> metres,
               double minimum, std::string_view help, bool pending) {
  static constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x * 0.5f;
  const float column = std::floor(width * kLabelPart);
  const auto count = static_cast<float>(metres.size());
  ImGui::AlignTextToFramePadding();
  text(label, pending ? theme::kWarn : theme::kText);
  tooltip(help);
  bool changed = false;
  const double height = context.lookedAt.height;
  const std::string format = fmt::format("%.{}f{}", height < 0.05 ? 3 : 1, metres.size() == 1 ? " mm" : "");
  ImGui::PushStyleColor(ImGuiCol_Text, pending ? theme::kWarn : theme::kText);
  for (std::size_t i = 0; i < metres.size(); ++i) {
    i == 0 ? ImGui::SameLine(start + column) : ImGui::SameLine(0.0f, gap);
    ImGui::SetNextItemWidth(std::floor((width - column - gap * (count - 1.0f)) / count));
    double value = metres[i] * 1e3;
    const double most = kLargestLength;
    ImGui::PushID(static_cast<int>(i));
    const std::string id = fmt::format("##{}", name);
    if (ImGui::DragScalar(id.c_str(), ImGuiDataType_Double, &value, static_cast<float>(height), &minimum, &most,
                          format.c_str(), ImGuiSliderFlags_AlwaysClamp) &&
        std::isfinite(value)) {
      metres[i] = std::clamp(value, minimum, most) * 1e-3;
      changed = true;
    }
    ImGui::PopID();
    const std::string field = metres.size() == 1 ? std::string(name) : fmt::format("{}.{}", name, kAxes[i]);
    probe(context, field);
    ImGui::PopStyleColor();
    tooltip(fmt::format("{}\nDrag, or double click to type.", help));
    ImGui::PushStyleColor(ImGuiCol_Text, pending ? theme::kWarn : theme::kText);
  }
  ImGui::PopStyleColor();
  return changed;
}

}  // namespace scree
