#pragma once

#include <QString>
#include <optional>

namespace scree {

/// Score of typed letters against a text; higher is better. The letters of each typed word must be in the text in
/// order, with other letters in between. Letters side by side and at the start of words count more. Empty optional if a
/// word is not in the text. Case does not matter.
std::optional<int> fuzzyScore(const QString& typed, const QString& text);

}  // namespace scree
