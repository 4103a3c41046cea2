#include "app/viewport/typed_number.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace scree {

namespace {

bool isMark(char c) { return c == '.' || c == ','; }

bool isOfNumber(char c) { return (c >= '0' && c <= '9') || isMark(c) || c == '+' || c == '-' || c == 'e' || c == 'E'; }

std::string_view withoutBlanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Text of the field that has the keyboard, without what is selected in it.
std::string keptText() {
  const ImGuiInputTextState* state = ImGui::GetInputTextState(ImGui::GetActiveID());
  std::string kept;
  if (state == nullptr) {
    return kept;
  }
  const int first = std::min(state->GetSelectionStart(), state->GetSelectionEnd());
  const int last = std::max(state->GetSelectionStart(), state->GetSelectionEnd());
  for (int i = 0; i < state->CurLenW && i < state->TextW.Size; ++i) {
    const ImWchar c = state->TextW[i];
    if ((i < first || i >= last) && c < 0x80) {
      kept += static_cast<char>(c);
    }
  }
  return kept;
}

}  // namespace

std::string numberText(std::string_view typed, std::string_view kept) {
  const std::string_view number = withoutBlanks(typed);
  const auto marks = std::ranges::count_if(number, isMark) + std::ranges::count_if(kept, isMark);
  const bool hasMark = std::ranges::any_of(number, isMark);
  if ((hasMark && marks > 1) || (number.size() > 1 && !std::ranges::all_of(number, isOfNumber))) {
    return {};
  }
  std::string text(number);
  std::ranges::replace(text, ',', '.');
  return text;
}

std::string textForField(std::string_view typed) {
  const ImGuiID active = ImGui::GetActiveID();
  return active != 0 && ImGui::TempInputIsActive(active) ? numberText(typed, keptText()) : std::string(typed);
}

}  // namespace scree
