#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/overlays/overlays.h"
#include "app/widgets/widgets.h"
#include "engine/base/duration_text.h"

namespace scree {

namespace {

/// Text in the bar: share and time left, as far as they are known.
std::string barText(const LongWork& work) {
  std::string text = work.share ? fmt::format("{:.0f} %", std::floor(100.0 * std::clamp(*work.share, 0.0, 1.0))) : "";
  if (work.left) {
    text += ", " + durationText(*work.left) + " left";
  }
  return text;
}

/// Draws the bar of the work, `width` wide; a part that goes to and fro where the share is unknown.
void drawBar(PanelContext& context, const LongWork& work, std::string_view name, float width) {
  const float font = ImGui::GetFontSize();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size(width, ImGui::GetFrameHeight());
  ImGui::Dummy(size);
  probe(context, name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high(low.x + size.x, low.y + size.y);
  list.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg), 4.0f);
  constexpr double kMoving = 0.2;  // part of the bar that moves
  const double phase = std::abs(std::remainder(0.5 * ImGui::GetTime(), 2.0));
  const double from = work.share ? 0.0 : (1.0 - kMoving) * phase;
  const double to = work.share ? std::clamp(*work.share, 0.0, 1.0) : from + kMoving;
  list.AddRectFilled({low.x + size.x * static_cast<float>(from), low.y},
                     {low.x + size.x * static_cast<float>(to), high.y}, ImGui::GetColorU32(ImGuiCol_ButtonActive),
                     4.0f);
  const std::string text = barText(work);
  const ImVec2 room = ImGui::CalcTextSize(text.c_str());
  list.AddText({low.x + 0.5f * (size.x - room.x), low.y + 0.5f * (size.y - font)}, theme::kText, text.c_str());
  context.probes.recordText(name, text);
}

void drawWork(PanelContext& context, const LongWork& work, std::size_t number, float barAt, float barWidth) {
  const std::string name = fmt::format("work.{}", number);
  ImGui::AlignTextToFramePadding();
  const std::string what = work.stage.empty() ? work.name : work.name + ": " + work.stage;
  text(what);
  probe(context, name);
  context.probes.recordText(name, what);
  ImGui::SameLine(barAt);
  drawBar(context, work, name + ".bar", barWidth);
  if (!work.canCancel()) {
    return;
  }
  ImGui::SameLine();
  if (ImGui::Button(fmt::format("Cancel##{}", name).c_str())) {
    if (!work.cancelAction.empty()) {
      context.trigger(work.cancelAction);
    } else {
      context.post(*work.cancel);
    }
  }
  probe(context, name + ".cancel");
  tooltip(work.help);
}

}  // namespace

float drawLongWork(PanelContext& context, const ProbeRect& freeArea) {
  if (context.works.empty()) {
    return 0.0f;
  }
  const float font = ImGui::GetFontSize();
  float names = 0.0f;
  for (const LongWork& work : context.works) {
    const std::string what = work.stage.empty() ? work.name : work.name + ": " + work.stage;
    names = std::max(names, ImGui::CalcTextSize(what.c_str()).x);
  }
  const float padding = 0.6f * font;
  const float button = ImGui::CalcTextSize("Cancel").x + 2.0f * ImGui::GetStyle().FramePadding.x;
  const float room = freeArea.x1 - freeArea.x0 - 2.0f * font;
  const float barAt = padding + std::min(std::ceil(names / font) * font, 0.5f * room) + font;
  const float bar = std::clamp(room - barAt - button - 2.0f * font, 4.0f * font, 14.0f * font);
  const float width = std::min(room, barAt + bar + button + padding + font);
  ImGui::SetNextWindowPos({0.5f * (freeArea.x0 + freeArea.x1 - width), freeArea.y0 + 0.6f * font});
  // A height known beforehand: ImGui hides a window that is to find its own for a frame, and a click would miss it.
  const auto rows = static_cast<float>(context.works.size());
  const float height =
      rows * ImGui::GetFrameHeight() + (rows - 1.0f) * ImGui::GetStyle().ItemSpacing.y + 2.0f * padding;
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 7.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                 ImGuiWindowFlags_NoNav;
  ImGui::Begin("##long_work", nullptr, flags);
  std::size_t number = 0;
  for (const LongWork& work : context.works) {
    drawWork(context, work, number++, barAt, bar);
  }
  const ImVec2 low = ImGui::GetWindowPos();
  context.probes.record("long_work", {low.x, low.y, low.x + width, low.y + height});
  ImGui::End();
  ImGui::PopStyleVar(2);
  return height + 0.6f * font;
}

}  // namespace scree
