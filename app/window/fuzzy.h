#pragma once

#include <QString>
#include <optional>

namespace scree {

/// How well typed letters fit a text: every word of them must be in it, letter after letter, with others in between.
/// Letters side by side and at the start of words count more; higher is better. Nothing when they are not in it. Upper
/// and lower case are the same.
std::optional<int> fuzzyScore(const QString& typed, const QString& text);

}  // namespace scree
