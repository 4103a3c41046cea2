#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Text that a field of a number takes of what is typed or pasted, beside the text `kept` that stays in it. A decimal
/// comma becomes a point. Empty where it would be read as another number than it says: a second point or comma, text
/// that is pasted and is no number.
std::string numberText(std::string_view typed, std::string_view kept);

/// The same for the field of Dear ImGui that has the keyboard; other fields take all text as it is.
std::string textForField(std::string_view typed);

}  // namespace scree
