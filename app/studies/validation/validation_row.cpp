#include "app/studies/validation/validation_row.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace scree {

ValidationRow measuredRow(ValidationRow row, std::span<const double> values) {
  std::vector<double> known;
  std::copy_if(values.begin(), values.end(), std::back_inserter(known),
               [](double value) { return std::isfinite(value); });
  const auto count = static_cast<double>(known.size());
  row.seeds = static_cast<int>(known.size());
  row.mean = kNoValue;
  row.deviation = kNoValue;
  if (known.empty()) {
    return row;
  }
  double sum = 0.0;
  for (const double value : known) {
    sum += value;
  }
  row.mean = sum / count;
  if (known.size() > 1) {
    double squares = 0.0;
    for (const double value : known) {
      squares += (value - row.mean) * (value - row.mean);
    }
    row.deviation = std::sqrt(squares / (count - 1.0));
  }
  return row;
}

}  // namespace scree
