#include "engine/base/place_text.h"

#include <fmt/format.h>

#include <cmath>

namespace scree {

namespace {

std::string coordinateText(double x) {
  constexpr double kFar = 1.0;           // four digits are a tenth of a millimetre up to here
  constexpr double kBeyondReason = 1e9;  // no place: damage, or a wrong unit
  if (std::abs(x) < kFar || !(std::abs(x) < kBeyondReason)) {
    return fmt::format("{:.4g}", x + 0.0);  // no "-0"
  }
  const std::string text = fmt::format("{:.4f}", x);
  const std::size_t last = text.find_last_not_of('0');
  return text.substr(0, text[last] == '.' ? last : last + 1);
}

}  // namespace

std::string placeText(const Vec3& place) {
  return fmt::format("[{}, {}, {}]", coordinateText(place.x()), coordinateText(place.y()), coordinateText(place.z()));
}

}  // namespace scree
