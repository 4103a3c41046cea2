#include "app/document/measure_fields.h"

#include <set>

namespace scree {

namespace {

template <typename Kind>
MeasureKind defaultOf() {
  return Kind{};
}

}  // namespace

MeasureKind measureOfKind(int kind) {
  constexpr std::array<MeasureKind (*)(), kMeasureKindNames.size()> kKinds = {
      defaultOf<MeasureRuler>, defaultOf<MeasureAngle>,  defaultOf<MeasureRepose>,
      defaultOf<MeasureFlow>,  defaultOf<MeasureRegion>, defaultOf<MeasureGrain>};
  return kKinds[static_cast<std::size_t>(kind)]();
}

void makeNumbersUnique(MeasureList& measures) {
  std::set<std::uint64_t> known;
  for (const Measure& measure : measures) {
    known.insert(measure.id);
  }
  if (known.size() == measures.size() && !known.contains(0)) {
    return;
  }
  for (std::size_t i = 0; i < measures.size(); ++i) {
    measures[i].id = i + 1;
  }
}

}  // namespace scree
