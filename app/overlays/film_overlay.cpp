#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/overlays/overlays.h"
#include "app/ui_state/scale_bar.h"
#include "app/widgets/widgets.h"

namespace scree {

float drawFilmTitle(PanelContext& context, const std::string& title, float width) {
  if (title.empty()) {
    return 0.0f;
  }
  constexpr float kLarge = 1.7f;  // size of the letters, in font sizes
  const float font = ImGui::GetFontSize();
  const float room = width - 4.0f * font;
  // A long title has smaller letters, and breaks into lines at the usual size.
  const float plain = ImGui::CalcTextSize(title.c_str()).x;
  const float scale = std::clamp(room / std::max(plain, 1.0f), 1.0f, kLarge);
  const float wrap = plain > room ? room : 0.0f;
  const ImVec2 measured = ImGui::CalcTextSize(title.c_str(), nullptr, false, wrap);
  const ImVec2 size(measured.x * scale, measured.y * scale);
  const ImVec2 low(0.5f * (width - size.x), 0.9f * font);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 plateLow(low.x - 0.9f * font, 0.5f * font);
  const ImVec2 plateHigh(low.x + size.x + 0.9f * font, low.y + size.y + 0.4f * font);
  list.AddRectFilled(plateLow, plateHigh, theme::kSoftPlate, 7.0f);
  list.AddText(ImGui::GetFont(), scale * font, low, theme::kText, title.c_str(), nullptr, wrap);
  context.probes.record("film.title", {plateLow.x, plateLow.y, plateHigh.x, plateHigh.y});
  return plateHigh.y;
}

void drawFilmCaption(PanelContext& context, const PictureMarks& marks, float top) {
  const Snapshot& now = *context.snapshot;
  const float font = ImGui::GetFontSize();
  const std::string& own = context.memory.record.caption;
  const bool withLevel = marks.has(PictureMark::level) && now.scene.parameters.reduction.merging == Switch::on;
  std::string tail = marks.has(PictureMark::time) ? fmt::format("t {:.2f} s", now.run.time) : "";
  if (withLevel) {
    tail += fmt::format("{}h {:.0f} %", tail.empty() ? "" : "    ", 100.0 * now.reduction.level.level());
  }
  std::string caption = marks.has(PictureMark::time) ? (own.empty() ? context.scene.name : own) : "";
  if (!caption.empty()) {
    // A long name makes room for the numbers.
    const float room = ImGui::GetIO().DisplaySize.x - 4.8f * font - ImGui::CalcTextSize(("    " + tail).c_str()).x;
    caption = elided(caption, room) + "    ";
  }
  caption += tail;
  if (caption.empty()) {
    return;
  }
  // Rounds the width up, so that the plate keeps its size when digits come and go.
  const float grid = 2.0f * font;
  const float width = std::ceil(ImGui::CalcTextSize(caption.c_str()).x / grid) * grid;
  const ImVec2 low(0.7f * font, top + 0.7f * font);
  const ImVec2 high(low.x + width + 1.4f * font, low.y + 1.9f * font);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(low, high, theme::kSoftPlate, 7.0f);
  list.AddText({low.x + 0.7f * font, low.y + 0.45f * font}, theme::kText, caption.c_str());
  context.probes.record("film.caption", {low.x, low.y, high.x, high.y});
  context.probes.recordText("film.caption", caption);
}

void drawScaleBar(PanelContext& context, const ImVec2& size, double pixelsPerMetre) {
  const float font = ImGui::GetFontSize();
  constexpr float kPart = 0.2f;      // longest bar, as a part of the width of the picture ...
  constexpr float kInFonts = 14.0f;  // ... and in font sizes
  const float longest = std::min(kPart * size.x, kInFonts * font);
  const ScaleBar bar = scaleBarWithin(static_cast<double>(longest) / pixelsPerMetre);
  if (bar.text.empty()) {
    return;
  }
  const auto length = static_cast<float>(bar.length * pixelsPerMetre);
  const ImVec2 text = ImGui::CalcTextSize(bar.text.c_str());
  const float width = std::max(length, text.x) + 1.4f * font;
  const float height = 2.6f * font;
  const float right = size.x - 0.7f * font;
  float bottom = size.y - 0.7f * font;
  for (const char* legend : {"legend_plate", "chain_legend", "slice_legend"}) {
    const std::optional<ProbeRect> plate = context.probes.find(legend);
    if (plate && plate->x1 + 0.6f * font > right - width) {
      bottom = std::min(bottom, plate->y0 - 0.6f * font);
    }
  }
  const ImVec2 low(right - width, bottom - height);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(low, {right, bottom}, theme::kSoftPlate, 7.0f);
  const float middle = low.x + 0.5f * width;
  list.AddText({middle - 0.5f * text.x, low.y + 0.3f * font}, theme::kText, bar.text.c_str());
  const float y = low.y + 1.9f * font;
  const ImVec2 from(middle - 0.5f * length, y);
  const ImVec2 to(middle + 0.5f * length, y);
  const float thick = std::max(1.5f, 0.14f * font);
  const float tick = 0.3f * font;
  // The ends of the ticks are the ends of the length.
  list.AddRectFilled({from.x, y - 0.5f * thick}, {to.x, y + 0.5f * thick}, theme::kText);
  list.AddRectFilled({from.x, y - tick}, {from.x + thick, y + tick}, theme::kText);
  list.AddRectFilled({to.x - thick, y - tick}, {to.x, y + tick}, theme::kText);
  context.probes.record("film.scale_bar", {from.x, y - tick, to.x, y + tick});
  context.probes.recordText("film.scale_bar", bar.text);
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
