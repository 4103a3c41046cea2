#include "app/panels/layout.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kEdge = 8.0f;           // gap between panels and to the edges [px]
constexpr float kWidthInFonts = 19.5f;  // width of a column in font sizes
constexpr float kDockDistance = 40.0f;  // distance from an edge at which a dropped panel docks [px]

std::size_t indexOf(std::string_view id) {
  const auto all = panels();
  return static_cast<std::size_t>(
      std::find_if(all.begin(), all.end(), [&](const Panel& panel) { return panel.id == id; }) - all.begin());
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<float> number(std::string_view text) {
  float value = 0.0f;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value)
                                                                                          : std::nullopt;
}

}  // namespace

std::vector<float> shareHeight(const std::vector<float>& natural, float room) {
  std::vector<float> heights = natural;
  if (std::accumulate(natural.begin(), natural.end(), 0.0f) <= room || natural.empty()) {
    return heights;
  }
  // Finds the level L with sum(min(h, L)) = room: in ascending order each panel gets an equal part of the room left.
  std::vector<std::size_t> order(natural.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return natural[a] < natural[b]; });
  float left = std::max(room, 0.0f);
  for (std::size_t i = 0; i < order.size(); ++i) {
    heights[order[i]] = std::min(natural[order[i]], std::floor(left / static_cast<float>(order.size() - i)));
    left -= heights[order[i]];
  }
  return heights;
}

std::vector<float> shareHeight(const std::vector<float>& natural, float room, std::optional<std::size_t> first) {
  constexpr float kMostOfFirst = 0.6f;
  if (!first) {
    return shareHeight(natural, room);
  }
  // Panel `first` also gets the room that the others do not need.
  const float others = std::accumulate(natural.begin(), natural.end(), 0.0f) - natural[*first];
  const float own = std::min(natural[*first], std::max(std::floor(kMostOfFirst * room), room - others));
  std::vector<float> rest = natural;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(*first));
  std::vector<float> heights = shareHeight(rest, room - own);
  heights.insert(heights.begin() + static_cast<std::ptrdiff_t>(*first), own);
  return heights;
}

void PanelLayout::reset() {
  places_.clear();
  std::array<int, 2> next{};
  for (const Panel& panel : panels()) {
    PanelPlace place;
    place.visible = !panel.hidden;
    place.collapsed = !panel.open;
    place.side = panel.side;
    place.order = next[static_cast<std::size_t>(panel.side)]++;
    places_.push_back(place);
  }
}

std::string PanelLayout::save() const {
  std::string saved;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const PanelPlace& place = places_[i];
    saved += fmt::format("{}:{}:{}:{}:{}", panels()[i].id, place.visible ? 1 : 0, place.collapsed ? 1 : 0,
                         place.side == PanelSide::left ? 0 : 1, place.order);
    if (place.floating) {
      saved += fmt::format(":{}:{}", (*place.floating)[0], (*place.floating)[1]);
    }
    saved += ';';
  }
  return saved;
}

void PanelLayout::restore(std::string_view saved) {
  for (const std::string_view entry : split(saved, ';')) {
    const std::vector<std::string_view> fields = split(entry, ':');
    const std::size_t index = fields.empty() ? places_.size() : indexOf(fields[0]);
    if (index >= places_.size() || (fields.size() != 5 && fields.size() != 7)) {
      continue;
    }
    std::vector<float> values;
    for (std::size_t i = 1; i < fields.size(); ++i) {
      if (const auto value = number(fields[i])) {
        values.push_back(*value);
      }
    }
    if (values.size() + 1 != fields.size()) {
      continue;
    }
    PanelPlace& place = places_[index];
    place.visible = values[0] != 0.0f;
    place.collapsed = values[1] != 0.0f;
    place.side = values[2] == 0.0f ? PanelSide::left : PanelSide::right;
    place.order = static_cast<int>(std::clamp(values[3], 0.0f, 1000.0f));
    place.floating = values.size() == 6 ? std::optional(std::array{values[4], values[5]}) : std::nullopt;
  }
}

bool PanelLayout::isVisible(std::string_view id) const {
  const std::size_t index = indexOf(id);
  return index < places_.size() && places_[index].visible;
}

bool PanelLayout::isOpen(std::string_view id) const {
  const std::size_t index = indexOf(id);
  return index < places_.size() && places_[index].visible && !places_[index].collapsed;
}

void PanelLayout::setVisible(std::string_view id, bool visible) {
  if (const std::size_t index = indexOf(id); index < places_.size()) {
    places_[index].visible = visible;
  }
}

void PanelLayout::reveal(std::string_view id) {
  if (const std::size_t index = indexOf(id); index < places_.size()) {
    places_[index].visible = true;
    places_[index].collapsed = false;
    places_[index].opened = ++openings_;
  }
}

std::vector<std::size_t> PanelLayout::docked(PanelSide side) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].visible && !places_[i].floating && places_[i].side == side) {
      found.push_back(i);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [&](std::size_t a, std::size_t b) { return places_[a].order < places_[b].order; });
  return found;
}

std::string_view PanelLayout::hoveredTopic() const { return hovered_ ? panels()[*hovered_].topic : std::string_view(); }

ProbeRect PanelLayout::draw(PanelContext& context, const ProbeRect& area) {
  heightsChanged_ = false;
  hovered_.reset();
  const float width = std::min(ImGui::GetFontSize() * kWidthInFonts, (area.x1 - area.x0) * 0.4f);
  if (dragged_ && ImGui::GetCurrentContext()->MovingWindow == nullptr) {
    drop(*dragged_, area, width);
    dragged_.reset();
  }
  ProbeRect between = area;
  between.x0 += drawColumn(context, area, PanelSide::left, width);
  between.x1 -= drawColumn(context, area, PanelSide::right, width);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].visible || !places_[i].floating) {
      continue;
    }
    const float height = std::min(places_[i].natural, area.y1 - area.y0 - 2.0f * kEdge);
    // Keeps a floating panel inside the view when the window has shrunk.
    const float x = std::clamp((*places_[i].floating)[0], area.x0, std::max(area.x0, area.x1 - width));
    const float y = std::clamp((*places_[i].floating)[1], area.y0, std::max(area.y0, area.y1 - height));
    drawPanel(context, i, {x, y, x + width, y + height});
  }
  framesChanging_ = heightsChanged_ ? framesChanging_ + 1 : 0;
  return between;
}

bool PanelLayout::isSettled() const {
  constexpr int kMostFrames = 8;
  return !heightsChanged_ || framesChanging_ > kMostFrames;
}

/// Finds the place in `column` of the open panel that was opened last; none if no panel of it was ever opened.
std::optional<std::size_t> PanelLayout::openedLast(const std::vector<std::size_t>& column) const {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < column.size(); ++i) {
    const PanelPlace& place = places_[column[i]];
    if (!place.collapsed && place.opened > (last ? places_[column[*last]].opened : 0)) {
      last = i;
    }
  }
  return last;
}

float PanelLayout::drawColumn(PanelContext& context, const ProbeRect& area, PanelSide side, float width) {
  const std::vector<std::size_t> column = docked(side);
  if (column.empty()) {
    return 0.0f;
  }
  std::vector<float> natural;
  for (const std::size_t index : column) {
    natural.push_back(places_[index].collapsed ? ImGui::GetFrameHeight() : places_[index].natural);
  }
  const float gaps = kEdge * static_cast<float>(column.size() + 1);
  const std::vector<float> heights = shareHeight(natural, area.y1 - area.y0 - gaps, openedLast(column));
  const float x = side == PanelSide::left ? area.x0 + kEdge : area.x1 - kEdge - width;
  float y = area.y0 + kEdge;
  for (std::size_t i = 0; i < column.size(); ++i) {
    drawPanel(context, column[i], {x, y, x + width, y + heights[i]});
    y += heights[i] + kEdge;
  }
  return width + 2.0f * kEdge;
}

void PanelLayout::drawPanel(PanelContext& context, std::size_t index, const ProbeRect& frame) {
  const Panel& panel = panels()[index];
  PanelPlace& place = places_[index];
  const ImGuiWindow* moving = ImGui::GetCurrentContext()->MovingWindow;
  const bool isMoving = moving != nullptr && moving == ImGui::FindWindowByName(panel.title);
  if (!isMoving) {
    ImGui::SetNextWindowPos({frame.x0, frame.y0});
  }
  ImGui::SetNextWindowSize({frame.x1 - frame.x0, std::max(frame.y1 - frame.y0, ImGui::GetFrameHeight())});
  ImGui::SetNextWindowCollapsed(place.collapsed);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {32.0f, ImGui::GetFrameHeight()});
  const bool open = ImGui::Begin(panel.title, nullptr,
                                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (place.collapsed && !ImGui::IsWindowCollapsed()) {
    place.opened = ++openings_;
  }
  place.collapsed = ImGui::IsWindowCollapsed();
  const ImRect title = window->TitleBarRect();
  context.probes.record(fmt::format("title.{}", panel.id), {title.Min.x, title.Min.y, title.Max.x, title.Max.y});
  if (open) {
    const ImRect outer = window->Rect();
    context.probes.record(fmt::format("panel.{}", panel.id), {outer.Min.x, outer.Min.y, outer.Max.x, outer.Max.y});
    panel.draw(context);
    const float end = window->DC.CursorMaxPos.y + window->Scroll.y;
    const float natural = std::ceil(end - window->Pos.y + ImGui::GetStyle().WindowPadding.y);
    // ImGui shows or hides a scroll bar one frame after the height has changed.
    const bool staleBar = window->ScrollbarY != (natural > window->SizeFull.y);
    heightsChanged_ = heightsChanged_ || natural != place.natural || staleBar;
    place.natural = natural;
  }
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
    hovered_ = index;
  }
  if (isMoving) {
    followDrag(index);
  }
  ImGui::End();
}

void PanelLayout::followDrag(std::size_t index) {
  if (places_[index].floating || ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {  // a press alone undocks no panel
    places_[index].floating = {ImGui::GetWindowPos().x, ImGui::GetWindowPos().y};
    dragged_ = index;
  }
}

void PanelLayout::drop(std::size_t index, const ProbeRect& area, float width) {
  PanelPlace& place = places_[index];
  const float x = (*place.floating)[0];
  const float y = (*place.floating)[1];
  const bool left = x < area.x0 + kDockDistance;
  if (!left && x + width < area.x1 - kDockDistance) {
    return;
  }
  // Docks the panel in the column of the edge, above the first panel whose middle is below its top.
  place.side = left ? PanelSide::left : PanelSide::right;
  std::vector<std::size_t> column = docked(place.side);
  const auto below = std::find_if(column.begin(), column.end(), [&](std::size_t other) {
    const ImGuiWindow* window = ImGui::FindWindowByName(panels()[other].title);
    return window != nullptr && window->Pos.y + window->Size.y * 0.5f > y;
  });
  column.insert(below, index);
  place.floating.reset();
  for (std::size_t i = 0; i < column.size(); ++i) {
    places_[column[i]].order = static_cast<int>(i);
  }
}

}  // namespace scree
