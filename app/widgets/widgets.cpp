#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace scree {

namespace {

constexpr float kTooltipDelay = 0.35f;  // time of the pointer over an item before its tooltip shows [s]

float widthOf(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }

void showTooltip(std::string_view text) {
  // A tooltip wider than its window would be cut: that of the panels may be narrow.
  const float most = ImGui::GetIO().DisplaySize.x - 3.0f * ImGui::GetStyle().WindowPadding.x;
  ImGui::BeginTooltip();
  wrappedText(text, std::min(ImGui::GetFontSize() * 24.0f, most));
  ImGui::EndTooltip();
}

/// Draws a button that may be lit; a lit button shows as lit also under the pointer.
bool litButton(const char* label, float width, bool lit) {
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(lit ? ImGuiCol_ButtonActive : ImGuiCol_Button));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                        ImGui::GetStyleColorVec4(lit ? ImGuiCol_HeaderActive : ImGuiCol_ButtonHovered));
  const bool pressed = ImGui::Button(label, {width, 0.0f});
  ImGui::PopStyleColor(2);
  return pressed;
}

/// Widths of buttons side by side [px]: equal if every label fits, else the label's width and a share of the rest.
std::vector<float> sharedWidths(std::span<const std::string_view> labels, float room, float gap) {
  const float count = static_cast<float>(labels.size());
  const float equal = std::floor((room - gap * (count - 1.0f)) / count);
  std::vector<float> widths;
  float sum = 0.0f;
  bool fits = true;
  for (const std::string_view label : labels) {
    widths.push_back(widthOf(label));
    sum += widths.back();
    fits = fits && widths.back() + ImGui::GetStyle().FramePadding.x < equal;
  }
  const float rest = std::floor((room - gap * (count - 1.0f) - sum) / count);
  for (float& width : widths) {
    width = fits ? equal : std::floor(width + rest);
  }
  return widths;
}

/// Indices of the buttons that begin a line, where all of them do not fit into one.
std::vector<std::size_t> linesOf(std::span<const std::string_view> labels, float room, float gap) {
  std::vector<std::size_t> starts = {0};
  float used = 0.0f;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float width = widthOf(labels[i]) + 2.0f * ImGui::GetStyle().FramePadding.x;
    if (i > 0 && used + gap + width > room) {
      starts.push_back(i);
      used = width;
    } else {
      used += (i > 0 ? gap : 0.0f) + width;
    }
  }
  return starts;
}

}  // namespace

ImU32 packed(const Eigen::Vector3f& c) { return ImGui::ColorConvertFloat4ToU32({c.x(), c.y(), c.z(), 1.0f}); }

std::string quantity(double value, std::string_view unit, int digits) {
  if (!std::isfinite(value)) {
    return "not finite";
  }
  const std::string number = fmt::format("{:.{}g}", value, digits);
  return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string scientific(double value) { return value == 0.0 ? "0" : fmt::format("{:.1e}", value); }

std::string shortExponent(std::string number) {
  const std::size_t e = number.find('e');
  if (e == std::string::npos) {
    return number;
  }
  const bool isNegative = number[e + 1] == '-';
  const std::size_t digits = std::min(number.find_first_not_of("+-0", e + 1), number.size());
  return number.substr(0, e) + (isNegative ? "e-" : "e") + number.substr(digits);
}

std::string cellNumber(double value) {
  const std::string plain = fmt::format("{:.3g}", value);
  return plain.size() <= kCellRoom ? plain : shortExponent(fmt::format("{:.1e}", value));
}

std::string grouped(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) {
      text += ' ';
    }
    text += digits[i];
  }
  return text;
}

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", grouped(count), one, count == 1 ? "" : "s");
}

void probe(PanelContext& context, std::string_view name) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  // Only the visible part of an item can be clicked: an item scrolled out of its window gets no probe.
  const ImRect& clip = ImGui::GetCurrentWindow()->ClipRect;
  if (low.y < clip.Max.y && high.y > clip.Min.y) {
    context.probes.record(name, {low.x, std::max(low.y, clip.Min.y), high.x, std::min(high.y, clip.Max.y)});
  }
}

void tooltip(std::string_view text) {
  if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    return;
  }
  // A plain text has no id and thus no hover time: its tooltip shows at once.
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.HoveredId == 0 || g.HoveredIdTimer >= kTooltipDelay) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);  // the control may be greyed
    showTooltip(text);
    ImGui::PopStyleVar();
  }
}

void text(std::string_view text, ImU32 colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

void rightText(std::string_view shown, ImU32 colour) {
  const float width = ImGui::CalcTextSize(shown.data(), shown.data() + shown.size()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
  scree::text(shown, colour);
}

void bigText(std::string_view text, ImU32 colour) {
  ImGui::PushFont(ImGui::GetIO().Fonts->Fonts.back());
  scree::text(text, colour);
  ImGui::PopFont();
}

std::string brokenAtSpaces(std::string_view text, float width) {
  std::string broken;
  std::size_t lineStart = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (lineStart < broken.size() && broken.back() == ' ' &&
        widthOf(std::string_view(broken).substr(lineStart)) + widthOf(word) > width) {
      broken.back() = '\n';
      lineStart = broken.size();
    }
    broken += word;
    if (end < text.size()) {
      broken += text[end];
      lineStart = text[end] == '\n' ? broken.size() : lineStart;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return broken;
}

void wrappedText(std::string_view text, float width, ImU32 colour) { scree::text(brokenAtSpaces(text, width), colour); }

std::string elided(std::string_view text, float width) {
  constexpr std::string_view kEllipsis = "…";
  if (widthOf(text) <= width) {
    return std::string(text);
  }
  std::string cut(text);
  while (!cut.empty() && widthOf(cut) + widthOf(kEllipsis) > width) {
    // A letter may take several bytes.
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0U) == 0x80U) {
      cut.pop_back();
    }
    if (!cut.empty()) {
      cut.pop_back();
    }
  }
  while (!cut.empty() && cut.back() == ' ') {
    cut.pop_back();
  }
  return cut + std::string(kEllipsis);
}

void drawPair(const ProbeRect& row, std::string_view left, std::string_view right, ImU32 leftColour,
              ImU32 rightColour) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float room = row.x1 - row.x0 - gap;
  const float y = row.y0 + 0.5f * (row.y1 - row.y0 - ImGui::GetFontSize());
  const float most = std::max(0.5f * room, room - gap - widthOf(right));
  const std::string first = elided(left, most);
  const std::string second = elided(right, room - gap - widthOf(first));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({row.x0, y}, leftColour, first.c_str());
  list.AddText({row.x1 - gap - widthOf(second), y}, rightColour, second.c_str());
}

void valueRow(PanelContext& context, std::string_view label, std::string_view value, std::string_view help,
              ImU32 colour, float labelRoom) {
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::BeginGroup();
  text(label, theme::kDim);
  const float column =
      std::max(width * 0.34f, std::max(labelRoom, ImGui::GetItemRectSize().x) + ImGui::GetStyle().ItemSpacing.x);
  // A value that is a little too long begins further left, so that rows below stand still while it changes.
  const float least = ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x;
  const float fitting = std::floor(width - widthOf(value));
  const float at = fitting >= least ? std::min(column, fitting) : column;
  ImGui::SameLine(at);  // in a group, places count from its left edge
  wrappedText(value, width - at, colour);
  ImGui::EndGroup();
  probe(context, label);
  tooltip(help);
}

bool actionButton(PanelContext& context, std::string_view id, const char* label, float width, bool lit) {
  const std::string_view visible = std::string_view(label).substr(0, std::string_view(label).find("##"));
  const std::string shown = elided(visible, width - ImGui::GetStyle().FramePadding.x);
  const bool pressed = litButton(fmt::format("{}##{}", shown, id).c_str(), width, lit);
  probe(context, id);
  const auto action =
      std::find_if(context.actions.begin(), context.actions.end(), [&](const ActionText& one) { return one.id == id; });
  if (action != context.actions.end()) {
    tooltip(action->shortcut.empty() ? action->tooltip : fmt::format("{}\n{}", action->tooltip, action->shortcut));
  }
  if (pressed) {
    context.trigger(id);
  }
  return pressed;
}

void gizmoModeButtons(PanelContext& context) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 3> kModes = {
      {{"gizmo_move", "Move"}, {"gizmo_rotate", "Rotate"}, {"gizmo_scale", "Scale"}}};
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f);
  for (std::size_t i = 0; i < kModes.size(); ++i) {
    actionButton(context, kModes[i].first, kModes[i].second, third, context.memory.gizmoMode == static_cast<int>(i));
    if (i + 1 < kModes.size()) {
      ImGui::SameLine();
    }
  }
}

std::optional<int> segmented(PanelContext& context, std::string_view name, std::span<const std::string_view> labels,
                             int current, std::span<const std::string_view> help) {
  std::optional<int> pressed;
  constexpr float kGap = 2.0f;
  const float room = ImGui::GetContentRegionAvail().x;
  const float start = ImGui::GetCursorPosX();
  const std::vector<std::size_t> starts = linesOf(labels, room, kGap);
  std::vector<float> widths;
  for (std::size_t line = 0; line < starts.size(); ++line) {
    const std::size_t end = line + 1 < starts.size() ? starts[line + 1] : labels.size();
    const std::vector<float> shared = sharedWidths(labels.subspan(starts[line], end - starts[line]), room, kGap);
    widths.insert(widths.end(), shared.begin(), shared.end());
  }
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (std::ranges::find(starts, index) == starts.end()) {
      ImGui::SameLine(0.0f, kGap);
    } else if (i > 0) {
      ImGui::SetCursorPosX(start);
    }
    const std::string label = fmt::format("{}##{}", labels[index], name);
    if (litButton(label.c_str(), widths[index], i == current)) {
      pressed = i;
    }
    probe(context, fmt::format("{}.{}", name, labels[index]));
    tooltip(help[index]);
  }
  return pressed;
}

bool checkRow(PanelContext& context, std::string_view name, const char* label, bool& value, std::string_view help) {
  const std::string_view visible = std::string_view(label).substr(0, std::string_view(label).find("##"));
  const float box = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
  const std::string shown = elided(visible, ImGui::GetContentRegionAvail().x - box);
  const bool changed = ImGui::Checkbox(fmt::format("{}##{}", shown, label).c_str(), &value);
  probe(context, name);
  tooltip(help);
  return changed;
}

float labelColumn(std::string_view label, std::string_view help, ImU32 colour, float part) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float start = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  text(label, colour);
  tooltip(help);
  const float column = std::max(width * part, ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x);
  constexpr float kLeastValue = 6.0f;  // least width of a value beside its label, in font sizes
  if (width - column < kLeastValue * ImGui::GetFontSize()) {
    return width;  // the value stands below its label
  }
  ImGui::SameLine(start + column);
  return width - column;
}

bool comboRow(PanelContext& context, std::string_view name, const char* label, int& current,
              std::span<const std::string_view> items, std::string_view help, float labelPart) {
  const float width = labelColumn(label, help, theme::kText, labelPart);
  const float room = width - ImGui::GetFrameHeight() - 2.0f * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(width);
  bool changed = false;
  const auto shown = static_cast<std::size_t>(std::clamp(current, 0, static_cast<int>(items.size()) - 1));
  const std::string preview = elided(items.empty() ? std::string_view() : items[shown], room);
  const std::string id = fmt::format("##{}", name);
  const bool open = ImGui::BeginCombo(id.c_str(), preview.c_str(), ImGuiComboFlags_HeightLargest);
  if (!open) {
    probe(context, name);
    tooltip(help);
    return false;
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item(items[i]);
    if (ImGui::Selectable(item.c_str(), i == shown)) {
      current = static_cast<int>(i);
      changed = true;
    }
    probe(context, fmt::format("{}.{}", name, item));
  }
  ImGui::EndCombo();
  return changed;
}

}  // namespace scree
