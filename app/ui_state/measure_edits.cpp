#include "app/ui_state/measure_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "engine/measures/measured_values.h"

namespace scree {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string freeMeasureName(const MeasureList& measures, std::string_view kind) {
  for (int number = 1;; ++number) {
    const std::string name = fmt::format("{} {}", kind, number);
    if (std::ranges::none_of(measures, [&](const Measure& other) { return other.name == name; })) {
      return name;
    }
  }
}

std::vector<MeasurePoint> pointsOf(const MeasureKind& kind) {
  if (const auto* ruler = std::get_if<MeasureRuler>(&kind)) {
    return {ruler->from, ruler->to};
  }
  if (const auto* angle = std::get_if<MeasureAngle>(&kind)) {
    return {angle->points.begin(), angle->points.end()};
  }
  if (const auto* grain = std::get_if<MeasureGrain>(&kind)) {
    return {{.place = {}, .grain = grain->grain, .body = {}}};
  }
  MeasurePoint centre;
  if (const auto* repose = std::get_if<MeasureRepose>(&kind)) {
    if (!repose->inBox) {
      return {};
    }
    centre.place = repose->pose.position;
  } else if (const auto* flow = std::get_if<MeasureFlow>(&kind)) {
    centre.place = flow->pose.position;
  } else if (const auto* region = std::get_if<MeasureRegion>(&kind)) {
    centre.place = region->pose.position;
  }
  return {centre};
}

}  // namespace

std::optional<Vec3> placeOf(const Snapshot& snapshot, const MeasurePoint& point) {
  if (point.grain) {
    const GrainArrays& grains = snapshot.grains;
    const auto found = std::lower_bound(grains.id.begin(), grains.id.end(), *point.grain);
    if (found == grains.id.end() || *found != *point.grain) {
      return std::nullopt;
    }
    const auto slot = static_cast<std::size_t>(found - grains.id.begin());
    return snapshot.placeOf(slot);
  }
  if (point.body) {
    const std::vector<SnapshotBody>& bodies = snapshot.scene.bodies;
    return *point.body < bodies.size() ? std::optional(bodies[*point.body].pose.toWorld(point.place)) : std::nullopt;
  }
  return point.place;
}

bool hasForm(const MeasureKind& kind) {
  const auto* repose = std::get_if<MeasureRepose>(&kind);
  return std::holds_alternative<MeasureFlow>(kind) || std::holds_alternative<MeasureRegion>(kind) ||
         (repose != nullptr && repose->inBox);
}

std::vector<Vec3> handlesOf(const Snapshot& snapshot, const Measure& measure) {
  std::vector<Vec3> handles;
  for (const MeasurePoint& point : pointsOf(measure.kind)) {
    const auto place = placeOf(snapshot, point);
    if (!place) {
      return {};
    }
    handles.push_back(*place);
  }
  return handles;
}

Measure* findMeasure(MeasureList& measures, std::uint64_t id) {
  const auto found = std::ranges::find(measures, id, &Measure::id);
  return found == measures.end() ? nullptr : &*found;
}

const Measure* findMeasure(const MeasureList& measures, std::uint64_t id) {
  return findMeasure(const_cast<MeasureList&>(measures), id);
}

std::uint64_t addMeasure(ViewOptions& view, MeasureKind kind) {
  std::uint64_t id = 1;
  for (const Measure& other : view.measures) {
    id = std::max(id, other.id + 1);
  }
  const std::string name = freeMeasureName(view.measures, kMeasureKindNames[kind.index()]);
  view.measures.push_back({.id = id, .name = name, .shown = true, .plotted = false, .kind = std::move(kind)});
  view.selectedMeasure = id;
  view.selectedSensor.reset();
  return id;
}

void removeMeasure(ViewOptions& view, std::uint64_t id) {
  std::erase_if(view.measures, [id](const Measure& measure) { return measure.id == id; });
  if (view.selectedMeasure == id) {
    view.selectedMeasure.reset();
  }
}

std::vector<double> measureValues(const Snapshot& snapshot, const Measure& measure) {
  const std::size_t count = columnsOf(measure.kind).size();
  const std::vector<Vec3> places = handlesOf(snapshot, measure);
  if (std::holds_alternative<MeasureRuler>(measure.kind) && places.size() == 2) {
    const auto values = rulerValues(places[0], places[1]);
    return {values.begin(), values.end()};
  }
  if (std::holds_alternative<MeasureAngle>(measure.kind) && places.size() == 3) {
    return {cornerAngle(places[0], places[1], places[2])};
  }
  const MeasureReading* reading = snapshot.run.measures->find(measure.id);
  return reading != nullptr && reading->values.size() == count ? reading->values : std::vector<double>(count, kUnknown);
}

std::string measureTable(const Snapshot& snapshot, const MeasureList& measures) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "measure,quantity,unit,value\n");
  for (const Measure& measure : measures) {
    const std::vector<double> values = measureValues(snapshot, measure);
    std::string name = measure.name;
    std::ranges::replace(name, ',', ' ');
    for (std::size_t i = 0; i < values.size(); ++i) {
      const MeasureColumn& column = columnsOf(measure.kind)[i];
      fmt::format_to(out, "{},{},{},", name, column.name, column.unit);
      if (!std::isnan(values[i])) {
        fmt::format_to(out, "{}", values[i]);
      }
      fmt::format_to(out, "\n");
    }
  }
  return fmt::to_string(text);
}

}  // namespace scree
