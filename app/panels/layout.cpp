#include "app/panels/layout.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kMostOfPinned = 0.5f;  // share of the height that pinned panels take at most
constexpr std::string_view kPageField = "page";

std::size_t indexOf(std::string_view id) {
  const auto all = panels();
  return static_cast<std::size_t>(
      std::find_if(all.begin(), all.end(), [&](const Panel& panel) { return panel.id == id; }) - all.begin());
}

const PageInfo& infoOfPage(PanelPage page) { return *std::ranges::find(panelPages(), page, &PageInfo::page); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<bool> flagIn(std::string_view text) {
  return text == "0" || text == "1" ? std::optional(text == "1") : std::nullopt;
}

/// Draws a drawing pin in a square about `middle`: aslant while it is loose, upright while it holds.
void drawPin(ImVec2 middle, float size, ImU32 colour, bool holds) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float angle = holds ? 0.0f : 0.7f;
  const auto at = [&](float x, float y) {
    const float u = size * (x * std::cos(angle) - y * std::sin(angle));
    const float v = size * (x * std::sin(angle) + y * std::cos(angle));
    return ImVec2(middle.x + u, middle.y + v);
  };
  list.AddLine(at(-0.16f, -0.26f), at(0.16f, -0.26f), colour, 2.0f);
  list.AddQuadFilled(at(-0.09f, -0.26f), at(0.09f, -0.26f), at(0.09f, 0.02f), at(-0.09f, 0.02f), colour);
  list.AddLine(at(-0.2f, 0.04f), at(0.2f, 0.04f), colour, 2.0f);
  list.AddLine(at(0.0f, 0.04f), at(0.0f, 0.32f), colour, 1.2f);
}

}  // namespace

void PanelLayout::reset() {
  places_.clear();
  for (const Panel& panel : panels()) {
    places_.push_back({.folded = !panel.open});
  }
  page_ = PanelPage::reduction;
  shown_ = true;
}

std::string PanelLayout::save() const {
  std::string saved = fmt::format("{}:{}:{};", kPageField, infoOfPage(page_).id, shown_ ? 1 : 0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    saved += fmt::format("{}:{}:{};", panels()[i].id, places_[i].folded ? 1 : 0, places_[i].pinned ? 1 : 0);
  }
  return saved;
}

void PanelLayout::restore(std::string_view saved) {
  for (const std::string_view entry : split(saved, ';')) {
    const std::vector<std::string_view> fields = split(entry, ':');
    if (fields.size() != 3) {
      continue;
    }
    const std::optional<bool> last = flagIn(fields[2]);
    if (const auto page = std::ranges::find(panelPages(), fields[1], &PageInfo::id);
        fields[0] == kPageField && page != panelPages().end() && last) {
      page_ = page->page;
      shown_ = *last;
    }
    const std::size_t index = indexOf(fields[0]);
    const std::optional<bool> folded = flagIn(fields[1]);
    if (index < places_.size() && folded && last) {
      places_[index] = {*folded, *last};
    }
  }
}

bool PanelLayout::isFolded(std::string_view id) const {
  const std::size_t index = indexOf(id);
  return index >= places_.size() || places_[index].folded;
}

bool PanelLayout::isPinned(std::string_view id) const {
  const std::size_t index = indexOf(id);
  return index < places_.size() && places_[index].pinned;
}

bool PanelLayout::isOpen(std::string_view id) const {
  const std::size_t index = indexOf(id);
  return shown_ && index < places_.size() && !places_[index].folded &&
         (places_[index].pinned || panels()[index].page == page_);
}

void PanelLayout::setFolded(std::string_view id, bool folded) {
  if (const std::size_t index = indexOf(id); index < places_.size()) {
    places_[index].folded = folded;
  }
}

void PanelLayout::setPinned(std::string_view id, bool pinned) {
  if (const std::size_t index = indexOf(id); index < places_.size()) {
    places_[index].pinned = pinned;
  }
}

void PanelLayout::reveal(std::string_view id) {
  if (const std::size_t index = indexOf(id); index < places_.size()) {
    shown_ = true;
    if (!places_[index].pinned) {
      page_ = panels()[index].page;
    }
    places_[index].folded = false;
    scrollTo_ = index;
  }
}

void PanelLayout::follow(std::string_view id) {
  const std::size_t index = indexOf(id);
  const bool wasThere = index < places_.size() && shown_ && (places_[index].pinned || panels()[index].page == page_);
  const std::optional<std::size_t> before = scrollTo_;
  reveal(id);
  if (wasThere) {
    scrollTo_ = before;
  }
}

std::string_view PanelLayout::hoveredTopic() const { return hovered_ ? panels()[*hovered_].topic : std::string_view(); }

void PanelLayout::draw(PanelContext& context, const ProbeRect& area) {
  heightsChanged_ = false;
  hovered_.reset();
  std::vector<std::size_t> pinned;
  std::vector<std::size_t> onPage;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].pinned) {
      pinned.push_back(i);
    } else if (panels()[i].page == page_) {
      onPage.push_back(i);
    }
  }
  ProbeRect rest = area;
  if (!pinned.empty()) {
    rest.y0 = area.y0 + std::min(pinnedHeight_, std::floor(kMostOfPinned * (area.y1 - area.y0)));
    drawStack(context, "##pinned", pinned, {area.x0, area.y0, area.x1, rest.y0});
    ImGui::GetForegroundDrawList()->AddLine({area.x0, rest.y0}, {area.x1, rest.y0}, theme::kAccent, 2.0f);
  }
  // Each page is a window of its own, which keeps its scroll.
  drawStack(context, fmt::format("##page_{}", infoOfPage(page_).id).c_str(), onPage, rest);
  framesChanging_ = heightsChanged_ ? framesChanging_ + 1 : 0;
}

bool PanelLayout::isSettled() const {
  constexpr int kMostFrames = 8;
  return (!heightsChanged_ && !scrollTo_) || framesChanging_ > kMostFrames;
}

void PanelLayout::drawStack(PanelContext& context, const char* name, const std::vector<std::size_t>& stack,
                            const ProbeRect& area) {
  ImGui::SetNextWindowPos({area.x0, area.y0});
  ImGui::SetNextWindowSize({area.x1 - area.x0, std::max(area.y1 - area.y0, 1.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
  // The scroll bar is always there, so that no row changes its width.
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysVerticalScrollbar);
  ImGui::PopStyleVar(3);
  const bool isPage = std::string_view(name) != "##pinned";
  if (isPage && takesKeyboard_) {
    ImGui::SetWindowFocus();
    takesKeyboard_ = false;
  }
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImRect inner = window->InnerRect;
  context.probes.record(isPage ? "page" : "pinned", {inner.Min.x, inner.Min.y, inner.Max.x, inner.Max.y});
  shift_ = 0.0f;
  for (const std::size_t index : stack) {
    drawPanel(context, index);
  }
  if (isPage && shift_ != 0.0f) {
    ImGui::SetScrollY(ImGui::GetScrollY() + shift_);
    heightsChanged_ = true;
  }
  if (!isPage) {
    const float height =
        std::ceil(window->DC.CursorMaxPos.y + window->Scroll.y - window->Pos.y + ImGui::GetStyle().WindowPadding.y);
    heightsChanged_ = heightsChanged_ || height != pinnedHeight_;
    pinnedHeight_ = height;
  }
  ImGui::End();
}

void PanelLayout::drawPanel(PanelContext& context, std::size_t index) {
  const Panel& panel = panels()[index];
  ImGui::PushID(panel.id.data(), panel.id.data() + panel.id.size());
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  drawTitle(context, index);
  if (!places_[index].folded) {
    panel.draw(context);
    ImGui::Dummy({0.0f, 0.2f * ImGui::GetFontSize()});
    context.probes.record(fmt::format("panel.{}", panel.id),
                          {low.x, low.y, low.x + width, ImGui::GetCursorScreenPos().y});
  }
  if (ImGui::IsMouseHoveringRect(low, {low.x + width, ImGui::GetCursorScreenPos().y}) &&
      ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
    hovered_ = index;
    used_ = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ? index : used_;
  }
  ImGui::PopID();
  keepInSight(index, low.y, ImGui::GetCursorScreenPos().y);
}

/// Scrolls to a panel from `top` to `bottom` [px] that is to be in sight and is not, or notes the scroll that keeps the
/// rest where it is.
void PanelLayout::keepInSight(std::size_t index, float top, float bottom) {
  const ImRect& inner = ImGui::GetCurrentWindow()->InnerRect;
  const float before = std::exchange(places_[index].height, bottom - top);
  if (scrollTo_ == index) {
    scrollTo_.reset();
    if (top < inner.Min.y || bottom > inner.Max.y) {
      ImGui::SetScrollFromPosY(top - ImGui::GetWindowPos().y, 0.0f);
      heightsChanged_ = true;  // the next frame has scrolled
      return;
    }
  }
  const bool isAbove = top + before <= inner.Min.y || (used_ && index < *used_ && !places_[*used_].pinned &&
                                                       panels()[*used_].page == panels()[index].page);
  if (before > 0.0f && isAbove && !places_[index].pinned) {
    shift_ += bottom - top - before;
  }
}

/// Draws the title, a button over the width that folds and opens the panel, with the pin at its right end.
void PanelLayout::drawTitle(PanelContext& context, std::size_t index) {
  const Panel& panel = panels()[index];
  PanelPlace& place = places_[index];
  const float height = ImGui::GetFrameHeight();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_TitleBgActive));
  if (ImGui::Button("##title", {width - height, height})) {
    place.folded = !place.folded;
  }
  probe(context, fmt::format("title.{}", panel.id));
  tooltip(panel.meaning);
  ImGui::SameLine(0.0f, 0.0f);
  if (ImGui::Button("##pin", {height, height})) {
    place.pinned = !place.pinned;
  }
  probe(context, fmt::format("pin.{}", panel.id));
  tooltip(place.pinned ? "Puts the panel back on its page." : "Keeps the panel above every page.");
  const bool hot = ImGui::IsItemHovered();
  ImGui::PopStyleColor();
  const float padding = 0.5f * (height - ImGui::GetFontSize());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::RenderArrow(&list, {low.x + padding, low.y + padding}, theme::kText,
                     place.folded ? ImGuiDir_Right : ImGuiDir_Down);
  list.AddText({low.x + height, low.y + padding}, theme::kText, panel.title);
  drawPin({low.x + width - 0.5f * height, low.y + 0.5f * height}, height,
          place.pinned ? theme::kAccent
          : hot        ? theme::kText
                       : theme::kDim,
          place.pinned);
}

}  // namespace scree
