#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "app/overlays/overlays.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kMouse = {{
    {"Left drag", "Orbit"},
    {"Right drag, Shift + left drag", "Pan"},
    {"Wheel", "Zoom to the cursor"},
    {"Click", "Pick a grain, a body or a joint"},
    {"Double click", "Centre there, or the scene"},
    {"Right click", "Menu of what can be done there"},
    {"Ctrl + drag a grain or body", "Pull it"},
    {"Shift + double click", "Box sensor there"},
    {"Drag a sensor's handles", "Shift fine, Ctrl steps, X Y Z"},
    {"Drag in the timeline", "Go back in time"},
    {"Drag the line of the twin", "Wipe between both runs"},
    {"Drag the clip's point", "Move it along its normal"},
    {"Ctrl + click on a slider", "Type a number"},
    {"Pin of a panel's title", "Keep it above every page"},
}};

void heading(std::string_view title) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(title, theme::kAccent);
}

void row(std::string_view keys, std::string_view what, std::string_view help) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(keys, theme::kText);
  ImGui::TableNextColumn();
  text(what, theme::kDim);
  tooltip(help);
}

/// Line of the sheet. A heading stands before the first line of each section.
struct Line {
  std::string_view section;
  std::string_view keys;
  std::string_view what;
  std::string_view help;
};

std::vector<Line> linesOf(std::span<const ActionText> actions) {
  std::vector<Line> lines;
  lines.reserve(kMouse.size() + actions.size());
  for (const auto& [keys, what] : kMouse) {
    lines.push_back({"Mouse", keys, what, ""});
  }
  for (const ActionText& action : actions) {
    const std::string_view keys =
        action.shortcut.empty() ? std::string_view("menu") : std::string_view(action.shortcut);
    lines.push_back({action.menu, keys, action.text, action.tooltip});
  }
  return lines;
}

void drawColumn(int number, std::span<const Line> lines) {
  ImGui::PushID(number);
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX)) {
    std::string_view section;
    for (const Line& line : lines) {
      if (line.section != section) {
        section = line.section;
        heading(section);
      }
      row(line.keys, line.what, line.help);
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
}

/// Number of columns for `lines` in `height` [px]: as few as fit, and at least two.
std::size_t columnsFor(std::size_t lines, float height) {
  constexpr float kHeadings = 4.0f;  // lines in each column that headings take
  const float line = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
  const float fit = std::max(8.0f, height / line - kHeadings);
  return std::max<std::size_t>(2, static_cast<std::size_t>(std::ceil(static_cast<float>(lines) / fit)));
}

}  // namespace

void drawCheatSheet(PanelContext& context, const ProbeRect& area, bool& open) {
  if (!open) {
    return;
  }
  const ImVec2 centre((area.x0 + area.x1) * 0.5f, (area.y0 + area.y1) * 0.5f);
  ImGui::SetNextWindowPos(centre, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {area.x1 - area.x0 - 20.0f, area.y1 - area.y0 - 20.0f});
  ImGui::SetNextWindowFocus();
  ImGui::SetNextWindowBgAlpha(1.0f);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                                 ImGuiWindowFlags_HorizontalScrollbar;
  if (ImGui::Begin("Keys and mouse", &open, flags)) {
    const std::vector<Line> lines = linesOf(context.actions);
    constexpr float kFrame = 70.0f;  // height of title and margins [px]
    const std::size_t columns = columnsFor(lines.size(), area.y1 - area.y0 - kFrame);
    const std::size_t each = (lines.size() + columns - 1) / columns;
    for (std::size_t column = 0; column < columns && column * each < lines.size(); ++column) {
      if (column > 0) {
        ImGui::SameLine(0.0f, ImGui::GetFontSize() * 1.5f);
      }
      const std::size_t first = column * each;
      drawColumn(static_cast<int>(column), std::span(lines).subspan(first, std::min(each, lines.size() - first)));
    }
    context.probes.record("cheat_sheet", {ImGui::GetWindowPos().x, ImGui::GetWindowPos().y,
                                          ImGui::GetWindowPos().x + ImGui::GetWindowSize().x,
                                          ImGui::GetWindowPos().y + ImGui::GetWindowSize().y});
  }
  ImGui::End();
}

}  // namespace scree
