#include <fmt/format.h>

#include <algorithm>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

/// Draws a key of the camera path: a button with its time, which goes there, and a cross. Returns true if the cross was
/// pressed; the caller removes the key.
bool drawKey(PanelContext& context, std::size_t index) {
  const CameraKey& key = context.view.path.keys()[index];
  ImGui::PushID(static_cast<int>(index));
  const float cross = ImGui::GetFrameHeight();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const bool now = key.time == context.snapshot->run.time;
  if (now) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme::kAccent);
  }
  const std::string label = fmt::format("{:.2f} s", key.time);
  if (ImGui::Button(label.c_str(), {ImGui::GetContentRegionAvail().x - cross - gap, 0.0f})) {
    context.memory.cameraKeyAsked = index;
  }
  if (now) {
    ImGui::PopStyleColor();
  }
  probe(context, fmt::format("camera_path.key_{}", index));
  tooltip("Goes to this time, as far as the run is known, and looks from there.");
  ImGui::SameLine(0.0f, gap);
  const bool removed = ImGui::Button("x", {cross, 0.0f});
  probe(context, fmt::format("camera_path.remove_{}", index));
  tooltip("Takes this key away.");
  ImGui::PopID();
  return removed;
}

}  // namespace

void drawCameraPathPanel(PanelContext& context) {
  CameraPath& path = context.view.path;
  const float width = ImGui::GetContentRegionAvail().x;
  actionButton(context, "camera_key", "Add key here and now", width);
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < path.keys().size(); ++i) {
    if (drawKey(context, i)) {
      removed = i;
    }
  }
  if (removed) {
    path.remove(*removed);
  }
  if (path.isEmpty()) {
    wrappedText(
        "No keys yet. Go to a time, look at the scene as the film is to show it, and add a key; the camera "
        "moves smoothly from one to the next.",
        width, theme::kDim);
  }
  ImGui::BeginDisabled(path.isEmpty());
  actionButton(context, "camera_follow", "Follow the path", width, context.view.followPath);
  ImGui::EndDisabled();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float half = (width - gap) / 2.0f;
  actionButton(context, "camera_path_open", "Open…", half);
  ImGui::SameLine(0.0f, gap);
  ImGui::BeginDisabled(path.isEmpty());
  actionButton(context, "camera_path_save", "Save…", half);
  ImGui::EndDisabled();
}

}  // namespace scree
