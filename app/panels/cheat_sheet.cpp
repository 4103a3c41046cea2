#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <utility>

#include "app/panels/overlays.h"
#include "app/panels/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kMouse = {{
    {"Left drag", "Orbit"},
    {"Right drag, Shift + left drag", "Pan"},
    {"Wheel", "Zoom to the cursor"},
    {"Click", "Pick a grain"},
    {"Double click", "Centre on it; on nothing: whole scene"},
    {"Drag a split sensor's point", "Move it; with Shift up and down"},
    {"Drag in the timeline", "Go back in time"},
    {"Drag the line of the twin", "Wipe between both runs"},
    {"Drag the clip's point", "Move it along its normal; a box anywhere"},
    {"Ctrl + click on a slider", "Type a number"},
    {"Drag a panel's title", "Move it; to an edge: dock it"},
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

bool beginColumn(const char* id) {
  const bool shown = ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX);
  return shown;
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
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav;
  if (ImGui::Begin("Keys and mouse", &open, flags)) {
    // Menus in turn fill the two columns.
    std::array<std::string_view, 2> last;
    const std::size_t half = (context.actions.size() + kMouse.size()) / 2;
    std::size_t at = 0;
    for (int column = 0; column < 2; ++column) {
      if (column == 1) {
        ImGui::SameLine(0.0f, ImGui::GetFontSize() * 2.0f);
      }
      if (!beginColumn(column == 0 ? "left" : "right")) {
        continue;
      }
      if (column == 0) {
        heading("Mouse");
        for (const auto& [keys, what] : kMouse) {
          row(keys, what, "");
        }
      }
      std::string_view& menu = last[static_cast<std::size_t>(column)];
      const std::size_t end = column == 0 ? half - kMouse.size() / 2 : context.actions.size();
      for (; at < end; ++at) {
        const ActionText& action = context.actions[at];
        if (action.menu != menu) {
          menu = action.menu;
          heading(menu);
        }
        row(action.shortcut.empty() ? "menu" : action.shortcut, action.text, action.tooltip);
      }
      ImGui::EndTable();
    }
    context.probes.record("cheat_sheet", {ImGui::GetWindowPos().x, ImGui::GetWindowPos().y,
                                          ImGui::GetWindowPos().x + ImGui::GetWindowSize().x,
                                          ImGui::GetWindowPos().y + ImGui::GetWindowSize().y});
  }
  ImGui::End();
}

}  // namespace scree
