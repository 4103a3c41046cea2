#include "engine/snapshot/measure_log.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numbers>
#include <utility>

#include "engine/base/clock.h"
#include "engine/measures/measured_values.h"
#include "engine/step/measure.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

constexpr double kMeanSpan = 0.5;  // span of the mean flow [s]
constexpr double kDegreesOfRadian = 180.0 / std::numbers::pi;
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

std::vector<SampleColumn> sampleColumnsOf(const MeasureKind& kind) {
  std::vector<SampleColumn> columns;
  for (const MeasureColumn& column : columnsOf(kind)) {
    columns.push_back(
        {PlotGroup::measure, column.name, column.unit, column.meaning, std::holds_alternative<MeasureRepose>(kind)});
  }
  return columns;
}

template <std::size_t Count>
std::vector<double> listed(const std::array<double, Count>& values) {
  return {values.begin(), values.end()};
}

bool needsContacts(const Measure& measure) {
  return std::holds_alternative<MeasureRegion>(measure.kind) || std::holds_alternative<MeasureGrain>(measure.kind);
}

bool isFlow(const Measure& measure) { return std::holds_alternative<MeasureFlow>(measure.kind); }

}  // namespace

const MeasureReading* MeasureReadings::find(std::uint64_t id) const {
  const auto found = std::ranges::find(readings, id, &MeasureReading::id);
  return found == readings.end() ? nullptr : &*found;
}

bool MeasureLog::countsFlow() const {
  return std::ranges::any_of(entries_, [](const Entry& entry) { return isFlow(entry.measure); });
}

void MeasureLog::start(Entry& entry, const World& world) {
  entry.rows.begin(sampleColumnsOf(entry.measure.kind));
  entry.flow.clear();
  entry.sum = {};
  entry.slope.reset();
  if (isFlow(entry.measure)) {
    entry.flow.push_back({world.step, world.time, {}});
  }
}

void MeasureLog::begin(const World& world) {
  branch_ = 0;
  for (Entry& entry : entries_) {
    start(entry, world);
  }
  slopeTurn_ = {};
  if (countsFlow()) {
    before_.follow(world);
  }
}

void MeasureLog::set(const World& world, std::shared_ptr<const MeasureList> measures) {
  const bool counted = countsFlow();
  std::vector<Entry> entries;
  for (const Measure& measure : *measures) {
    const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) {
      return entry.measure.id == measure.id && sameKind(entry.measure.kind, measure.kind);
    });
    if (known != entries_.end()) {
      entries.push_back(std::move(*known));
      entries.back().measure = measure;
    } else {
      start(entries.emplace_back(Entry{.measure = measure, .rows = {}, .flow = {}, .sum = {}, .slope = {}}), world);
    }
  }
  entries_ = std::move(entries);
  list_ = std::move(measures);
  slopeTurn_ = {};  // a new line is wanted at once
  if (!counted && countsFlow()) {
    before_.follow(world);
  }
}

void MeasureLog::jumped(const World& world) {
  for (Entry& entry : entries_) {
    entry.slope.reset();
    if (!isFlow(entry.measure)) {
      continue;
    }
    const auto row = std::ranges::lower_bound(entry.flow, world.step, {}, &FlowRow::step);
    const bool isCounted = row != entry.flow.end() && row->step == world.step;
    entry.sum = isCounted ? row->sum : FlowCount{};
  }
  slopeTurn_ = {};
  if (countsFlow()) {
    before_.follow(world);
  }
}

void MeasureLog::count(Entry& entry, const World& world, std::uint64_t branch, bool isSeeking) {
  std::vector<FlowRow>& flow = entry.flow;
  auto row = std::ranges::lower_bound(flow, world.step, {}, &FlowRow::step);
  if (branch != branch_) {
    row = flow.erase(row, flow.end());  // the run left its past: later rows are of the dropped branch
  }
  const bool isKnown = row != flow.end() && row->step == world.step;
  const bool goesOn = row != flow.begin() && std::prev(row)->step + 1 == world.step;
  if (!goesOn && isSeeking) {
    entry.sum = isKnown ? row->sum : FlowCount{};
    return;
  }
  if (!goesOn) {
    row = std::next(flow.insert(row, {before_.step, before_.time, {}}));  // the count begins with the step before
    entry.sum = {};
  }
  entry.sum.add(passagesThrough(std::get<MeasureFlow>(entry.measure.kind), before_, now_));
  if (!isKnown) {
    flow.insert(row, {world.step, world.time, entry.sum});
  } else if (entry.sum.forward != row->sum.forward || entry.sum.backward != row->sum.backward) {
    // The count from an earlier step has come to one that began later: that one goes on with what passed before.
    FlowCount passed = entry.sum;
    passed.subtract(row->sum);
    for (auto next = row; next != flow.end() && next->step - row->step == static_cast<std::uint64_t>(next - row);
         ++next) {
      next->sum.add(passed);
    }
  }
  if (isKnown) {
    entry.sum = row->sum;
  }
  if (flow.size() > 2 * SampleRows::kMost) {
    flow.erase(flow.begin(), flow.begin() + SampleRows::kMost);
  }
}

std::vector<double> MeasureLog::flowValues(const Entry& entry, const World& world) const {
  const FlowCount& sum = entry.sum;
  std::vector<double> values(4, kNoValue);
  const auto present = std::ranges::lower_bound(entry.flow, world.step, {}, &FlowRow::step);
  if (present != entry.flow.end() && present->step == world.step) {
    // The mean is over steps without a gap.
    const auto stepsBefore = [&](const FlowRow& row) { return present->step - row.step; };
    const auto rowsBefore = [&](const FlowRow& row) { return static_cast<std::uint64_t>(&*present - &row); };
    const auto first = std::partition_point(entry.flow.begin(), present, [&](const FlowRow& row) {
      return stepsBefore(row) != rowsBefore(row) || row.time <= world.time - kMeanSpan * (1.0 + 1e-9);
    });
    // Gives no flow while the span is short: single grains would dominate it.
    const double span = world.time - first->time;
    if (span >= 0.5 * kMeanSpan) {
      FlowCount passed = sum;
      passed.subtract(first->sum);
      values = {passed.forward > 0 ? passed.forwardMass / span : 0.0,
                passed.backward > 0 ? passed.backwardMass / span : 0.0, static_cast<double>(passed.forward) / span,
                static_cast<double>(passed.backward) / span};
    }
  }
  values.insert(values.end(), {sum.forwardMass, sum.backwardMass, static_cast<double>(sum.forward),
                               static_cast<double>(sum.backward)});
  return values;
}

std::vector<double> MeasureLog::valuesOf(const Entry& entry, const World& world) const {
  const MeasureKind& kind = entry.measure.kind;
  if (const auto* ruler = std::get_if<MeasureRuler>(&kind)) {
    const auto from = placeOf(world, ruler->from);
    const auto to = placeOf(world, ruler->to);
    return from && to ? listed(rulerValues(*from, *to)) : std::vector<double>(columnsOf(kind).size(), kNoValue);
  }
  if (const auto* angle = std::get_if<MeasureAngle>(&kind)) {
    const auto a = placeOf(world, angle->points[0]);
    const auto corner = placeOf(world, angle->points[1]);
    const auto b = placeOf(world, angle->points[2]);
    return {a && corner && b ? cornerAngle(*a, *corner, *b) : kNoValue};
  }
  if (std::holds_alternative<MeasureRepose>(kind)) {
    return {entry.slope ? kDegreesOfRadian * entry.slope->angle : kNoValue};
  }
  if (isFlow(entry.measure)) {
    return flowValues(entry, world);
  }
  if (const auto* region = std::get_if<MeasureRegion>(&kind)) {
    return listed(regionValues(world, *region, touches_.counts));
  }
  return listed(grainValues(world, std::get<MeasureGrain>(kind).grain, touches_.counts));
}

void MeasureLog::countContacts(const World& world, const StepData& data) {
  if (std::ranges::any_of(entries_, [](const Entry& entry) { return needsContacts(entry.measure); })) {
    touches_ = data.report.touches;
    measureTouches(world, data.list, touches_);
  }
}

void MeasureLog::stepped(const World& world, const StepData& data, std::uint64_t branch, bool isSeeking) {
  if (entries_.empty()) {
    branch_ = branch;
    return;
  }
  countContacts(world, data);
  const bool counts = countsFlow();
  if (counts) {
    now_.follow(world);
  }
  for (Entry& entry : entries_) {
    if (isFlow(entry.measure)) {
      count(entry, world, branch, isSeeking);
    }
    entry.rows.open(world.step, world.time, branch);
    if (std::holds_alternative<MeasureRepose>(entry.measure.kind)) {
      entry.rows.put(kNoValue);  // fill() gives it, where it is due
      continue;
    }
    for (const double value : valuesOf(entry, world)) {
      entry.rows.put(value);
    }
  }
  if (counts) {
    std::swap(before_, now_);
  }
  branch_ = branch;
}

std::shared_ptr<const MeasureReadings> MeasureLog::fill(const World& world, const StepData& data) {
  auto all = std::make_shared<MeasureReadings>();
  all->measures = list_;
  if (entries_.empty()) {
    return all;
  }
  countContacts(world, data);
  const double start = steadySeconds();
  const bool isDue = slopeTurn_.isDue(start);
  for (Entry& entry : entries_) {
    const auto* repose = std::get_if<MeasureRepose>(&entry.measure.kind);
    if (repose != nullptr && isDue) {
      entry.slope = reposeLine(world, *repose);
    }
    MeasureReading& reading = all->readings.emplace_back();
    reading.id = entry.measure.id;
    reading.values = valuesOf(entry, world);
    reading.slope = entry.slope;
    if (entry.slope && isDue) {
      entry.rows.set(world.step, 0, reading.values.front());
    }
    reading.samples = entry.rows.share();
  }
  if (isDue) {
    slopeTurn_.done(start, steadySeconds());
  }
  return all;
}

}  // namespace scree
