#include "app/widgets/length_row.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>

namespace scree {

namespace {

constexpr float kLabelPart = 0.34f;  // part of a line that the label takes
constexpr float kLeastField = 3.4f;  // least width of a field, in font sizes

}  // namespace

bool lengthRow(PanelContext& context, std::string_view name, const char* label, std::span<double> metres,
               double minimum, std::string_view help, bool pending) {
  static constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x * 0.5f;
  const auto count = static_cast<float>(metres.size());
  ImGui::AlignTextToFramePadding();
  text(label, pending ? theme::kWarn : theme::kText);
  tooltip(help);
  float column = std::floor(std::max(width * kLabelPart, ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x));
  // Fields that a number would not fit into stand below the label.
  const bool isBelow = (width - column) / count < kLeastField * ImGui::GetFontSize();
  column = isBelow ? 0.0f : column;
  bool changed = false;
  const double height = context.lookedAt.height;
  const int decimals = height < 0.05 ? 3 : 1;
  const double least = std::pow(10.0, -decimals);
  NumberSpec spec{.label = std::string(label).substr(0, std::string_view(label).find(" [")),
                  .unit = "mm",
                  .help = {},
                  .minimum = minimum,
                  .maximum = kLargestLength,
                  .zero = {}};
  ImGui::PushStyleColor(ImGuiCol_Text, pending ? theme::kWarn : theme::kText);
  for (std::size_t i = 0; i < metres.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0.0f, gap);
    } else if (!isBelow) {
      ImGui::SameLine(start + column);
    }
    ImGui::SetNextItemWidth(std::floor((width - column - gap * (count - 1.0f)) / count));
    double value = metres[i] * 1e3;
    // A small length must not look like none.
    const bool isSmall = value != 0.0 && std::abs(value) < least;
    const std::string format =
        fmt::format("%.{}{}", isSmall ? "2g" : fmt::format("{}f", decimals), metres.size() == 1 ? " mm" : "");
    const std::string field = metres.size() == 1 ? std::string(name) : fmt::format("{}.{}", name, kAxes[i]);
    spec.name = field;
    ImGui::PushID(static_cast<int>(i));
    const std::string id = fmt::format("##{}", name);
    const bool isNew = ImGui::DragScalar(id.c_str(), ImGuiDataType_Double, &value, static_cast<float>(height), &minimum,
                                         &spec.maximum, format.c_str());
    if (const auto wanted = limitedTo(context, spec, isNew ? std::optional(value) : std::nullopt)) {
      metres[i] = *wanted * 1e-3;
      changed = true;
    }
    ImGui::PopID();
    probe(context, field);
    ImGui::PopStyleColor();
    tooltip(fmt::format("{}\nDrag, or double click to type.", help));
    ImGui::PushStyleColor(ImGuiCol_Text, pending ? theme::kWarn : theme::kText);
  }
  ImGui::PopStyleColor();
  return changed;
}

}  // namespace scree
