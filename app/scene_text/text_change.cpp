#include "app/scene_text/text_change.h"

#include <algorithm>

namespace scree {

TextDifference::TextDifference(const QString& before, const QString& after)
    : before_(qHash(before)), after_(qHash(after)) {
  const qsizetype most = std::min(before.size(), after.size());
  while (place_ < most && before[place_] == after[place_]) {
    ++place_;
  }
  qsizetype end = 0;
  while (end < most - place_ && before[before.size() - 1 - end] == after[after.size() - 1 - end]) {
    ++end;
  }
  removed_ = before.mid(place_, before.size() - end - place_);
  added_ = after.mid(place_, after.size() - end - place_);
}

}  // namespace scree
