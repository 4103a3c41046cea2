#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "app/widgets/widgets.h"

// Rows for numbers, which are dragged or typed, and values asked for that are not yet in force.
namespace scree {

namespace {

/// Rounds to three significant digits, the precision of a dragged slider.
double rounded(double value) {
  if (value == 0.0 || !std::isfinite(value)) {
    return value;
  }
  const double scale = std::pow(10.0, 2.0 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

}  // namespace

void markPending(PanelContext& context, std::string_view name, std::uint64_t sequence, double value) {
  context.memory.pending.insert_or_assign(std::string(name), PendingValue{sequence, value});
}

std::optional<double> pendingValue(const PanelMemory& memory, const Snapshot& snapshot, std::string_view name) {
  const auto found = memory.pending.find(name);
  if (found == memory.pending.end() || snapshot.run.lastCommand >= found->second.sequence) {
    return std::nullopt;
  }
  return found->second.value;
}

std::optional<double> pendingValue(const PanelContext& context, std::string_view name) {
  return pendingValue(context.memory, *context.snapshot, name);
}

std::optional<double> limitedTo(PanelContext& context, const NumberSpec& spec, std::optional<double> typed) {
  std::optional<TypedOutside>& outside = context.memory.typedOutside;
  const bool isOwn = outside && outside->name == spec.name;
  if (typed) {
    const double wanted = *typed;
    typed = std::clamp(wanted, spec.minimum, spec.maximum);
    if (wanted != *typed) {
      const auto number = [&](double value) { return quantity(value, spec.unit, 6); };
      outside = TypedOutside{std::string(spec.name),
                             fmt::format("{}: {} is outside its range, {} to {}. It is {} now", spec.label,
                                         number(wanted), number(spec.minimum), number(spec.maximum), number(*typed))};
    } else if (isOwn) {
      outside.reset();
    }
  }
  if (ImGui::IsItemDeactivated() && outside && outside->name == spec.name) {
    context.memory.notice = std::move(outside->message);
    outside.reset();
  }
  return typed;
}

namespace {

/// Keeps what the user has entered in the last item, and returns it once the item is left.
std::optional<double> whenItemIsLeft(std::optional<double> entered) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const std::array<ImGuiID, 2> halves = {ImGui::GetID("##entered"), ImGui::GetID("##entered_too")};
  if (entered) {
    const auto bits = std::bit_cast<std::array<int, 2>>(*entered);
    storage.SetInt(halves[0], bits[0]);
    storage.SetInt(halves[1], bits[1]);
  }
  if (!ImGui::IsItemDeactivatedAfterEdit()) {
    return std::nullopt;
  }
  return std::bit_cast<double>(std::array<int, 2>{storage.GetInt(halves[0]), storage.GetInt(halves[1])});
}

}  // namespace

std::optional<double> numberRow(PanelContext& context, const NumberSpec& spec, double inForce, double initial) {
  const std::optional<double> pending = pendingValue(context, spec.name);
  const double before = pending.value_or(inForce);
  double value = before;
  const float reset = ImGui::GetFrameHeight();
  const float width = labelColumn(spec.label, spec.help, pending ? theme::kWarn : theme::kText);
  ImGui::PushID(spec.name.data(), spec.name.data() + spec.name.size());
  ImGui::SetNextItemWidth(width - reset - ImGui::GetStyle().ItemInnerSpacing.x);
  const std::string unit = spec.unit.empty() ? "" : fmt::format(" {}", spec.unit == "%" ? "%%" : spec.unit);
  // Many digits, so that logarithmic sliders reach small values; a dragged value is rounded to three digits below.
  const bool isText = before == 0.0 && !spec.zero.empty();
  // While the slider is dragged it shows its own value, not yet rounded.
  const ImGuiID slider = ImGui::GetID("##value");
  const bool isDragged = ImGui::GetActiveID() == slider && !ImGui::TempInputIsActive(slider);
  const std::string number = isText ? spec.zero : fmt::format("%.{}", spec.whole ? "0f" : isDragged ? "3g" : "9g");
  // Where the unit has no room, it is in the tooltip alone.
  const std::string plain = isText ? spec.zero : fmt::format("{:.{}g}", before, spec.whole ? 17 : 9);
  const float room = width - reset - ImGui::GetStyle().ItemInnerSpacing.x;
  const bool hasUnit = !isText && ImGui::CalcTextSize((plain + " " + spec.unit).c_str()).x <= room;
  const std::string format = hasUnit ? number + unit : number;
  const ImGuiSliderFlags flags = spec.logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None;
  ImGui::PushStyleColor(ImGuiCol_Text, pending ? theme::kWarn : theme::kText);
  const bool changed =
      ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &spec.low, &spec.high, format.c_str(), flags);
  ImGui::PopStyleColor();
  const bool typed = ImGui::TempInputIsActive(ImGui::GetItemID());
  std::optional<double> wanted;
  if (changed) {
    wanted = spec.whole ? std::round(value) : (typed ? value : rounded(value));
  }
  wanted = limitedTo(context, spec, wanted);
  if (spec.whenLeft) {
    wanted = whenItemIsLeft(wanted);
  }
  probe(context, spec.name);
  tooltip(spec.help + (pending ? "\nAsked for; in force from the next step." : "") + "\nCtrl+click to type a number.");
  ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::BeginDisabled(before == initial);
  if (ImGui::Button("↺", {reset, 0.0f})) {
    wanted = initial;
  }
  ImGui::EndDisabled();
  probe(context, fmt::format("{}.reset", spec.name));
  const bool isInitialText = initial == 0.0 && !spec.zero.empty();
  tooltip(fmt::format("Back to {} {}", spec.initialName, isInitialText ? spec.zero : quantity(initial, spec.unit, 6)));
  ImGui::PopID();
  return wanted && *wanted != before ? wanted : std::nullopt;
}

}  // namespace scree
