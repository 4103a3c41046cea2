#include "engine/base/duration_text.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {

std::string durationText(double seconds) {
  if (!(seconds < 3.6e8)) {
    return "years";
  }
  const long whole = std::lround(std::ceil(seconds));
  if (whole < 60) {
    return fmt::format("{} s", whole);
  }
  if (whole < 3600) {
    return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  }
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace scree
