#include "engine/session/precision_meter.h"

#include <exception>
#include <new>
#include <utility>

#include "engine/base/clock.h"
#include "engine/settings/presets.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kBetweenNews = 0.1;  // least time between two progresses shown [s]

/// Presets, the settings of a run, and further ways to solve it.
PrecisionPlan planFor(const Parameters& parameters, double time, const std::vector<PrecisionCase>& more) {
  PrecisionPlan plan{.time = time, .cases = presetCases(parameters, "this run")};
  for (const PrecisionCase& one : more) {
    plan.cases.push_back({.name = one.name, .parameters = parameters});
    applySolver(plan.cases.back().parameters, one.parameters);
  }
  return plan;
}

PrecisionTable emptyTable(const World& world, const PrecisionPlan& plan) {
  PrecisionTable table{.step = world.step, .time = world.time, .compared = plan.time};
  for (const PrecisionCase& one : plan.cases) {
    table.rows.push_back({.name = one.name});
  }
  table.rows.push_back({.name = std::string(kScatterOfTruth)});
  return table;
}

}  // namespace

PrecisionMeter::PrecisionMeter(std::function<void()> arrived) : arrived_(std::move(arrived)) {}

PrecisionMeter::~PrecisionMeter() { interrupt_ = 1; }

void PrecisionMeter::start(const World& world, double time, const std::vector<PrecisionCase>& more) {
  stop();
  thread_ = {};  // waits for the end of an earlier measurement, which is near
  try {
    const PrecisionPlan plan = planFor(world.parameters, time, more);
    auto table = std::make_shared<const PrecisionTable>(emptyTable(world, plan));
    {
      const std::lock_guard lock(mutex_);
      reading_ = {.isUnderWay = world.particles.size() > 0, .table = std::move(table)};
      hasNews_ = true;
    }
    if (world.particles.size() == 0) {
      finish("there are no grains");
      return;
    }
    interrupt_ = 0;
    thread_ = std::jthread([this, plan, copy = world]() mutable { measure(copy, plan); });
  } catch (const std::bad_alloc&) {
    finish("there is not enough memory for a copy");
  }
}

void PrecisionMeter::stop() { interrupt_ = 1; }

void PrecisionMeter::forget() {
  stop();
  const std::lock_guard lock(mutex_);
  reading_ = {};
  hasNews_ = true;
}

void PrecisionMeter::measure(World& world, const PrecisionPlan& plan) noexcept {
  std::string_view trouble = "a grain of the converged copy left or became non-finite";
  try {
    placeMembers(world);
    const bool isComplete = measurePrecision(
        world, plan,
        {.interrupt = &interrupt_,
         .progressed = [this](double part, std::string_view run) { showProgress(part, run); },
         .measured = [this](std::size_t i, const std::optional<PrecisionPoint>& point) { addPoint(i, point); }});
    trouble = isComplete ? "" : interrupt_ != 0 ? "it was stopped" : trouble;
  } catch (const std::bad_alloc&) {
    trouble = "there is not enough memory for the copies";
  } catch (const std::exception&) {
    trouble = "a copy cannot be stepped";
  }
  finish(trouble);
  arrived_();
}

void PrecisionMeter::showProgress(double part, std::string_view run) {
  {
    const std::lock_guard lock(mutex_);
    if (reading_.table == nullptr || (run == reading_.run && steadySeconds() - lastTold_ < kBetweenNews)) {
      return;
    }
    reading_.part = part;
    reading_.run = run;
    lastTold_ = steadySeconds();
    hasNews_ = true;
  }
  arrived_();
}

void PrecisionMeter::addPoint(std::size_t index, const std::optional<PrecisionPoint>& point) {
  const std::lock_guard lock(mutex_);
  if (reading_.table == nullptr) {
    return;  // it was forgotten meanwhile
  }
  auto table = std::make_shared<PrecisionTable>(*reading_.table);
  table->rows[index].isDone = true;
  table->rows[index].point = point;
  reading_.table = std::move(table);
  hasNews_ = true;
}

void PrecisionMeter::finish(std::string_view trouble) {
  const std::lock_guard lock(mutex_);
  reading_.isUnderWay = false;
  reading_.trouble = reading_.table == nullptr ? "" : trouble;
  hasNews_ = true;
}

bool PrecisionMeter::takeNews() {
  const std::lock_guard lock(mutex_);
  return std::exchange(hasNews_, false);
}

PrecisionReading PrecisionMeter::reading() const {
  const std::lock_guard lock(mutex_);
  return reading_;
}

}  // namespace scree
