#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/view_options.h"
#include "engine/measures/measure_list.h"
#include "engine/snapshot/snapshot.h"

// Changes and values of measures, which are options of the view.
namespace scree {

// Places in kMeasureKindNames.
constexpr int kRulerMeasure = 0;
constexpr int kAngleMeasure = 1;
constexpr int kReposeMeasure = 2;
constexpr int kFlowMeasure = 3;
constexpr int kRegionMeasure = 4;
constexpr int kGrainMeasure = 5;

/// Place of a point of a measure in a snapshot [m]; nothing if its grain or body is not there.
std::optional<Vec3> placeOf(const Snapshot& snapshot, const MeasurePoint& point);
/// True if a measure has a pose and sizes, which handles in the view change.
bool hasForm(const MeasureKind& kind);
/// Places of the points by which a measure is dragged, or where it is marked [m].
std::vector<Vec3> handlesOf(const Snapshot& snapshot, const Measure& measure);

/// Measure of a list by its number; null if there is none.
Measure* findMeasure(MeasureList& measures, std::uint64_t id);
const Measure* findMeasure(const MeasureList& measures, std::uint64_t id);
/// Adds a measure with an unused number and name, and selects it. Returns its number.
std::uint64_t addMeasure(ViewOptions& view, MeasureKind kind);
void removeMeasure(ViewOptions& view, std::uint64_t id);

/// Values by columnsOf() at a snapshot; not a number where there is none yet. Lengths and angles are those of the
/// picture, the others come from the run.
std::vector<double> measureValues(const Snapshot& snapshot, const Measure& measure);
/// Values of all measures as a table: measure, quantity, unit, value.
std::string measureTable(const Snapshot& snapshot, const MeasureList& measures);

}  // namespace scree
